-- Requests of contributors to get their money back. An owner approves or refuses them.
create table refund_requests (
  account_id text collate "C" not null,
  id text collate "C" not null,
  payment_id text collate "C" not null,
  contribution_id text collate "C" not null,
  card_id text collate "C" not null,
  status text not null check (status in ('open', 'approved', 'refused', 'closed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text,
  note text,
  refund_id text collate "C",
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payments (account_id, id)
);
create unique index refund_requests_open on refund_requests (account_id, payment_id) where status = 'open';
create index refund_requests_payment on refund_requests (account_id, payment_id, id);
create index refund_requests_card on refund_requests (account_id, card_id, id);
alter table refund_requests enable row level security;
create policy tenant on refund_requests using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on refund_requests to wellwish_runtime;
