-- no transaction
-- The payments of an account that its provider contradicts, newest first.
drop index concurrently if exists payments_account_id_id_mismatched_idx;
create index concurrently payments_account_id_id_mismatched_idx
  on payments (account_id, id) where mismatched_at is not null;
