-- Bundles and templates (the operator's catalogues), cards with their recipients, links and admins.

create table bundles (
  id text collate "C" primary key,
  name text not null,
  cards integer not null check (cards > 0),
  retired_at timestamptz,
  created_at timestamptz not null default now()
);

create table bundle_purchases (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  bundle_id text collate "C" references bundles (id),
  name text not null,
  status text not null check (status in ('pending', 'active', 'failed', 'refunded')),
  payment_status text not null check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  cards_total integer not null check (cards_total > 0),
  cards_used integer not null default 0 check (cards_used between 0 and cards_total),
  price_amount bigint not null,
  price_currency text not null,
  purchased_at timestamptz not null,
  expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
)
with (fillfactor = 50); -- cards_used changes with each card: room for updates on the same page
-- Does not name cards_used, so that taking a card stays a heap-only update.
create index on bundle_purchases (account_id, (coalesce(expires_at, 'infinity')), id) where status = 'active';
alter table bundle_purchases enable row level security;
create policy tenant on bundle_purchases using (account_id = any ((select visible_accounts())::text[]));

create table templates (
  id text collate "C" primary key,
  position integer not null,
  slug text not null unique,
  name text not null,
  occasion text not null,
  layout text not null,
  tone text not null,
  effect text not null,
  locale text not null,
  palettes jsonb not null,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- No foreign keys to accounts and templates: each concurrent insert would share-lock the same row of
-- them. Neither is ever deleted, and the statement that creates a card reads both.
create table cards (
  account_id text collate "C" not null,
  id text collate "C" not null,
  bundle_purchase_id text collate "C" not null,
  template_id text collate "C" not null,
  title text not null,
  sender text not null,
  recipient text,
  recipient_email text,
  audio_file jsonb,
  card_type smallint not null,
  auto_reminders boolean not null,
  public_read boolean not null,
  contribution_end_date text,
  contribution_ends_at timestamptz,
  contribution_limit integer,
  custom_logo text,
  custom_effect text,
  extra_data text,
  palette text not null,
  cover_text jsonb,
  moderation text not null,
  timezone text not null,
  locale text not null,
  shared_link boolean not null,
  external_id text,
  add_money text not null,
  see_total text not null,
  see_contributors text not null,
  add_cash boolean not null,
  restrict_cash boolean not null,
  currency text not null,
  see_contributor_names smallint not null,
  suggested_amounts jsonb,
  min_amount bigint,
  max_amount bigint,
  goal_amount bigint,
  state text not null check (state in ('open', 'closed', 'archived', 'cancelled')),
  closed_at timestamptz,
  archived_at timestamptz,
  cancelled_at timestamptz,
  deleted_at timestamptz,
  shared_link_version integer not null default 1,
  public_link_version integer not null default 1,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, bundle_purchase_id) references bundle_purchases (account_id, id)
);
create unique index on cards (account_id, external_id) where external_id is not null and deleted_at is null;
create index on cards (account_id, bundle_purchase_id);
alter table cards enable row level security;
create policy tenant on cards using (account_id = any ((select visible_accounts())::text[]));

create table recipients (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  name text,
  email text,
  phone text,
  locale text,
  external_id text,
  link_version integer not null default 1,
  primary key (account_id, card_id, id),
  foreign key (account_id, card_id) references cards (account_id, id)
);
alter table recipients enable row level security;
create policy tenant on recipients using (account_id = any ((select visible_accounts())::text[]));

-- Outside row-level security: a link is opened before the account is known. Only hashes stand here.
create table links (
  hash bytea primary key,
  account_id text collate "C" not null,
  kind text not null check (kind in ('sign', 'invitation', 'view', 'public_view')),
  subject_id text collate "C" not null,
  card_id text collate "C" not null
);
create index on links (account_id, card_id);

create table card_admins (
  account_id text collate "C" not null,
  id text collate "C" not null,
  card_id text collate "C" not null,
  user_id text collate "C" not null references users (id),
  email text not null,
  name text,
  can_update boolean not null,
  invite_contributors boolean not null,
  admin_management boolean not null,
  activated_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, card_id) references cards (account_id, id)
);
create unique index on card_admins (account_id, card_id, user_id) where removed_at is null;
alter table card_admins enable row level security;
create policy tenant on card_admins using (account_id = any ((select visible_accounts())::text[]));

-- Outside row-level security: from a user to the cards of other accounts; written with card_admins.
create table card_grants (
  user_id text collate "C" not null references users (id),
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  primary key (user_id, card_id, account_id)
);

grant select on bundles, templates to wellwish_runtime;
grant select, insert, update, delete on
  bundle_purchases, cards, recipients, links, card_admins, card_grants
  to wellwish_runtime;
