-- How many rows an account has of what one caller could create without end. The statement that inserts the rows adds to
-- the count and writes the limit that holds now, so the check refuses a row too many, of two requests at the same time
-- as well. A limit of 0 means none.

-- By card; the row with an empty card_id counts all cards of the account.
create table invitation_counts (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  used bigint not null check (used >= 0),
  most bigint not null,
  primary key (account_id, card_id),
  check (most = 0 or used <= most)
) with (fillfactor = 70);
alter table invitation_counts enable row level security;
create policy tenant on invitation_counts using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on invitation_counts to wellwish_runtime;

create table group_counts (
  account_id text collate "C" primary key,
  groups bigint not null default 0 check (groups >= 0),
  most_groups bigint not null default 0,
  members bigint not null default 0 check (members >= 0),
  most_members bigint not null default 0,
  check (most_groups = 0 or groups <= most_groups),
  check (most_members = 0 or members <= most_members)
) with (fillfactor = 70);
alter table group_counts enable row level security;
create policy tenant on group_counts using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on group_counts to wellwish_runtime;

insert into invitation_counts (account_id, card_id, used, most)
select account_id, coalesce(card_id, ''), count(*), 0 from invitations
group by grouping sets ((account_id, card_id), (account_id));

insert into group_counts (account_id, groups, members)
select g.account_id, count(*), coalesce(sum(m.members), 0)
from groups g left join (
  select account_id, group_id, count(*) as members from group_members group by account_id, group_id
) m on m.account_id = g.account_id and m.group_id = g.id
group by g.account_id;
