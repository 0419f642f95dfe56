-- When the provider reported what contradicts a payment; null once an operator has explained it.
alter table payments add column mismatched_at timestamptz;
update payments p set mismatched_at = e.created_at
from (
  select account_id, payment_id, merchant, min(created_at) as created_at from provider_events
  where outcome = 'mismatch' and resolved_at is null group by 1, 2, 3) e
where e.account_id = p.account_id and e.payment_id = p.id and e.merchant = p.paid_to;
