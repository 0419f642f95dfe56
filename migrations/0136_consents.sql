-- A consent lets a client of OAuth act for a member of an account. Outside row-level security like sessions: a code or a
-- token comes before the account is known. Both tables hold hashes of secrets only.
create table consents (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  user_id text collate "C" not null,
  -- The URL of the client's metadata document, and the name in it.
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  resource text not null,
  -- Names with spaces between them, as in OAuth.
  scope text not null,
  code_hash bytea not null unique,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  -- Null until the code was exchanged.
  refresh_hash bytea unique,
  key_fingerprint bytea not null,
  -- How often the refresh token was replaced, and when it was replaced last.
  generation integer not null default 0,
  refreshed_at timestamptz not null,
  -- IPv4 /24 or IPv6 /64, as sessions store it.
  network text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index on consents (account_id, user_id);
create index on consents (last_used_at);

create table consent_tokens (
  hash bytea primary key,
  consent_id text collate "C" not null references consents (id) on delete cascade,
  expires_at timestamptz not null
);
create index on consent_tokens (consent_id);
create index on consent_tokens (expires_at);

grant select, insert, update, delete on consents, consent_tokens to wellwish_runtime;
