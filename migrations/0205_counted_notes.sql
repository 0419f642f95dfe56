-- no transaction
-- Counts the notes that wait for review on each card.
drop index concurrently if exists contributions_pending;
create index concurrently contributions_pending on contributions (account_id, card_id)
  where note_status = 'pending';
