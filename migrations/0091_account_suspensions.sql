-- Accounts that the operator has suspended: nobody can use them, and nothing is sent for them. A table apart, because tokens
-- and links are looked up before the account is visible. The service only reads it; the owner's commands write it.
create table account_suspensions (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  suspended_at timestamptz not null
);
grant select on account_suspensions to wellwish_runtime;
