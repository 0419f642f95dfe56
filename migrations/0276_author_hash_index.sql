-- no transaction
drop index concurrently if exists contributions_author_hash;
create index concurrently contributions_author_hash on contributions (account_id, author_hash) where author_hash is not null;
