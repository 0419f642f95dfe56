-- The origins of other sites whose pages may show the signing form of the account's cards in a frame.
alter table accounts add column embed_origins jsonb not null default '[]';
