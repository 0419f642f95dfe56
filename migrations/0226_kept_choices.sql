-- What deleted people said about their cards, in case the account adds them again. As with an unsubscribed address, only
-- keyed hashes are kept.
create table kept_choices (
  account_id text collate "C" not null,
  -- The deleted person.
  person_id text collate "C" not null,
  email_hash bytea,
  external_id_hash bytea,
  no_cards boolean not null,
  no_birthday boolean not null,
  only_team boolean not null,
  skipped_year smallint,
  primary key (account_id, person_id)
);
create index kept_choices_email_hash on kept_choices (account_id, email_hash);
create index kept_choices_external_id_hash on kept_choices (account_id, external_id_hash);
alter table kept_choices enable row level security;
create policy tenant on kept_choices using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on kept_choices to wellwish_runtime;

-- The purge ends skipped years.
create index people_skipped_year on people (account_id, skipped_year) where skipped_year is not null;
