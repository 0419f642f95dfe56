-- no transaction
-- A step of the test clock reads and moves the delayed jobs of one account.
drop index concurrently if exists jobs_later_account;
create index concurrently jobs_later_account on jobs (account_id, run_at) where not ready and dead_at is null;
