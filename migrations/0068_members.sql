-- Invitations to become a member of an account. Outside row-level security like memberships: they name the accounts that
-- invited a user before one is chosen.
create table member_invitations (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- As the owner typed it; sign-in mails go to the user's own address.
  email text not null,
  role text not null check (role in ('owner', 'member')),
  invited_by text collate "C" not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, user_id)
);
create index on member_invitations (user_id);
create index on member_invitations (expires_at);
grant select, insert, update, delete on member_invitations to wellwish_runtime;

-- The id of the member, which an accepted invitation keeps; without one it is made of the user's.
alter table memberships add column id text collate "C";

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in',
  'gift', 'gift_reminder', 'refund_request', 'member_invited'));
