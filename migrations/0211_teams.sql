-- A team is a group whose members are people of the account.
alter table groups drop constraint groups_kind_check;
alter table groups add constraint groups_kind_check check (kind in ('people', 'channel', 'team')) not valid;

create table team_people (
  account_id text collate "C" not null,
  group_id text collate "C" not null,
  person_id text collate "C" not null,
  primary key (account_id, group_id, person_id),
  foreign key (account_id, group_id) references groups (account_id, id) on delete cascade,
  foreign key (account_id, person_id) references people (account_id, id) on delete cascade
);
create index team_people_person_id on team_people (account_id, person_id, group_id);
alter table team_people enable row level security;
create policy tenant on team_people using (array_position(visible_accounts(), account_id) is not null);

grant select, insert, update, delete on team_people to wellwish_runtime;
