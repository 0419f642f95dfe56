-- Money: what bundles cost, payments with their refunds, the ledger, what providers told, and the sandbox.

alter table bundles
  add column slug text unique,
  add column position integer not null default 0,
  add column valid_days integer check (valid_days > 0),
  add column updated_at timestamptz not null default now();

-- The operator's prices: a bundle has one in each currency that it is sold in.
create table bundle_prices (
  bundle_id text collate "C" not null references bundles (id),
  currency text not null,
  amount bigint not null check (amount > 0),
  primary key (bundle_id, currency)
);

alter table bundle_purchases add column payment_id text collate "C";

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt'));

-- What follows from a change of state is the job named here: payments know nothing of what they pay for.
create table payments (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  purpose text not null check (purpose in ('bundle_purchase', 'contribution')),
  subject_id text collate "C" not null,
  card_id text collate "C",
  merchant text not null check (merchant in ('operator', 'account')),
  provider text not null check (provider in ('sandbox', 'stripe')),
  title text not null,
  status text not null check (status in (
    'pending', 'succeeded', 'partially_refunded', 'refunded', 'disputed', 'failed', 'cancelled')),
  amount bigint not null check (amount > 0),
  currency text not null,
  fee bigint check (fee >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  refunding bigint not null default 0 check (refunding >= 0),
  failure text,
  follow text not null,
  checkout_reference text,
  provider_reference text,
  expires_at timestamptz not null,
  succeeded_at timestamptz,
  disputed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check (refunded + refunding <= amount)
);
create index on payments (account_id, subject_id);
create index on payments (account_id, card_id, id) where card_id is not null;
alter table payments enable row level security;
create policy tenant on payments using (account_id = any ((select visible_accounts())::text[]));

create table refunds (
  account_id text collate "C" not null,
  id text collate "C" not null,
  payment_id text collate "C" not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  provider_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id)
);
create index on refunds (account_id, payment_id);
create unique index on refunds (account_id, provider_reference) where provider_reference is not null;
alter table refunds enable row level security;
create policy tenant on refunds using (account_id = any ((select visible_accounts())::text[]));

-- A row is one transfer from a debit to a credit account, so the whole balances by construction; a movement
-- groups rows. An account's name is its kind and, after a colon, what it is of: a card, a provider, "bundles".
create table ledger_accounts (
  account_id text collate "C" not null,
  name text collate "C" not null,
  currency text collate "C" not null,
  kind text not null check (kind in (
    'provider', 'clearing', 'fees', 'disputes', 'refunds', 'pot', 'sales', 'pledges', 'promised')),
  created_at timestamptz not null,
  primary key (account_id, name, currency),
  check (split_part(name, ':', 1) = kind)
);
alter table ledger_accounts enable row level security;
create policy tenant on ledger_accounts using (account_id = any ((select visible_accounts())::text[]));

create table ledger (
  account_id text collate "C" not null,
  -- What happened to what, such as "paid:pay_...": the same thing cannot be booked twice.
  movement text collate "C" not null,
  leg smallint not null check (leg > 0),
  debit text collate "C" not null,
  credit text collate "C" not null,
  amount bigint not null check (amount > 0),
  currency text collate "C" not null,
  payment_id text collate "C",
  created_at timestamptz not null,
  primary key (account_id, movement, leg),
  foreign key (account_id, debit, currency) references ledger_accounts (account_id, name, currency),
  foreign key (account_id, credit, currency) references ledger_accounts (account_id, name, currency),
  foreign key (account_id, payment_id) references payments (account_id, id),
  check (debit <> credit)
);
create index on ledger (account_id, debit, currency) include (amount);
create index on ledger (account_id, credit, currency) include (amount);
create index on ledger (account_id, payment_id);
alter table ledger enable row level security;
create policy tenant on ledger using (account_id = any ((select visible_accounts())::text[]));

-- Outside row-level security: a link of a payment is opened before the account is known. Hashes alone.
create table payment_links (
  hash bytea primary key,
  account_id text collate "C" not null,
  payment_id text collate "C" not null
);

-- Outside row-level security: what a provider told, also of payments that nobody knows. Ids and amounts alone.
create table provider_events (
  merchant text collate "C" not null, -- whose account at which provider: "sandbox:operator"
  id text collate "C" not null,
  kind text not null,
  account_id text collate "C",
  payment_id text collate "C",
  amount bigint,
  currency text,
  outcome text not null check (outcome in ('applied', 'nothing', 'unknown', 'mismatch')),
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant, id)
);
create index on provider_events (outcome) where outcome in ('unknown', 'mismatch');

-- Outside row-level security: how far the events of each account at a provider have been asked for.
create table provider_polls (
  merchant text collate "C" primary key,
  polled_until timestamptz not null
);

-- The sandbox: a provider of its own, which happens to live here. Ours and its transactions are never the same.
create table sandbox_payments (
  id text collate "C" primary key,
  merchant text collate "C" not null,
  account_id text collate "C" not null,
  hash bytea not null unique,
  title text not null,
  amount bigint not null,
  currency text not null,
  state text not null check (state in ('open', 'challenged', 'paying', 'paid', 'declined', 'cancelled')),
  return_url text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create table sandbox_refunds (
  id text collate "C" primary key,
  payment_id text collate "C" not null references sandbox_payments (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
create table sandbox_events (
  id text collate "C" primary key,
  merchant text collate "C" not null,
  kind text not null,
  payment_id text collate "C" not null,
  refund_id text collate "C",
  body text not null,
  created_at timestamptz not null
);
create index on sandbox_events (merchant, created_at);
create unique index on sandbox_events (payment_id, refund_id) where refund_id is not null;

grant select on bundle_prices to wellwish_runtime;
grant select, insert, update, delete on
  payments, refunds, payment_links, provider_events, provider_polls,
  sandbox_payments, sandbox_refunds, sandbox_events
  to wellwish_runtime;
-- What is booked stays as it is: a mistake is mended by another movement.
grant select, insert on ledger_accounts, ledger to wellwish_runtime;
