-- no transaction
-- The occasions that are changed and have no card yet, which every plan reads.
drop index concurrently if exists occasions_changed;
create index concurrently occasions_changed on occasions (account_id, year) where changes is not null and state <> 'made';
