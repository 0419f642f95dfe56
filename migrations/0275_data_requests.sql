-- Exports and erasures of a person's data that an account requests for its own records.
create table data_requests (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  kind text not null check (kind in ('export', 'erasure')),
  status text not null check (status in ('pending', 'completed', 'failed')),
  status_reason text,
  -- Null once an erasure has ended or an export has expired.
  sealed_address bytea,
  -- A keyed hash. It outlives the erasure, so that a restored backup can be erased again.
  address_hash bytea not null,
  person_id text collate "C",
  -- Numbers of records: found by the request, or erased and kept by the job.
  tally jsonb not null default '{}',
  steps_total int not null default 0,
  steps_done int not null default 0,
  receipt text,
  signature bytea,
  key_id text,
  -- The files of an export.
  folder text,
  size_bytes bigint,
  expires_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
-- Of two requests for the same person at once, the second is refused.
create unique index data_requests_running on data_requests (account_id, address_hash) where status = 'pending';
create index data_requests_expires_at on data_requests (expires_at) where folder is not null;
alter table data_requests enable row level security;
create policy tenant on data_requests using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on data_requests to wellwish_runtime;

-- The keyed hash of the author's address, once the account has erased the address: it ties the note to the person's own
-- request, and to nothing that the account sees.
alter table contributions add column author_hash bytea;
