-- Words that a card is found by. Behind a row-level policy only leakproof operators use an index: "like", strpos and
-- "@@" are not, a comparison is, so beginnings of words are ranges of this key. cards.words repeats the words of a card,
-- which makes them checkable in its row and deletable by the key. No foreign key: it would cost a check for each word
-- of a new card, and the statements that delete and erase a card delete its words.
create table card_words (
  account_id text collate "C" not null,
  word text collate "C" not null,
  card_id text collate "C" not null,
  primary key (account_id, word, card_id)
);
alter table card_words enable row level security;
create policy tenant on card_words using (account_id = any (visible_accounts()));
grant select, insert, delete on card_words to wellwish_runtime;

alter table cards add column words text[] collate "C" not null default '{}';

-- Filters of the list of cards, each newest first.
create index on cards (account_id, template_id, id) where deleted_at is null;
create index on cards (account_id, state, id) where deleted_at is null;
-- Cards whose end has come and whose job has not: few, and closed to every reader.
create index on cards (account_id, contribution_ends_at) where state = 'open' and deleted_at is null;

-- Filters of the list of events, newest first and in commit order.
create index on events (account_id, type, id);
create index on events (account_id, type, txid, id);
create index on events (account_id, card_id, id) where card_id is not null;
