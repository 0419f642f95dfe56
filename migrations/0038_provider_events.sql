-- Events of providers that wait for an operation to end, with the reason and their content; and what an operator says
-- about those that never fit.
alter table provider_events
  drop constraint provider_events_outcome_check,
  add constraint provider_events_outcome_check
    check (outcome in ('applied', 'nothing', 'unknown', 'mismatch', 'waiting')),
  add column reason text,
  add column body text, -- of an event that may be tried again, in the form of our own struct
  add column listed_at timestamptz, -- the provider itself reports it; otherwise only a signature vouches for it
  add column resolved_at timestamptz,
  add column note text;
drop index provider_events_outcome_idx;
create index on provider_events (merchant, created_at)
  where outcome in ('unknown', 'mismatch', 'waiting') and resolved_at is null;
create index on provider_events (account_id, payment_id) where outcome = 'waiting';

alter table payments
  drop constraint payments_status_check,
  add constraint payments_status_check check (status in (
    'pending', 'processing', 'succeeded', 'partially_refunded', 'refunded', 'disputed', 'lost', 'failed',
    'cancelled')),
  add column lost bigint not null default 0 check (lost >= 0), -- in disputes
  add column checkout_attempt integer not null default 0; -- keys that the provider answered with an error
drop index payments_account_id_paid_to_idx;
create index on payments (account_id, paid_to) where status in ('pending', 'processing') or refunding > 0;

alter table refunds
  add column attempt integer not null default 0,
  add column reported_at timestamptz; -- when the provider reported its status
update refunds set reported_at = updated_at where status <> 'pending';

alter table contributions
  drop constraint contributions_money_status_check,
  add constraint contributions_money_status_check check (money_status in (
    'pending', 'processing', 'paid', 'failed', 'cancelled', 'partially_refunded', 'refunded', 'disputed', 'lost',
    'promised', 'confirmed', 'dropped'));

-- Lost disputes end in a status of their own.
with ended as (
  select l.account_id, l.payment_id, sum(l.amount) as amount from ledger l
  where l.movement like 'dispute_over:%' and l.debit like 'refunds:%' group by 1, 2
)
update payments p set lost = e.amount,
  disputed_at = null,
  status = case when p.refunded + e.amount >= p.amount then 'lost' else 'partially_refunded' end
from ended e where e.account_id = p.account_id and e.payment_id = p.id and p.status = 'disputed';
