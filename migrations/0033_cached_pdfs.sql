-- Finished PDFs of cards by what they show, so that the same PDF is typeset once by all processes. A row without a
-- folder is a PDF that could not be made. The files lie in the file storage and are deleted within a day. The table is
-- outside row-level security because its size is limited over all accounts; it contains only ids, hashes and sizes.
create table cached_pdfs (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  -- SHA-256 of everything that the PDF shows, so it depends on the viewer, too.
  digest bytea not null,
  folder text collate "C",
  bytes bigint not null,
  created_at timestamptz not null,
  primary key (account_id, card_id, digest)
);
create index on cached_pdfs (created_at);
grant select, insert, update, delete on cached_pdfs to wellwish_runtime;
