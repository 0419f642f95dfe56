-- The cards that a user is an admin of while acting for an account: the user's email is verified, and the user
-- is a member of the account. A signed-in user without an account acts under the user's id. Plans inline it.
create function granted_cards(acting_user_id text, acting_account_id text)
returns table (account_id text, card_id text)
language sql stable parallel safe
begin atomic
  select g.account_id, g.card_id from card_grants g
  join users u on u.id = g.user_id and u.email_verified_at is not null
  where g.user_id = acting_user_id and (acting_account_id = acting_user_id or exists (
    select from memberships m where m.user_id = g.user_id and m.account_id = acting_account_id));
end;
