-- The carriers of text messages: their shares, and what they did lately. All processes go by these, so they
-- stand outside row-level security and hold neither numbers nor words.

create table carriers (
  name text collate "C" primary key,
  weight integer not null check (weight between 0 and 100),
  moved_at timestamptz not null
);

create table carrier_errors (
  carrier text collate "C" not null,
  created_at timestamptz not null
);
create index on carrier_errors (carrier, created_at);

-- What was handed over within the last hour, and when it arrived.
create table carrier_texts (
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  carrier text collate "C" not null,
  handed_over_at timestamptz not null,
  delivered_at timestamptz,
  primary key (account_id, message_id)
);
create index on carrier_texts (carrier, handed_over_at);

grant select, insert, update, delete on carriers, carrier_errors, carrier_texts to wellwish_runtime;
