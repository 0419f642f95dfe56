-- Mails to the people who signed: the card was opened, and a recipient's thanks.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked'));
-- The addresses to which contributors had links to their notes sent.
create index messages_own_links on messages (account_id, card_id, link_subject_id) where kind = 'own_link';

-- Links that end the mails about one card to one address.
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check check (kind in (
  'sign', 'invitation', 'view', 'public_view', 'unsubscribe', 'own', 'preview', 'mute'));
create table muted_cards (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  address_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, card_id, address_hash),
  foreign key (account_id, card_id) references cards (account_id, id)
);
alter table muted_cards enable row level security;
create policy tenant on muted_cards using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, delete on muted_cards to wellwish_runtime;
