-- no transaction
-- Counts the members of a team who can be invited without reading their rows: all but these.
drop index concurrently if exists people_not_invited;
create index concurrently people_not_invited on people (account_id, id)
  where left_at is not null or (email is null and phone is null);
