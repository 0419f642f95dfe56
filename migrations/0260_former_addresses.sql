-- Also the identifiers that people with a choice had before: a person has several rows.
alter table kept_choices
  -- 0 for the identifiers at the deletion.
  add column number integer not null default 0,
  -- The number counts only for people without an address, although the row has none.
  add column with_address boolean not null default false,
  drop constraint kept_choices_pkey,
  add constraint kept_choices_pkey primary key (account_id, person_id, number);
