-- A page of the customers of a platform with their settings, which row-level security hides from the platform's own transaction.
-- Cards are counted for this page only, by the purchases that they were taken from: a customer has few of them.
create function customers_of(
  of_platform_id text, only_id text, after_id text, name_part text, wanted_external_id text, most integer)
returns table (
  id text, name text, external_id text, bundles text, closed_at timestamptz, suspended_at timestamptz, cards bigint,
  created_at timestamptz, updated_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select page.id, page.name, page.external_id, page.bundles, page.closed_at, page.suspended_at,
    (select coalesce(sum(b.cards_used), 0) from bundle_purchases b where b.account_id = page.id) as cards,
    page.created_at, page.updated_at
  from (
    select a.id, a.name, c.external_id, c.bundles, c.closed_at, s.suspended_at, a.created_at,
      greatest(a.updated_at, c.updated_at) as updated_at
    from customers c join accounts a on a.id = c.account_id
    left join account_suspensions s on s.account_id = c.account_id
    where c.platform_id = of_platform_id and array_position(visible_accounts(), of_platform_id) is not null
      and (only_id is null or c.account_id = only_id) and s.deletion_began_at is null
      and (after_id is null or c.account_id < after_id)
      and (name_part is null or position(lower(name_part) in lower(a.name)) > 0)
      and (wanted_external_id is null or c.external_id = wanted_external_id)
    order by c.account_id collate "C" desc limit most) as page
  order by page.id collate "C" desc;
end;
revoke execute on function customers_of from public;
grant execute on function customers_of to wellwish_runtime;
