-- Covers with other words than the packaged ones: the folder of their pictures in the file storage. A subject is a card
-- with words of its own, or a design, palette and language, whose default words all accounts share: those rows have the
-- account "shared". Cards of an account with the same words share a folder; the last row of a folder takes its files along.
create table drawn_covers (
  account_id text collate "C" not null,
  subject_id text collate "C" not null,
  -- SHA-256 of the words, the language, the palette and the drawing of the design.
  digest bytea not null,
  folder text collate "C" not null,
  -- Bytes of each picture; null until all of them are stored.
  sizes jsonb,
  -- Until then a worker draws it, and no other one does.
  claimed_until timestamptz,
  primary key (account_id, subject_id)
);
-- Thousands of cards may have the same words: a drawn row comes first, then the latest claim.
create index on drawn_covers (account_id, digest, (sizes is null), claimed_until desc nulls last);
create index on drawn_covers (account_id, folder);
alter table drawn_covers enable row level security;
create policy tenant on drawn_covers using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on drawn_covers to wellwish_runtime;
