-- Saved groups, invitations, and the outbox in which messages land.

create table groups (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  name text not null,
  external_id text,
  kind text not null check (kind in ('people', 'channel')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index on groups (account_id, name);
create unique index on groups (account_id, external_id) where external_id is not null;
alter table groups enable row level security;
create policy tenant on groups using (account_id = any ((select visible_accounts())::text[]));

create table group_members (
  account_id text collate "C" not null,
  group_id text collate "C" not null,
  position integer not null,
  name text,
  email text,
  phone text,
  primary key (account_id, group_id, position),
  foreign key (account_id, group_id) references groups (account_id, id) on delete cascade
);
alter table group_members enable row level security;
create policy tenant on group_members using (account_id = any ((select visible_accounts())::text[]));

create table invitations (
  account_id text collate "C" not null,
  id text collate "C" not null,
  card_id text collate "C" not null,
  parent_id text collate "C",
  group_id text collate "C",
  is_parent boolean not null,
  delivery_type text not null check (delivery_type in ('email', 'sms', 'group')),
  delivery_id text not null,
  address_key text collate "C" not null,
  name text,
  title text,
  message text,
  reminder text not null,
  status text not null check (status in (
    'queued', 'sent', 'delivered', 'opened', 'contributed',
    'bounced', 'failed', 'declined', 'revoked', 'suppressed')),
  status_reason text,
  sends boolean not null,
  -- How many messages were asked for; each has its number, so that none is written twice.
  asked integer not null default 0,
  link_version integer not null default 1,
  sent_count integer not null default 0,
  last_sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  contributed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, card_id) references cards (account_id, id)
);
-- One live invitation an address and card; a revoked, failed or bounced one makes room for another.
-- No foreign key to groups: a group that is deleted changes nothing here.
create unique index on invitations (account_id, card_id, address_key)
  where status not in ('revoked', 'failed', 'bounced');
create index on invitations (account_id, card_id, id);
-- A card's list leaves the thousands of a group's members out.
create index on invitations (account_id, card_id, id) where parent_id is null;
create index on invitations (account_id, parent_id, id) where parent_id is not null;
alter table invitations enable row level security;
create policy tenant on invitations using (account_id = any ((select visible_accounts())::text[]));

-- The members of a group as they were when it was invited, until each has an invitation.
create table expansions (
  account_id text collate "C" not null,
  invitation_id text collate "C" not null,
  members jsonb not null,
  members_total integer not null,
  members_done integer not null default 0,
  already_invited integer not null default 0,
  members_dropped integer not null default 0,
  primary key (account_id, invitation_id),
  foreign key (account_id, invitation_id) references invitations (account_id, id)
);
alter table expansions enable row level security;
create policy tenant on expansions using (account_id = any ((select visible_accounts())::text[]));

-- Messages as they would leave. A link stands as kind, id and version, never as itself; the character
-- U+001A, which no text of a client can hold, marks its place in the body.
create table messages (
  account_id text collate "C" not null,
  id text collate "C" not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  body text not null,
  link_kind text,
  link_subject_id text,
  link_version integer,
  dedupe_key text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index on messages (account_id, dedupe_key);
alter table messages enable row level security;
create policy tenant on messages using (account_id = any ((select visible_accounts())::text[]));

grant select, insert, update, delete on groups, group_members, invitations, expansions to wellwish_runtime;
grant select, insert on messages to wellwish_runtime;
