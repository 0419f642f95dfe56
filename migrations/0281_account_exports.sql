-- The export of a whole account: where it is and how many records it has. Null in a request about one person.
alter table data_requests add column whole jsonb;

-- The files of an export of an account. A part of records is in the folder of the export; a file of a note is served
-- from its own place, so that it disappears with the note.
create table export_parts (
  account_id text collate "C" not null references accounts (id),
  export_id text collate "C" not null,
  number int not null,
  name text not null,
  kind text not null,
  records int not null,
  media_id text collate "C",
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  primary key (account_id, export_id, number)
);
alter table export_parts enable row level security;
create policy tenant on export_parts using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on export_parts to wellwish_runtime;
