-- When the settled money of a card first reached its goal: the event about it occurs once.
alter table cards add column goal_reached_at timestamptz;
update cards c set goal_reached_at = c.updated_at
where c.goal_amount is not null and c.goal_amount <= (
  select coalesce(sum(b.balance), 0) from ledger_balances b
  where b.account_id = c.account_id and b.currency = c.currency
    and b.name in ('pot:' || c.id, 'refunds:' || c.id, 'pledges:' || c.id, 'promised:' || c.id));
