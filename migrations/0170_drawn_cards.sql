-- The cards that a customer drew from a bundle purchase of its platform, in the customer's account under the purchase's id: all
-- are used, so no other card takes a unit from this row. The platform's purchase counts them, too.
alter table bundle_purchases add column platform_id text collate "C";
alter table bundle_purchases drop constraint bundle_purchases_cards_total_check;
alter table bundle_purchases add constraint bundle_purchases_cards_total_check
  check (cards_total > 0 or (platform_id is not null and cards_total = 0)) not valid;
alter table bundle_purchases add constraint bundle_purchases_drawn_check
  check (platform_id is null or cards_used = cards_total) not valid;

-- The purchases of an account's platform, as far as the account may draw cards from them, as the account sees them: what is left,
-- and the cards that it drew itself. Also those without capacity, for the reason of a refusal.
create function drawable_purchases(of_account_id text)
returns table (
  id text, bundle_id text, name text, status text, payment_status text, cards_total integer, cards_used integer,
  price_amount bigint, price_currency text, payment_id text, purchased_at timestamptz, expires_at timestamptz, version integer,
  created_at timestamptz, updated_at timestamptz, platform_id text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.id, p.bundle_id, p.name, p.status, p.payment_status,
    p.cards_total - p.cards_used + coalesce(d.cards_used, 0), coalesce(d.cards_used, 0), 0::bigint, p.price_currency, null::text,
    greatest(p.purchased_at, c.created_at), p.expires_at, coalesce(d.version, 1), greatest(p.purchased_at, c.created_at),
    coalesce(d.updated_at, greatest(p.purchased_at, c.created_at)), p.account_id
  from customers c
  join platforms f on f.account_id = c.platform_id
  join bundle_purchases p on p.account_id = c.platform_id and p.payment_status = 'paid'
  left join bundle_purchases d on d.account_id = c.account_id and d.id = p.id
  where c.account_id = of_account_id and c.bundles = 'platform'
    and array_position(visible_accounts(), of_account_id) is not null
    and not exists (select from account_suspensions s where s.account_id = c.platform_id);
end;
revoke execute on function drawable_purchases from public;
grant execute on function drawable_purchases to wellwish_runtime;

-- Takes a card for the account from a purchase of its platform: the one with this id, or for an empty id the first to expire.
-- Returns no row if there is none. Strict, so that a null account calls nothing. The row of customers is locked first, so that
-- no card is drawn after the customer has left; then the platform's purchase, then the account's row of drawn cards.
create function draw_card(of_account_id text, wanted_id text, at timestamptz, event_id text)
returns table (id text)
language sql volatile strict security definer set search_path = public, pg_temp
begin atomic
  with chosen as (
    select p.account_id, p.id
    from customers c
    join platforms f on f.account_id = c.platform_id
    join bundle_purchases p on p.account_id = c.platform_id
    where c.account_id = of_account_id and c.bundles = 'platform'
      and array_position(visible_accounts(), of_account_id) is not null
      and not exists (select from account_suspensions s where s.account_id = c.platform_id)
      and p.status = 'active' and p.payment_status = 'paid' and p.cards_used < p.cards_total
      and (p.expires_at is null or p.expires_at > at) and wanted_id in ('', p.id)
    order by coalesce(p.expires_at, 'infinity'), p.id
    limit 1 for share of c for update of p
  ), taken as (
    update bundle_purchases b
    set cards_used = b.cards_used + 1, version = b.version + 1, updated_at = at
    from chosen where b.account_id = chosen.account_id and b.id = chosen.id and b.cards_used < b.cards_total
    returning b.account_id, b.id, b.bundle_id, b.name, b.cards_total, b.cards_used, b.price_currency, b.expires_at
  ), recorded as (
    insert into events (account_id, id, type, card_id, data, created_at)
    select taken.account_id, event_id,
      case when taken.cards_used = taken.cards_total then 'bundle_purchase.exhausted' else 'bundle_purchase.low' end, null::text,
      jsonb_build_object('bundle_purchase_id', taken.id, 'cards_remaining', taken.cards_total - taken.cards_used), at
    from taken where taken.cards_total - taken.cards_used in (0, greatest(1, taken.cards_total / 10))
  )
  insert into bundle_purchases as drawn (
    account_id, id, bundle_id, name, status, payment_status, cards_total, cards_used, price_amount, price_currency,
    purchased_at, expires_at, created_at, updated_at, platform_id)
  select of_account_id, taken.id, taken.bundle_id, taken.name, 'active', 'paid', 1, 1, 0, taken.price_currency,
    at, taken.expires_at, at, at, taken.account_id
  from taken
  on conflict (account_id, id) do update
  set cards_total = drawn.cards_total + 1, cards_used = drawn.cards_used + 1, version = drawn.version + 1, updated_at = at
  returning drawn.id;
end;
revoke execute on function draw_card from public;
grant execute on function draw_card to wellwish_runtime;

-- Returns a drawn card to the platform's purchase, also after the customer has left. The locks are those of draw_card, in order.
create function return_drawn_card(of_account_id text, purchase_id text, at timestamptz)
returns table (id text)
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  with returned as (
    update bundle_purchases b
    set cards_used = b.cards_used - 1, version = b.version + 1, updated_at = at
    from bundle_purchases d
    where d.account_id = of_account_id and d.id = purchase_id and d.cards_used > 0
      and array_position(visible_accounts(), of_account_id) is not null
      and b.account_id = d.platform_id and b.id = d.id and b.cards_used > 0
    returning b.id
  )
  update bundle_purchases d
  set cards_total = d.cards_total - 1, cards_used = d.cards_used - 1, version = d.version + 1, updated_at = at
  from returned where d.account_id = of_account_id and d.id = returned.id
  returning d.id;
end;
revoke execute on function return_drawn_card from public;
grant execute on function return_drawn_card to wellwish_runtime;
