-- Passkeys of users. Outside row-level security like users: a passkey comes before an account is known. A public key is no
-- secret.
create table passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  -- The browser and system that created it, such as "Safari · iPhone".
  agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on passkeys (user_id);
grant select, insert, update, delete on passkeys to wellwish_runtime;
