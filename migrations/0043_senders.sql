-- Where replies to a card's mails go.
alter table cards add column reply_to text;

-- Reports of mails by the people who got them, for the operator. One for each mail; the reader can change it.
create table mail_reports (
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  card_id text collate "C",
  kind text not null,
  reason text not null check (reason in ('unknown_sender', 'spam', 'fraud', 'other')),
  text text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, message_id)
);
create index on mail_reports (created_at) where closed_at is null;
alter table mail_reports enable row level security;
create policy tenant on mail_reports using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update on mail_reports to wellwish_runtime;
