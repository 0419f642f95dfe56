-- How far the test clock was ahead at some real times of the last 90 days, oldest first: the ids of test cards have its time.
alter table test_accounts add column leads jsonb not null default '[]';
grant update (leads) on test_accounts to wellwish_runtime;
