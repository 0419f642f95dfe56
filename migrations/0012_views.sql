-- What those do who look at a card: thanks to all, reports of a note, and previews that end.

-- A preview belongs to who asked for it: the card for its owner, a card admin for an admin.
alter table links add column expires_at timestamptz;
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check
  check (kind in ('sign', 'invitation', 'view', 'public_view', 'unsubscribe', 'own', 'preview'));

-- One word of thanks from each recipient, to everybody who has signed.
create table thanks (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  recipient_id text collate "C" not null,
  text text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, card_id, recipient_id),
  foreign key (account_id, card_id, recipient_id) references recipients (account_id, card_id, id) on delete cascade
);
alter table thanks enable row level security;
create policy tenant on thanks using (account_id = any ((select visible_accounts())::text[]));

-- Who thinks that a note should not stand: one report of a browser about a note, known by a keyed hash of
-- its cookie. A report hides nothing by itself.
create table note_reports (
  account_id text collate "C" not null,
  contribution_id text collate "C" not null,
  reporter_hash bytea not null,
  card_id text collate "C" not null,
  reason text not null check (reason in ('hurtful', 'private', 'spam', 'other')),
  text text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, contribution_id, reporter_hash),
  foreign key (account_id, card_id) references cards (account_id, id)
);
create index on note_reports (account_id, card_id, contribution_id);
alter table note_reports enable row level security;
create policy tenant on note_reports using (account_id = any ((select visible_accounts())::text[]));

grant select, insert, update, delete on thanks, note_reports to wellwish_runtime;
