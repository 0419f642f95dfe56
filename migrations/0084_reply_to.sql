-- Where replies to the mails of an account's cards go, once the reader of a mail to the address has confirmed it.
alter table accounts
  add column reply_to text,
  add column reply_to_verified_at timestamptz,
  -- The last request to confirm the address: its mail has a link with this id.
  add column reply_to_link_id text collate "C",
  add column reply_to_asked_at timestamptz;

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in', 'gift', 'gift_reminder',
  'refund_request', 'member_invited', 'email_change', 'person_request', 'card_news', 'reply_to')) not valid;
