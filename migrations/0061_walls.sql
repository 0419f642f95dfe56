-- A link that shows the published notes of a card on a screen, for example at a party. Deleting it raises the version of
-- the next one.
create table walls (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  version integer not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, card_id),
  foreign key (account_id, card_id) references cards (account_id, id)
);
alter table walls enable row level security;
create policy tenant on walls using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on walls to wellwish_runtime;
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check check (kind in (
  'sign', 'invitation', 'view', 'public_view', 'unsubscribe', 'own', 'preview', 'mute', 'wall'));
