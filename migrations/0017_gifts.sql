-- Money on a contribution: paid at the account's provider, or cash that is promised. How a payment stands is
-- the payment's to say; what is kept of it here is what cards and lists show, written by the job that follows it.
alter table contributions
  add column money_method text check (money_method in ('online', 'cash')),
  add column money_status text check (money_status in (
    'pending', 'paid', 'failed', 'cancelled', 'partially_refunded', 'refunded', 'disputed',
    'promised', 'confirmed', 'dropped')),
  add column money_amount bigint check (money_amount > 0),
  add column money_currency text,
  add column money_refunded bigint not null default 0 check (money_refunded >= 0),
  add column hide_amount boolean not null default false,
  add column payment_id text collate "C",
  add constraint contributions_money check (
    (money_method is null) = (money_status is null)
    and (money_method is null) = (money_amount is null)
    and (money_method is null) = (money_currency is null));
create index on contributions (account_id, card_id, money_status, id) where money_status is not null;

-- Who only chips in has no note.
alter table contributions drop constraint contributions_note_status_check;
alter table contributions add constraint contributions_note_status_check check (
  note_status in ('none', 'pending', 'published', 'hidden', 'rejected', 'deleted'));

-- Cash that was promised stands on pledges against promised; confirmed, it moves on to cash.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'provider', 'clearing', 'fees', 'disputes', 'refunds', 'pot', 'sales', 'pledges', 'promised', 'cash'));
