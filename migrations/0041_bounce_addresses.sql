-- The envelope senders of mails that may still bounce. Outside row-level security: a bounce mail comes without an
-- account. The table holds hashes of tokens and ids only.
create table bounce_addresses (
  token_hash bytea primary key,
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  created_at timestamptz not null
);
create index on bounce_addresses (created_at);
grant select, insert, update, delete on bounce_addresses to wellwish_runtime;
