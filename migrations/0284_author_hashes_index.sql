-- no transaction
drop index concurrently if exists contributions_author_hashes;
create index concurrently contributions_author_hashes on contributions (account_id) where author_hashes <> '{}';
