-- One notice for each new person. People who are stored already were there before.
alter table people
  add column notice_due boolean not null default false,
  add column notified_at timestamptz;
create index people_notice_due on people (account_id, id) where notice_due;
-- The account's own words in the notice.
alter table accounts add column people_notice text;
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in', 'gift', 'gift_reminder',
  'refund_request', 'member_invited', 'email_change', 'person_request', 'card_news', 'reply_to',
  'payment_inquiry', 'cards_needed', 'person_added')) not valid;
