-- no transaction
-- For the foreign key of the next migration.
drop index concurrently if exists memberships_account_id_user_id_role_key;
create unique index concurrently memberships_account_id_user_id_role_key on memberships (account_id, user_id, role);
drop index concurrently if exists memberships_live_account_id_user_id_role_idx;
create index concurrently memberships_live_account_id_user_id_role_idx
  on memberships (live_account_id, user_id, role) where live_account_id is not null;
