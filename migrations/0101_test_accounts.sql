-- The account that holds the test data of another one, so that row-level security keeps test and live data apart. A table
-- apart, because tokens and links are looked up before the account is visible.
create table test_accounts (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  live_account_id text collate "C" not null unique references accounts (id),
  created_at timestamptz not null,
  -- By how much the account's test clock is ahead of the real time.
  ahead interval not null default '0' check (ahead >= '0'),
  check (account_id <> live_account_id)
);
grant select, insert on test_accounts to wellwish_runtime;

-- The memberships of a test account are those of the live one. The key below, of the next migration, copies each change of a
-- role and each removal.
alter table memberships add column live_account_id text collate "C";
