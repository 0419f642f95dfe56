-- Who signed a card, and what they wrote. Whatever else hangs on a contribution names it by its id.

create table contributions (
  account_id text collate "C" not null,
  id text collate "C" not null,
  card_id text collate "C" not null,
  -- No foreign key: an invitation is erased with the card alone, and so is this.
  invitation_id text collate "C",
  source text not null check (source in ('shared_link', 'invitation', 'owner')),
  name text,
  anonymous boolean not null,
  note_id text collate "C" not null,
  note_text text not null,
  pen text not null check (pen in ('kalam', 'caveat', 'patrick', 'gochi', 'reenie', 'shadows', 'courier')),
  ink text not null check (ink in ('navy', 'berry', 'green', 'rust', 'plum', 'charcoal')),
  paper text not null check (paper in ('cream', 'blush', 'butter', 'mint', 'sky', 'lilac')),
  visibility text not null check (visibility in ('everyone', 'recipient')),
  note_status text not null check (note_status in ('pending', 'published', 'hidden', 'rejected', 'deleted')),
  published_at timestamptz,
  hidden_at timestamptz,
  rejected_at timestamptz,
  deleted_at timestamptz,
  -- SHA-256 of what the form was sent with, so that a form sent twice is one contribution.
  form_key bytea,
  own_link_version integer not null default 1,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, card_id) references cards (account_id, id),
  -- What was removed holds no word and no name any more.
  constraint contributions_deleted check (
    note_status <> 'deleted'
    or (note_text = '' and name is null and form_key is null and deleted_at is not null))
);
create index on contributions (account_id, card_id, id);
create index on contributions (account_id, card_id, invitation_id) where invitation_id is not null;
create unique index on contributions (account_id, card_id, form_key) where form_key is not null;
alter table contributions enable row level security;
create policy tenant on contributions using (account_id = any ((select visible_accounts())::text[]));
grant select, insert, update, delete on contributions to wellwish_runtime;

alter table cards
  -- How many contributions the card has, pending ones too and removed ones not: contribution_limit is about these.
  add column places_taken integer not null default 0 check (places_taken >= 0),
  -- Since when view links show the card, whether it was reopened or not; else closed_at says it.
  add column revealed_at timestamptz;

-- A contributor's own link, by which they change and remove what they signed.
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check
  check (kind in ('sign', 'invitation', 'view', 'public_view', 'unsubscribe', 'own'));
