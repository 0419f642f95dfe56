-- How the collected money of a card reached its recipient. The URL, such as that of a voucher, can be worth the money:
-- it is sealed.
create table handovers (
  account_id text collate "C" not null,
  card_id text collate "C" not null,
  method text not null check (method in ('voucher', 'cash', 'bank_transfer', 'present', 'other')),
  amount bigint not null check (amount > 0),
  currency text not null,
  note text,
  sealed_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, card_id),
  foreign key (account_id, card_id) references cards (account_id, id)
);
alter table handovers enable row level security;
create policy tenant on handovers using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on handovers to wellwish_runtime;
