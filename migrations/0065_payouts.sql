-- Payouts of an account's provider to its bank that were matched, and the movements that each contains.
create table payouts (
  account_id text collate "C" not null,
  merchant text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz not null,
  primary key (account_id, merchant, id)
);
alter table payouts enable row level security;
create policy tenant on payouts using (array_position(visible_accounts(), account_id) is not null);
grant select, insert on payouts to wellwish_runtime;

create table payout_movements (
  account_id text collate "C" not null,
  movement text collate "C" not null,
  payout_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (account_id, movement)
);
alter table payout_movements enable row level security;
create policy tenant on payout_movements using (array_position(visible_accounts(), account_id) is not null);
grant select, insert on payout_movements to wellwish_runtime;
