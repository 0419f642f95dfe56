-- Every stored response updates its account's count. Without an index on the time of the update, the new version stays on
-- the page of the old one. The purge reads the whole table once an hour: one row per account.
drop index stored_response_bytes_updated_at_idx;
