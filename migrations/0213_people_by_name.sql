-- no transaction
-- The list of people in the order of their names.
drop index concurrently if exists people_name;
create index concurrently people_name on people (account_id, lower(name), id);
