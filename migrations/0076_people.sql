-- Requests of people for what is kept about them, confirmed by a link in a mail. Outside row-level security: they belong to no
-- account. The row holds the address only until the request expires or the erasure is complete.
create table person_requests (
  id text collate "C" primary key,
  email text not null,
  language text not null,
  link_hash bytea not null unique,
  -- Of the browser that pressed the link's button.
  browser_hash bytea unique,
  mailed_at timestamptz,
  used_at timestamptz,
  -- The accounts that keep something, each followed by a space, of those up to searched_to; searched_at is the end of the
  -- search.
  account_ids text collate "C" not null default '',
  searched_to text collate "C" not null default '',
  searched_at timestamptz,
  -- The person asked for the erasure; with_anonymous: anonymous notes without a delay.
  erase_at timestamptz,
  with_anonymous boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index on person_requests (expires_at);
grant select, insert, update, delete on person_requests to wellwish_runtime;

-- Keyed hashes of the addresses that were erased, so that the erasures can be repeated after a backup is restored. File storage
-- has a copy. No address can be computed from a row without the server key.
create table erasures (
  address_hash bytea primary key,
  erased_at timestamptz not null
);
grant select, insert, update on erasures to wellwish_runtime;

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in',
  'gift', 'gift_reminder', 'refund_request', 'member_invited', 'email_change', 'person_request'));

-- Cards are erased this many days after they closed; null keeps them.
alter table accounts add column erase_cards_after_days integer check (erase_cards_after_days between 1 and 3650);
