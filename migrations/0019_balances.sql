-- What stands on each account of a card, kept with each movement, so that a card's total costs the same after
-- a hundred thousand of them. The ledger stays the truth, and `wellwish ledger check` compares. Not kept for
-- accounts of a provider, where one row would be a queue for all payments of a tenant.
create table ledger_balances (
  account_id text collate "C" not null,
  name text collate "C" not null,
  currency text collate "C" not null,
  balance bigint not null,
  primary key (account_id, name, currency),
  foreign key (account_id, name, currency) references ledger_accounts (account_id, name, currency)
);
alter table ledger_balances enable row level security;
create policy tenant on ledger_balances using (account_id = any ((select visible_accounts())::text[]));
grant select, insert, update on ledger_balances to wellwish_runtime;

insert into ledger_balances (account_id, name, currency, balance)
select account_id, name, currency, sum(amount)::bigint
from (
  select account_id, credit as name, currency, amount from ledger
  union all select account_id, debit, currency, -amount from ledger) as moved
where left(split_part(name, ':', 2), 5) = 'card_'
group by account_id, name, currency;
