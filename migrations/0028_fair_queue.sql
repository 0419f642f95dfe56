-- The queue shares its places between accounts (docs/decisions/0026-shares.md). Whose a job is stands in its arguments.
-- ``ready`` jobs wait for a worker or run; the others wait for their time, and the worker makes them ready then. So a
-- claim never reads jobs of later, and each kind and account has its own place in the index.
alter table jobs
  add column account_id text collate "C" generated always as (coalesce(args ->> 'account_id', '')) stored,
  add column is_bulk boolean not null default false,
  add column ready boolean not null default true;

drop index jobs_run_at_id_idx;
create index jobs_ready on jobs (kind, account_id, is_bulk, run_at, id) where ready and dead_at is null;
create index jobs_due on jobs (kind, run_at) where ready and dead_at is null;
create index jobs_later on jobs (run_at) where not ready and dead_at is null;
create index jobs_later_kind on jobs (kind, run_at) where not ready and dead_at is null;
create index jobs_dead on jobs (id) where dead_at is not null;

-- Rows that change at each request or claim: room for the new version on the same page, and an early clean-up.
alter table jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table throttles set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
