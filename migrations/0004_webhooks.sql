-- Webhook endpoints, what is delivered to them, and how far events have been read for them.

-- Of one key at most one job lives: who wakes it finds it, or makes it.
alter table jobs add column key text collate "C";
create unique index on jobs (key) where key is not null and dead_at is null;

-- Secrets are sealed under the server key: they sign, so a hash would not do.
create table webhook_endpoints (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  url text not null,
  description text,
  event_types jsonb,
  payload text not null check (payload in ('thin', 'full')),
  personal_data boolean not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_ends_at timestamptz,
  -- Only events of later transactions are delivered.
  since_txid xid8 not null default pg_current_xact_id(),
  failing_since timestamptz,
  -- Until then nothing is sent: it does not answer, or has asked for it.
  paused_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('by_hand', 'failing', 'gone')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
alter table webhook_endpoints enable row level security;
create policy tenant on webhook_endpoints using (account_id = any ((select visible_accounts())::text[]));

-- No foreign key to endpoints: those of a deleted one are erased by a job, in batches.
create table webhook_deliveries (
  account_id text collate "C" not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  tries_left integer not null,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index on webhook_deliveries (account_id, endpoint_id, event_id);
create index on webhook_deliveries (account_id, endpoint_id, id);
create index on webhook_deliveries (account_id, endpoint_id, next_attempt_at) where status = 'pending';
alter table webhook_deliveries enable row level security;
create policy tenant on webhook_deliveries using (account_id = any ((select visible_accounts())::text[]));

create table webhook_attempts (
  account_id text collate "C" not null,
  delivery_id text collate "C" not null,
  number integer not null,
  response_status integer,
  response_body text,
  error text,
  duration_ms integer not null,
  created_at timestamptz not null,
  primary key (account_id, delivery_id, number),
  foreign key (account_id, delivery_id) references webhook_deliveries (account_id, id) on delete cascade
);
alter table webhook_attempts enable row level security;
create policy tenant on webhook_attempts using (account_id = any ((select visible_accounts())::text[]));

-- Outside row-level security: the machine asks which accounts have endpoints, and how far it has read.
create table webhook_tails (
  account_id text collate "C" primary key,
  txid xid8 not null,
  event_id text collate "C" not null
);

-- What the processes have counted since the database was made; each adds what is new.
create table counters (
  name text not null,
  label text not null,
  value bigint not null,
  primary key (name, label)
);

grant select, insert, update, delete on
  webhook_endpoints, webhook_deliveries, webhook_attempts, webhook_tails, counters
  to wellwish_runtime;
