-- What becomes of a message after it was written, and who wants none.

-- Messages written before were shown in the outbox and counted as sent.
alter table messages
  add column kind text not null default 'invitation' check (kind in (
    'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated')),
  add column card_id text collate "C",
  add column invitation_id text collate "C",
  -- The part of the Message-ID before the @: the same for each copy, whatever is tried again.
  add column reference text collate "C",
  -- What the mail is made of; its links are derived when it leaves.
  add column content jsonb,
  add column status text not null default 'handed_over' check (status in (
    'queued', 'handed_over', 'delivered', 'bounced', 'failed', 'suppressed', 'dropped')),
  add column status_reason text,
  add column attempts integer not null default 0,
  add column first_attempt_at timestamptz,
  -- What the last server said: codes, never its words, which may hold addresses.
  add column last_answer text,
  add column provider text,
  add column provider_id text,
  add column handed_over_at timestamptz,
  add column delivered_at timestamptz;
alter table messages alter column kind drop default;
alter table messages alter column status drop default;
create index on messages (account_id, card_id) where card_id is not null;

-- Who wants no message, or cannot get one; an empty account_id stands for all accounts. Outside
-- row-level security: what one account's mail has brought to light holds for the others, who are not
-- told of it. Addresses stand here as keyed hashes alone.
create table suppressions (
  address_hash bytea not null,
  account_id text collate "C" not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'stopped')),
  created_at timestamptz not null,
  primary key (address_hash, account_id)
);

-- A way out belongs to an address and an account, and to no card.
alter table links alter column card_id drop not null;
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check
  check (kind in ('sign', 'invitation', 'view', 'public_view', 'unsubscribe'));

-- How far a message has come may change; what it says and to whom may not.
grant update (
  status, status_reason, attempts, first_attempt_at, last_answer, provider, provider_id, handed_over_at,
  delivered_at) on messages to wellwish_runtime;
grant delete on messages to wellwish_runtime;
grant select, insert, update, delete on suppressions to wellwish_runtime;
