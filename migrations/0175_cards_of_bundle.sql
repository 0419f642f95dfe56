-- no transaction
-- One index for the cards of a bundle, newest first, deleted ones too. With two, the planner chose the one without
-- the order for a bundle that most cards of a large account took, and read and sorted all of them for one page.
drop index concurrently if exists cards_of_bundle;
create index concurrently cards_of_bundle on cards (account_id, bundle_purchase_id, id);
drop index concurrently if exists cards_account_id_bundle_purchase_id_id_idx;
drop index concurrently if exists cards_account_id_bundle_purchase_id_idx;
