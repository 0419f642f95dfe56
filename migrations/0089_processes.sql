-- What each process of the service reports of itself every few seconds. A process that ends deletes its row; the row of a
-- killed one is deleted by the others after five minutes.
create table processes (
  id text collate "C" primary key,
  kind text not null check (kind in ('serve', 'work')),
  host text not null,
  version text not null,
  revision text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  worked_at timestamptz,
  pool_size integer not null,
  pool_used integer not null,
  disk_free_bytes bigint,
  disk_size_bytes bigint
);

-- When a job of each hourly kind last succeeded.
create table job_successes (
  kind text collate "C" primary key,
  succeeded_at timestamptz not null
);

-- The counts of the last two hours by minute, of the few counters that `wellwish status` shows by hour.
create table minute_counts (
  minute timestamptz not null,
  name text not null,
  label text not null,
  value bigint not null,
  primary key (minute, name, label)
);

grant select, insert, update, delete on processes, job_successes, minute_counts to wellwish_runtime;
