-- Signing in by mail. Both tables are outside row-level security: an address and a cookie come before an account is
-- known. They hold hashes of secrets only.
create table sign_in_attempts (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null,
  link_hash bytea not null unique,
  code_hash bytea not null,
  -- The cookie of the browser that asked; null for a link of the command line, which any browser may use first.
  browser_hash bytea unique,
  next_path text not null,
  language text not null,
  tries integer not null default 0,
  mailed_at timestamptz,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index on sign_in_attempts (expires_at);

create table sessions (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- The account that the user chose, of those with a membership.
  account_id text collate "C",
  -- Coarse: the browser's name and system, and the network.
  agent text not null,
  network text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index on sessions (user_id);
create index on sessions (expires_at);
create index on sessions (last_used_at);

-- The kind of a mail that is composed like a message but never stored, since it contains a code.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in'));

grant select, insert, update, delete on sign_in_attempts, sessions to wellwish_runtime;
