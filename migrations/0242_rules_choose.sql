-- What a rule decides about its cards: settings of money, as for a card; the bundle purchases to take cards from first; and whether
-- the manager of the person is the organiser. Null for none.
alter table occasion_rules
  add column collection jsonb,
  add column bundle_purchase_ids jsonb,
  add column manager_organises boolean not null default false;
-- Days off like weekends, as dates.
alter table accounts add column holidays jsonb not null default '[]';
