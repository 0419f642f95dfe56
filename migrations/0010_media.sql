-- Photos, GIFs, drawings and recordings on notes, and our copies of a card's music and logo.

-- A row is written after its files; a folder without a row belongs to nobody and is purged after a day.
create table media (
  account_id text collate "C" not null,
  id text collate "C" not null,
  card_id text collate "C" not null,
  kind text not null check (kind in ('photo', 'gif', 'drawing', 'voice', 'audio', 'logo')),
  -- Pending until it was scanned; only ready ones are served.
  status text not null check (status in ('pending', 'ready', 'refused')),
  folder text collate "C" not null,
  -- Name, type, size and measures of each file in the folder.
  files jsonb not null,
  content_type text not null,
  bytes integer not null,
  width integer,
  height integer,
  duration_ms integer,
  description text,
  transcript text,
  -- The address that music or a logo was copied from.
  source text,
  contribution_id text collate "C",
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, card_id) references cards (account_id, id)
);
create unique index on media (account_id, folder);
create index on media (account_id, card_id, id);
-- One photo or GIF, one drawing and one recording a note.
create unique index on media (account_id, contribution_id, (case kind when 'gif' then 'photo' else kind end))
  where contribution_id is not null;
-- One copy of its music and one of its logo a card.
create unique index on media (account_id, card_id, kind) where kind in ('audio', 'logo');
alter table media enable row level security;
create policy tenant on media using (account_id = any ((select visible_accounts())::text[]));

-- Where a file is served, by the hash of its path's token: a page's picture is asked for before the account is
-- known. What waits for its note does so for a day.
create table media_paths (
  hash bytea primary key,
  account_id text collate "C" not null,
  media_id text collate "C" not null,
  waiting_since timestamptz
);
create index on media_paths (account_id, media_id);
create index on media_paths (waiting_since) where waiting_since is not null;

grant select, insert, update, delete on media, media_paths to wellwish_runtime;
