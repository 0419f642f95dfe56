-- The change of a user's e-mail address, which both addresses confirm by a code. Outside row-level security like users. Only
-- hashes of the codes are kept.
create table email_changes (
  user_id text collate "C" primary key references users (id) on delete cascade,
  id text collate "C" not null unique,
  email text not null,
  email_key text collate "C" not null,
  old_code_hash bytea not null,
  new_code_hash bytea not null,
  language text not null,
  tries integer not null default 0,
  mailed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index on email_changes (expires_at);
grant select, insert, update, delete on email_changes to wellwish_runtime;

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in',
  'gift', 'gift_reminder', 'refund_request', 'member_invited', 'email_change'));
