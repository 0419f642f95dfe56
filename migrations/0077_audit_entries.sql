-- The audit log: who changed the rights or the money of an account, when, and from where. A row has ids, names of fields
-- and words of fixed lists, no texts, so erasing a user leaves nothing of the person here but the network.
create table audit_entries (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  action text not null,
  actor text not null check (actor in ('user', 'api_key', 'operator')),
  user_id text collate "C",
  credential_id text collate "C",
  -- IPv4 /24 or IPv6 /64, as sessions store it.
  network text,
  record_id text collate "C",
  card_id text collate "C",
  fields jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index on audit_entries (account_id, action, id);
create index on audit_entries (account_id, user_id, id);
create index on audit_entries (account_id, card_id, id);
alter table audit_entries enable row level security;
create policy tenant on audit_entries using (array_position(visible_accounts(), account_id) is not null);
-- Append-only for the runtime role, which can have only expired entries deleted, by the function.
grant select, insert on audit_entries to wellwish_runtime;
create function forget_audit_entries(account_ids text[], oldest_id text, most integer) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    delete from audit_entries where (account_id, id) in (
      select e.account_id, e.id from audit_entries e
      where e.account_id = any (forget_audit_entries.account_ids) and e.id < oldest_id
        and e.created_at < now() - interval '400 days'
      limit most)
    returning 1)
  select count(*) from gone;
end;
revoke execute on function forget_audit_entries from public;
grant execute on function forget_audit_entries to wellwish_runtime;
