-- Each account's own provider of payments, which of them a payment is paid to, and cards whose money goes back.

-- One row for each account at a provider that a tenant had: what was paid to a former one may still go back.
create table payment_providers (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  provider text not null check (provider = 'stripe'),
  merchant_id text collate "C" not null, -- the provider's own name of the account
  live boolean not null, -- the provider's live and test modes share no payment
  connected boolean not null, -- the operator's key acts for it, so that it has none here
  secret_key bytea, -- sealed, as the next
  webhook_secret bytea,
  key_hint text,
  checked_at timestamptz not null,
  removed_at timestamptz, -- it gets no new payments
  forgotten_at timestamptz, -- nothing of it is under way, and its secrets are deleted
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, provider, merchant_id, live),
  check (connected or (secret_key is null) = (forgotten_at is not null))
);
create unique index on payment_providers (account_id) where removed_at is null;
alter table payment_providers enable row level security;
create policy tenant on payment_providers using (account_id = any ((select visible_accounts())::text[]));

-- Whose account at which provider, as events and the ledger name it: "stripe:operator".
alter table payments add column paid_to text collate "C";
update payments set
  paid_to = provider || ':' || case merchant when 'operator' then 'operator' else account_id end;
alter table payments alter column paid_to set not null;

-- Accounts' providers are asked for events as the operator's are: each time while something may be under way.
alter table provider_polls
  alter column polled_until drop not null,
  add column account_id text collate "C",
  add column busy_until timestamptz;
insert into provider_polls (merchant, account_id, busy_until)
  select paid_to, account_id, max(expires_at) from payments where merchant = 'account'
  group by paid_to, account_id
  on conflict (merchant) do update set account_id = excluded.account_id, busy_until = excluded.busy_until;
create index on provider_polls (merchant) where account_id is not null;
-- What of a provider is under way.
create index on payments (account_id, paid_to) where status = 'pending' or refunding > 0;

-- Since when a card's money goes back before it is cancelled.
alter table cards add column cancelling_at timestamptz;

grant select, insert, update, delete on payment_providers to wellwish_runtime;
