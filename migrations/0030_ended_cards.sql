-- The index of cards whose end has come served every list of open cards, which it does not sort. Now it holds cards
-- with an end only, so that nothing but a comparison with that end can use it.
drop index cards_account_id_contribution_ends_at_idx;
create index on cards (account_id, contribution_ends_at)
  where state = 'open' and contribution_ends_at is not null and deleted_at is null;
