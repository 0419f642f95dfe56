"""Functions that `distribute` installs instead of functions that do not work with Citus.

The coordinator commits first, followed by the other nodes while it still holds the lock of its transaction
ID. Until all nodes have committed, the jobs of the transaction do not start, and its events and newer ones
are not read.

When a customer uses a card of its platform, rows of two accounts change. A function of another role would use
other connections to the nodes, which cannot see the transaction's changes. These functions therefore run as
the runtime role, and make both accounts visible to their statements.
"""

from typing import Final

REPLACED: Final = """
    create or replace function is_committing(of_transaction xid) returns boolean language sql stable
    return exists (
      select 1 from pg_locks l
      where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
        and l.transactionid = of_transaction);

    create or replace function events_horizon() returns xid8 language sql stable
    begin atomic
      with edge as materialized (
        select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as newest)
      select least(newest, (select min(pending.id::text::bigint)
          from pg_snapshot_xip(pg_current_snapshot()) as pending (id)), (
        -- The lock has 32 of the 64 bits.
        select min(newest - ((newest - l.transactionid::text::bigint) & 4294967295)) from pg_locks l
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted))::text::xid8
      from edge;
    end;

    create or replace function drawable_purchases(of_account_id text)
    returns table (
      id text, bundle_id text, name text, status text, payment_status text, cards_total integer,
      cards_used integer, price_amount bigint, price_currency text, payment_id text,
      purchased_at timestamptz, expires_at timestamptz, version integer, created_at timestamptz,
      updated_at timestamptz, platform_id text)
    language plpgsql volatile security invoker set search_path = public, pg_temp
    as $$
    #variable_conflict use_column
    declare
      visible text := current_setting('app.account_ids');
      payer text;
      since timestamptz;
    begin
      select c.platform_id, c.created_at into payer, since from customers c
      where c.account_id = of_account_id and c.bundles = 'platform'
        and array_position(visible_accounts(), of_account_id) is not null;
      if payer is null
        or not exists (select 1 from platforms f where f.account_id = payer)
        or exists (select 1 from account_suspensions s where s.account_id = payer) then
        return;
      end if;
      execute format('set local app.account_ids = %L', of_account_id || ',' || payer);
      return query
        with theirs as materialized (
          select b.id, b.bundle_id, b.name, b.status, b.payment_status, b.cards_total, b.cards_used,
            b.price_currency, b.purchased_at, b.expires_at
          from bundle_purchases b where b.account_id = payer and b.payment_status = 'paid'
        ), drawn as materialized (
          select b.id, b.cards_used, b.version, b.updated_at
          from bundle_purchases b where b.account_id = of_account_id and b.platform_id = payer
        )
        select p.id, p.bundle_id, p.name, p.status, p.payment_status,
          p.cards_total - p.cards_used + coalesce(d.cards_used, 0), coalesce(d.cards_used, 0), 0::bigint,
          p.price_currency, null::text, greatest(p.purchased_at, since), p.expires_at,
          coalesce(d.version, 1), greatest(p.purchased_at, since),
          coalesce(d.updated_at, greatest(p.purchased_at, since)), payer
        from theirs p left join drawn d on d.id = p.id;
      execute format('set local app.account_ids = %L', visible);
    end
    $$;

    create or replace function draw_card(
      of_account_id text, wanted_id text, at timestamptz, event_id text)
    returns table (id text)
    language plpgsql volatile strict security invoker set search_path = public, pg_temp
    as $$
    #variable_conflict use_column
    declare
      visible text := current_setting('app.account_ids');
      payer text;
      taken record;
    begin
      select c.platform_id into payer from customers c
      where c.account_id = of_account_id and c.bundles = 'platform'
        and array_position(visible_accounts(), of_account_id) is not null
      for share;
      if payer is null
        or not exists (select 1 from platforms f where f.account_id = payer)
        or exists (select 1 from account_suspensions s where s.account_id = payer) then
        return;
      end if;
      execute format('set local app.account_ids = %L', of_account_id || ',' || payer);
      update bundle_purchases b
      set cards_used = b.cards_used + 1, version = b.version + 1, updated_at = at
      where b.account_id = payer and b.cards_used < b.cards_total and b.id = (
        select p.id from bundle_purchases p
        where p.account_id = payer and p.status = 'active' and p.payment_status = 'paid'
          and p.cards_used < p.cards_total and (p.expires_at is null or p.expires_at > at)
          and (wanted_id = '' or p.id = wanted_id)
        order by coalesce(p.expires_at, 'infinity'), p.id
        limit 1 for update)
      returning b.id, b.bundle_id, b.name, b.cards_total, b.cards_used, b.price_currency, b.expires_at
      into taken;
      if taken.id is not null then
        if taken.cards_total - taken.cards_used in (0, greatest(1, taken.cards_total / 10)) then
          insert into events (account_id, id, type, data, created_at)
          values (payer, event_id,
            case when taken.cards_used = taken.cards_total then 'bundle_purchase.exhausted'
              else 'bundle_purchase.low' end,
            jsonb_build_object(
              'bundle_purchase_id', taken.id, 'cards_remaining', taken.cards_total - taken.cards_used), at);
        end if;
        insert into bundle_purchases as drawn (
          account_id, id, bundle_id, name, status, payment_status, cards_total, cards_used, price_amount,
          price_currency, purchased_at, expires_at, created_at, updated_at, platform_id)
        values (of_account_id, taken.id, taken.bundle_id, taken.name, 'active', 'paid', 1, 1, 0,
          taken.price_currency, at, taken.expires_at, at, at, payer)
        on conflict (account_id, id) do update
        set cards_total = drawn.cards_total + 1, cards_used = drawn.cards_used + 1,
          version = drawn.version + 1, updated_at = excluded.updated_at;
        return query select taken.id;
      end if;
      execute format('set local app.account_ids = %L', visible);
    end
    $$;

    create or replace function return_drawn_card(of_account_id text, purchase_id text, at timestamptz)
    returns table (id text)
    language plpgsql volatile security invoker set search_path = public, pg_temp
    as $$
    #variable_conflict use_column
    declare
      visible text := current_setting('app.account_ids');
      payer text;
      returned text;
    begin
      select d.platform_id into payer from bundle_purchases d
      where d.account_id = of_account_id and d.id = purchase_id and d.cards_used > 0
        and array_position(visible_accounts(), of_account_id) is not null;
      if payer is null then
        return;
      end if;
      execute format('set local app.account_ids = %L', of_account_id || ',' || payer);
      update bundle_purchases b
      set cards_used = b.cards_used - 1, version = b.version + 1, updated_at = at
      where b.account_id = payer and b.id = purchase_id and b.cards_used > 0
      returning b.id into returned;
      if returned is not null then
        update bundle_purchases d
        set cards_total = d.cards_total - 1, cards_used = d.cards_used - 1, version = d.version + 1,
          updated_at = at
        where d.account_id = of_account_id and d.id = purchase_id;
        return query select returned;
      end if;
      execute format('set local app.account_ids = %L', visible);
    end
    $$;
    """
