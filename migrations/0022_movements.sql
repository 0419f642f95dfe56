-- Files of movements are read piece by piece, the oldest first: without this each piece sorted the account's ledger.
create index on ledger (account_id, created_at, movement, leg);
