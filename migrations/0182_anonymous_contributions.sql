-- no transaction
-- Counts the anonymous contributions of each card in a list.
drop index concurrently if exists contributions_anonymous;
create index concurrently contributions_anonymous on contributions (account_id, card_id)
  where anonymous and note_status <> 'deleted';
