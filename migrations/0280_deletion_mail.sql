-- The email to the owners about a request to delete the account. Only looser, so the rows are not checked again.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in', 'gift', 'gift_reminder',
  'refund_request', 'member_invited', 'email_change', 'person_request', 'card_news', 'reply_to',
  'payment_inquiry', 'cards_needed', 'person_added', 'deletion_request')) not valid;
