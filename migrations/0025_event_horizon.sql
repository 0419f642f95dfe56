-- Readers in commit order stop before the oldest open transaction. Transaction ids count for the whole server, so a
-- long write transaction in another database used to hold events and webhooks back. A transaction that PostgreSQL
-- shows to belong to another database cannot write an event; every other open one still counts.
-- The snapshot comes first and the locks are read after it: a transaction that ended in between counts as open.
create function events_horizon() returns xid8
  language sql stable
begin atomic
  with elsewhere as materialized (
    select l.transactionid
    from pg_locks l
      join pg_stat_activity a on a.pid = l.pid
      join pg_database d on d.datname = current_database() and d.oid <> a.datid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
    union all
    select p.transaction from pg_prepared_xacts p where p.database <> current_database())
  select coalesce(min(pending.id), pg_snapshot_xmax(pg_current_snapshot()))
  from pg_snapshot_xip(pg_current_snapshot()) as pending (id)
  where not exists (select from elsewhere e where e.transactionid = pending.id::xid);
end;
