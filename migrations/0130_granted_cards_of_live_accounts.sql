-- Test data has no card of another account: a membership of a test account grants nothing.
create or replace function granted_cards(acting_user_id text, acting_account_id text)
returns table (account_id text, card_id text)
language sql stable parallel safe
begin atomic
  select g.account_id, g.card_id from card_grants g
  join users u on u.id = g.user_id and u.email_verified_at is not null
  where g.user_id = acting_user_id and (acting_account_id = acting_user_id or exists (
    select from memberships m
    where m.user_id = g.user_id and m.account_id = acting_account_id and m.live_account_id is null));
end;
