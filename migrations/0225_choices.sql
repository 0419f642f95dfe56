-- What people themselves say about their cards. Only they change it: no list and no request of the account does.
alter table people
  add column no_cards boolean not null default false,
  add column no_birthday boolean not null default false,
  add column only_team boolean not null default false,
  -- The year in which they want no card.
  add column skipped_year smallint;
