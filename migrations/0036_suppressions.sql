-- Accounts list their suppressions and lift them, and a hard bounce expires.
--
-- The address is sealed with the server key, so that a copy of the database is no list of the people who opted out. The
-- reason "elsewhere" marks an address that another account's message suppressed: it only lists the address, and
-- suppresses nothing without the row of all accounts (the empty account_id).
alter table suppressions
  add column id text collate "C",
  add column delivery_type text check (delivery_type in ('email', 'sms')),
  add column sealed_address bytea,
  add column expires_at timestamptz;
alter table suppressions drop constraint suppressions_reason_check;
alter table suppressions add constraint suppressions_reason_check
  check (reason in ('unsubscribed', 'bounced', 'complained', 'stopped', 'elsewhere'));
update suppressions set expires_at = created_at + interval '30 days' where reason = 'bounced';
create unique index on suppressions (account_id, id) where id is not null;
create index on suppressions (expires_at) where expires_at is not null;
create index on suppressions (address_hash) where reason = 'elsewhere';

-- The address behind an unsubscribe link: the link itself contains none.
alter table links add column sealed_address bytea;
