"""Translate transaction IDs for the server that loads a dump, because each server counts them separately.

Events are read in the order of their transactions, and only below the IDs of future transactions. A new
server starts with low IDs: the events of the dump would stay invisible, and new events would sort before
them. Therefore, the newest transactions of each account get the smallest IDs, in the same order, because
every server has already used these IDs by the time it is created. All earlier events share one ID and are
ordered by their event IDs, that is, by time.
"""

from typing import Final

# initdb consumes several hundred transaction IDs; normal IDs start at 3 (PostgreSQL, transam.h).
_LOWEST: Final = 3
_DISTINCT: Final = 400

# Every column of type xid8; a test compares the list with the schema.
COLUMNS: Final = ("events.txid", "organiser_news.txid", "webhook_endpoints.since_txid", "webhook_tails.txid")

# Runs after the data of a dump is restored and before its indexes are built. `using` rewrites the table once,
# without dead rows. The position of organiser_news is the first transaction to read; that of webhooks is the
# last one read.
SQL: Final = f"""
create temporary table numbered on commit drop as
  select account_id, txid,
    {_LOWEST + _DISTINCT} + 1 - row_number() over (partition by account_id order by txid desc) as place
  from (select distinct account_id, txid from public.events) each;
create temporary table passed on commit drop as
  select distinct on (account_id) account_id, txid from numbered where place <= {_LOWEST}
  order by account_id, txid desc;
create temporary table newest on commit drop as select * from numbered where place > {_LOWEST};
create index on numbered (account_id, txid);
create index on newest (account_id, txid);
create index on passed (account_id);
analyze numbered; analyze newest; analyze passed;
create temporary table kept on commit drop as
  select e.account_id, e.id, n.place from public.events e join newest n using (account_id, txid);
update public.webhook_tails t set
  event_id = case when exists (
    select 1 from numbered n where n.account_id = t.account_id and n.txid = t.txid
  ) then t.event_id else '~' end,
  txid = coalesce(
    (select max(n.place) from newest n where n.account_id = t.account_id and n.txid <= t.txid),
    {_LOWEST}
  )::text::xid8;
update public.webhook_endpoints w set since_txid = coalesce(
    (select max(n.place) from newest n where n.account_id = w.account_id and n.txid <= w.since_txid),
    {_LOWEST}
  )::text::xid8;
do $news$ begin
if to_regclass('public.organiser_news') is not null then  -- since migration 0078
update public.organiser_news o set txid = case
    when exists (select 1 from passed p where p.account_id = o.account_id and p.txid >= o.txid) then {_LOWEST}
    else coalesce(
      (select min(n.place) from newest n where n.account_id = o.account_id and n.txid >= o.txid),
      {_LOWEST + _DISTINCT + 1}
    ) end::text::xid8;
end if;
end $news$;
alter table public.events alter column txid type xid8 using '{_LOWEST}'::xid8;
create index on kept (account_id, id);
analyze kept;
update public.events e set txid = k.place::text::xid8
  from kept k where k.account_id = e.account_id and k.id = e.id;
"""  # noqa: S608 - constants of this file
