-- Addresses that contributors left for confirmations of their payments, and for nothing else: sealed.
create table receipt_addresses (
  account_id text collate "C" not null,
  contribution_id text collate "C" not null,
  card_id text collate "C" not null,
  sealed_address text not null,
  created_at timestamptz not null,
  primary key (account_id, contribution_id),
  foreign key (account_id, contribution_id) references contributions (account_id, id) on delete cascade
);
alter table receipt_addresses enable row level security;
create policy tenant on receipt_addresses using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on receipt_addresses to wellwish_runtime;

-- A debit that fails days later is confirmed by mail; one that fails at once is shown on the page.
alter table payments add column processing_at timestamptz;

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in',
  'gift'));
