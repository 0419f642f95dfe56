-- The cards of a page of customers are counted by one grouped query. A Citus cluster takes no correlated subquery here.
create or replace function customers_of(
  of_platform_id text, only_id text, after_id text, name_part text, wanted_external_id text, most integer)
returns table (
  id text, name text, external_id text, bundles text, closed_at timestamptz, suspended_at timestamptz, cards bigint,
  created_at timestamptz, updated_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  with page as materialized (
    select a.id, a.name, c.external_id, c.bundles, c.closed_at, s.suspended_at, a.created_at,
      greatest(a.updated_at, c.updated_at) as updated_at
    from customers c join accounts a on a.id = c.account_id
    left join account_suspensions s on s.account_id = c.account_id
    where c.platform_id = of_platform_id and array_position(visible_accounts(), of_platform_id) is not null
      and (only_id is null or c.account_id = only_id) and s.deletion_began_at is null
      and (after_id is null or c.account_id < after_id)
      and (name_part is null or position(lower(name_part) in lower(a.name)) > 0)
      and (wanted_external_id is null or c.external_id = wanted_external_id)
    order by c.account_id collate "C" desc limit most
  ), counted as materialized (
    select b.account_id, sum(b.cards_used)::bigint as cards from bundle_purchases b
    where b.account_id = any (array(select p.id from page p)) group by b.account_id
  )
  select page.id, page.name, page.external_id, page.bundles, page.closed_at, page.suspended_at, coalesce(counted.cards, 0),
    page.created_at, page.updated_at
  from page left join counted on counted.account_id = page.id
  order by page.id collate "C" desc;
end;

-- The purchases of an account's platform, as in migration 0170, with one query for each account.
create or replace function drawable_purchases(of_account_id text)
returns table (
  id text, bundle_id text, name text, status text, payment_status text, cards_total integer, cards_used integer,
  price_amount bigint, price_currency text, payment_id text, purchased_at timestamptz, expires_at timestamptz, version integer,
  created_at timestamptz, updated_at timestamptz, platform_id text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  with customer as materialized (
    select c.platform_id, c.created_at
    from customers c
    join platforms f on f.account_id = c.platform_id
    where c.account_id = of_account_id and c.bundles = 'platform'
      and array_position(visible_accounts(), of_account_id) is not null
      and not exists (select 1 from account_suspensions s where s.account_id = c.platform_id)
  ), theirs as materialized (
    select b.id, b.account_id, b.bundle_id, b.name, b.status, b.payment_status, b.cards_total, b.cards_used, b.price_currency,
      b.purchased_at, b.expires_at
    from bundle_purchases b
    where b.account_id = any (array(select c.platform_id from customer c)) and b.payment_status = 'paid'
  ), drawn as materialized (
    select b.id, b.cards_used, b.version, b.updated_at from bundle_purchases b
    where b.account_id = of_account_id and b.id = any (array(select t.id from theirs t))
  )
  select p.id, p.bundle_id, p.name, p.status, p.payment_status,
    p.cards_total - p.cards_used + coalesce(d.cards_used, 0), coalesce(d.cards_used, 0), 0::bigint, p.price_currency, null::text,
    greatest(p.purchased_at, c.created_at), p.expires_at, coalesce(d.version, 1), greatest(p.purchased_at, c.created_at),
    coalesce(d.updated_at, greatest(p.purchased_at, c.created_at)), p.account_id
  from customer c
  join theirs p on p.account_id = c.platform_id
  left join drawn d on d.id = p.id;
end;
