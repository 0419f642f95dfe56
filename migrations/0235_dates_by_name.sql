-- no transaction
-- Counts the people with a date of a name on a day without reading their rows. Its name differs from that of person_dates_day,
-- which it replaces.
drop index concurrently if exists person_dates_month_day_name;
create index concurrently person_dates_month_day_name on person_dates (month, day, account_id, name);
drop index concurrently if exists person_dates_day;
-- The page of people who decline cards.
drop index concurrently if exists people_declining;
create index concurrently people_declining on people (account_id, id)
  where no_cards or no_birthday or skipped_year is not null;
