-- The rules by which cards are created for occasions of people.
create table occasion_rules (
  account_id text collate "C" not null,
  id text collate "C" not null,
  occasion text not null check (occasion in ('birthday', 'anniversary', 'welcome', 'date')),
  date_name text collate "C" check ((occasion = 'date') = (date_name is not null)),
  -- The teams whose people get cards; null for everybody.
  team_ids jsonb,
  -- The years of service that get a card; null for every year.
  years jsonb,
  template_ids jsonb not null,
  title text not null,
  sender text not null,
  message text,
  opens_days_before smallint not null check (opens_days_before between 1 and 30),
  closes_hour smallint not null check (closes_hour between 0 and 23),
  days_off text not null check (days_off in ('before', 'after', 'nearest', 'keep')),
  leap_day text not null check (leap_day in ('february_28', 'march_1')),
  invites text not null check (invites in ('team', 'manager_and_peers', 'group', 'nobody')),
  -- Of a group that may have been deleted since.
  group_id text collate "C",
  max_cards_a_month integer not null check (max_cards_a_month > 0),
  -- The user who created the rule; mail about its cards goes to them.
  organiser_id text collate "C" not null,
  -- Null while the rule is paused.
  started_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
alter table occasion_rules enable row level security;
create policy tenant on occasion_rules using (array_position(visible_accounts(), account_id) is not null);

-- The primary key is what makes one card per person, occasion and year: whoever creates a card inserts the row, or sets the card
-- of a row without one, in the same transaction.
create table occasions (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  -- birthday, anniversary, welcome, or date:NAME.
  occasion text collate "C" not null,
  -- The year of the date, in the person's zone. A card for 1 January may close in the year before.
  year smallint not null,
  -- Of a rule that may have been deleted since.
  rule_id text collate "C" not null,
  state text not null check (state in (
    'planned', 'made', 'skipped', 'declined', 'left', 'paused', 'missed', 'no_design', 'no_signers', 'over_limit', 'no_cards',
    'failed')),
  card_id text collate "C",
  template_id text collate "C",
  -- The years of service of an anniversary.
  years smallint,
  falls_on date not null,
  opens_on date not null,
  closes_on date not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  signers integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, person_id, occasion, year),
  foreign key (account_id, person_id) references people (account_id, id) on delete cascade,
  check ((state = 'made') = (card_id is not null))
);
create index occasions_closes_on on occasions (account_id, closes_on);
create index occasions_opens_on on occasions (account_id, rule_id, opens_on) where state = 'made';
alter table occasions enable row level security;
create policy tenant on occasions using (array_position(visible_accounts(), account_id) is not null);

grant select, insert, update, delete on occasion_rules, occasions to wellwish_runtime;
