-- no transaction
-- The cards of a bundle, newest first, for a page of the list.
drop index concurrently if exists cards_account_id_bundle_purchase_id_id_idx;
create index concurrently cards_account_id_bundle_purchase_id_id_idx
  on cards (account_id, bundle_purchase_id, id) where deleted_at is null;
