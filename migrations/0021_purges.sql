-- What is older than anybody may see it goes. Events stay append-only to the runtime role: it may have those deleted
-- that are past their 90 days, by this function of the owner's, and none by itself. The last one of an account that
-- is too old to be shown stays, as the place from which whoever has read up to it goes on.
create function forget_events(account_ids text[], oldest_id text, most integer) returns bigint
language sql security definer set search_path = public, pg_temp
begin atomic
  with gone as (
    delete from events where (account_id, id) in (
      select e.account_id, e.id from events e
      where e.account_id = any (forget_events.account_ids) and e.id < oldest_id
        and e.created_at < now() - interval '90 days'
        and exists (
          select from events l where l.account_id = e.account_id and l.id > e.id and l.id < oldest_id)
      limit most)
    returning 1)
  select count(*) from gone;
end;
revoke execute on function forget_events from public;
grant execute on function forget_events to wellwish_runtime;

-- The language of a text is of use for as long as somebody may answer it; those from before begin to count now.
alter table text_languages add column said_at timestamptz not null default now();
create index on text_languages (said_at);
