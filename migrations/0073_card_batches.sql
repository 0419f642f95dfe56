-- Cards that are created together, all or none, by a job. The body holds the cards until then; afterwards the ids are
-- left.
create table card_batches (
  account_id text collate "C" not null references accounts (id),
  id text collate "C" not null,
  status text not null check (status in ('pending', 'completed', 'failed')),
  status_reason text,
  cards_total integer not null check (cards_total between 1 and 200),
  body jsonb check ((body is not null) = (status = 'pending')),
  card_ids jsonb not null default '[]',
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
alter table card_batches enable row level security;
create policy tenant on card_batches using (array_position(visible_accounts(), account_id) is not null);
grant select, insert, update, delete on card_batches to wellwish_runtime;
