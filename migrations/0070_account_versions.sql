-- The version of an account's settings, for conditional changes.
alter table accounts add column version integer not null default 1;
