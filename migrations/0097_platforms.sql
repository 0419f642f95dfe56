-- Accounts that the operator lets create accounts for their customers. Outside row-level security, like customers: a token is
-- looked up before the account is known. Only the owner's commands write platforms.
create table platforms (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  created_at timestamptz not null
);
grant select on platforms to wellwish_runtime;

-- Which platform acts for an account. The row ends when the customer leaves.
create table customers (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  platform_id text collate "C" not null references accounts (id),
  external_id text collate "C",
  -- Whose bundles the cards come from once the customer has none of its own.
  bundles text not null default 'own' check (bundles in ('own', 'platform')),
  -- Since when the customer's owners have closed everything but counts to the platform.
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (account_id <> platform_id)
);
create index on customers (platform_id, account_id);
create unique index on customers (platform_id, external_id) where external_id is not null;
grant select, insert, update, delete on customers to wellwish_runtime;

-- The customers of a platform with their settings, which row-level security hides from the platform's own transaction.
create function customer_accounts(of_platform_id text, only_id text)
returns table (
  id text, name text, external_id text, bundles text, closed_at timestamptz, suspended_at timestamptz, cards bigint,
  created_at timestamptz, updated_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select a.id, a.name, c.external_id, c.bundles, c.closed_at, s.suspended_at,
    (select count(*) from cards k where k.account_id = a.id and k.deleted_at is null) as cards,
    a.created_at, greatest(a.updated_at, c.updated_at) as updated_at
  from customers c join accounts a on a.id = c.account_id
  left join account_suspensions s on s.account_id = c.account_id
  where c.platform_id = of_platform_id and array_position(visible_accounts(), of_platform_id) is not null
    and (only_id is null or c.account_id = only_id) and s.deletion_began_at is null;
end;
revoke execute on function customer_accounts from public;
grant execute on function customer_accounts to wellwish_runtime;

-- The platform that acts for an account, with its name for the account's owners.
create function platform_of(of_account_id text)
returns table (name text, bundles text, closed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.name, c.bundles, c.closed_at from customers c join accounts p on p.id = c.platform_id
  where c.account_id = of_account_id and array_position(visible_accounts(), of_account_id) is not null;
end;
revoke execute on function platform_of from public;
grant execute on function platform_of to wellwish_runtime;
