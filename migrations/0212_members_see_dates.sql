-- Whether members, too, see the dates of the account's people. Owners always do.
alter table accounts add column members_see_dates boolean not null default false;
