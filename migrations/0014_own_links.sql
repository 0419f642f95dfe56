-- A contributor's own link, sent to an address of theirs.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link'));
