-- A restricted key permits a program only some operations. The former release does not know these tables, so it refuses
-- the keys and their tokens, instead of permitting everything. Outside row-level security like credentials: the key and
-- the token come before the account is known. Both tables hold hashes of secrets only.
create table restricted_keys (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  -- The owner who created the key, and for whom it acts.
  user_id text collate "C" not null,
  name text not null,
  -- An array of names; jsonb_array_length fails for anything else.
  scopes jsonb not null check (jsonb_array_length(scopes) > 0),
  -- An array in CIDR notation; null permits every network.
  networks jsonb check (jsonb_array_length(networks) > 0),
  api_key_hash bytea not null unique,
  client_secret_hash bytea not null,
  key_fingerprint bytea not null,
  ends_at timestamptz,
  first_used_at timestamptz,
  -- Written once an hour at most.
  last_used_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index on restricted_keys (account_id, user_id);
create index on restricted_keys (ends_at) where ends_at is not null;

create table restricted_tokens (
  hash bytea primary key,
  restricted_key_id text collate "C" not null references restricted_keys (id) on delete cascade,
  expires_at timestamptz not null
);
create index on restricted_tokens (restricted_key_id);
create index on restricted_tokens (expires_at);

grant select, insert, update, delete on restricted_keys, restricted_tokens to wellwish_runtime;
