-- The cards that a user is an admin of, while acting for an account: the user's email is verified, and the user
-- is a member of the account, which is not of test data. A signed-in user without an account acts under the
-- user's id. A view, and no longer the function granted_cards, because Citus cannot plan a function that reads
-- its tables; the function goes when no process of the former release runs.
create view admin_cards with (security_invoker = true) as
  select g.user_id, m.account_id as acting_account_id, g.account_id, g.card_id
  from card_grants g
  join users u on u.id = g.user_id and u.email_verified_at is not null
  join memberships m on m.user_id = g.user_id and m.live_account_id is null
  union all
  select g.user_id, g.user_id as acting_account_id, g.account_id, g.card_id
  from card_grants g
  join users u on u.id = g.user_id and u.email_verified_at is not null;
grant select on admin_cards to wellwish_runtime;
