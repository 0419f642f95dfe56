-- An owner's request that the operator deletes the account; at most one for each account.
create table deletion_requests (
  account_id text collate "C" primary key references accounts (id),
  id text collate "C" not null,
  -- No reference: the request outlives the user, like an entry of the audit log.
  user_id text collate "C" not null,
  created_at timestamptz not null
);
alter table deletion_requests enable row level security;
create policy tenant on deletion_requests using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, delete on deletion_requests to wellwish_runtime;
