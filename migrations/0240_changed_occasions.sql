-- What owners change about one occasion before it has a card: other days, words or another design than its rule has. Null if
-- nothing is changed.
alter table occasions add column changes jsonb;
