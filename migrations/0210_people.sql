-- The people whose dates an account keeps. Keys of email addresses are those of users.
create table people (
  account_id text collate "C" not null,
  id text collate "C" not null,
  external_id text,
  name text not null,
  email text,
  email_key text collate "C",
  phone text,
  locale text,
  timezone text,
  -- Another person of the account. No foreign key: Citus cannot clear one column of it.
  manager_id text collate "C",
  celebrate boolean not null,
  left_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check ((email is null) = (email_key is null))
);
create unique index people_external_id on people (account_id, external_id) where external_id is not null;
create unique index people_email_key on people (account_id, email_key) where email_key is not null;
create index people_left_at on people (account_id, left_at) where left_at is not null;
create index people_manager_id on people (account_id, manager_id) where manager_id is not null;
alter table people enable row level security;
create policy tenant on people using (array_position(visible_accounts(), account_id) is not null);

-- A year of birth is never stored.
create table person_dates (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  name text collate "C" not null,
  -- 2020-05-01, or --05-01 without a year.
  date text collate "C" not null check (name <> 'birthday' or date like '--%'),
  month smallint not null check (month between 1 and 12),
  day smallint not null check (day between 1 and 31),
  primary key (account_id, person_id, name),
  foreign key (account_id, person_id) references people (account_id, id) on delete cascade
);
-- The people whose dates come next. Not the account first: a plan made while the table was small would then find the dates of
-- a person by this index, and read all dates of the account for each.
create index person_dates_day on person_dates (month, day, account_id);
alter table person_dates enable row level security;
create policy tenant on person_dates using (array_position(visible_accounts(), account_id) is not null);

grant select, insert, update, delete on people, person_dates to wellwish_runtime;
