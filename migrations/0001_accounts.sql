-- Accounts, the people in them, credentials and tokens; and what the whole service shares.

create table migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);

-- Tenant tables are bound by row-level security to app.account_ids, which each transaction sets;
-- without it a statement sees no row. The sub-select is evaluated once a statement.
create function visible_accounts() returns text[]
  language sql stable parallel safe
  return string_to_array(current_setting('app.account_ids', true), ',');

create table accounts (
  id text collate "C" primary key,
  name text not null,
  country text,
  currency text not null default 'USD',
  timezone text not null default 'UTC',
  locale text not null default 'en',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table accounts enable row level security;
create policy tenant on accounts using (id = any ((select visible_accounts())::text[]));

-- Outside row-level security: an e-mail is unique over all accounts.
create table users (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null unique,
  name text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);

create table memberships (
  account_id text collate "C" not null references accounts (id),
  user_id text collate "C" not null references users (id),
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index on memberships (user_id);

-- Outside row-level security: the key comes before the account is known.
create table credentials (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id),
  user_id text collate "C" not null references users (id),
  api_key_hash bytea not null unique,
  client_secret_hash bytea not null,
  created_at timestamptz not null default now(),
  first_used_at timestamptz,
  -- Set by the rotation that replaced it; the newest pair has neither. One that is ended at once is
  -- deleted, and its tokens with it: unlike a time that has passed, this holds whatever a clock says.
  successor_id text collate "C",
  ends_at timestamptz
);
create index on credentials (account_id);
create index on credentials (ends_at) where ends_at is not null;

create table access_tokens (
  hash bytea primary key,
  account_id text collate "C" not null,
  user_id text collate "C" not null,
  credential_id text collate "C" not null references credentials (id) on delete cascade,
  expires_at timestamptz not null
);
create index on access_tokens (credential_id);
create index on access_tokens (expires_at);

-- Counts within a window of time, for what is limited over all processes; the subject is a hash.
create table throttles (
  subject bytea not null,
  window_start timestamptz not null,
  uses integer not null,
  primary key (subject, window_start)
);
create index on throttles (window_start);

create table idempotency_keys (
  account_id text collate "C" not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  answer bytea,
  created_at timestamptz not null,
  primary key (account_id, key_hash)
);
create index on idempotency_keys (created_at);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  args jsonb not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  locked_until timestamptz,
  last_error text,
  dead_at timestamptz,
  created_at timestamptz not null default now()
);
create index on jobs (run_at, id) where dead_at is null;

-- The order in which transactions began their writing (txid) lets a reader tail without a gap.
create table events (
  account_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  card_id text collate "C",
  data jsonb not null,
  txid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index on events (account_id, txid, id);
alter table events enable row level security;
create policy tenant on events using (account_id = any ((select visible_accounts())::text[]));

grant usage on schema public to wellwish_runtime;
grant select on migrations to wellwish_runtime;
grant select, insert, update, delete on
  accounts, users, memberships, credentials, access_tokens, throttles, idempotency_keys, jobs
  to wellwish_runtime;
grant select, insert on events to wellwish_runtime;
