-- A corrected address ends the link to the person's own page that the former address got.
alter table people add column link_version integer not null default 1;
