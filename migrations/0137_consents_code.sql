-- no transaction
-- For the purge of codes that were never exchanged.
drop index concurrently if exists consents_code_expires_at_idx;
create index concurrently consents_code_expires_at_idx on consents (code_expires_at) where refresh_hash is null;
