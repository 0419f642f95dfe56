-- Mail to the organisers of a card: which they want, who created the card at the desk, and how far the last mails went.
alter table cards add column organiser_mail text not null default 'daily';
alter table cards add constraint cards_organiser_mail_check check (organiser_mail in ('none', 'each', 'daily')) not valid;
alter table cards add column organiser_id text collate "C";
create table organiser_news (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  txid xid8 not null,
  read_at timestamptz not null,
  mailed_at timestamptz,
  mailed_day date,
  all_signed_at timestamptz,
  warned_of timestamptz,
  primary key (account_id, card_id),
  foreign key (account_id, card_id) references cards (account_id, id)
);
alter table organiser_news enable row level security;
create policy tenant on organiser_news using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on organiser_news to wellwish_runtime;
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled', 'own_link', 'receipt', 'card_opened', 'card_thanked', 'sign_in',
  'gift', 'gift_reminder', 'refund_request', 'member_invited', 'email_change', 'person_request', 'card_news'));
