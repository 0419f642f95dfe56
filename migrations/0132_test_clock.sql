-- The instant to which the test clock is being moved, in its own time, or null.
alter table test_accounts add column advancing_to timestamptz;
grant update (ahead, advancing_to) on test_accounts to wellwish_runtime;
