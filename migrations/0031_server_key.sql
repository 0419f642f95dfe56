-- Which server key (WELLWISH_SECRET_KEY) this database was written with: one row, written once by the first process
-- that uses the key. It holds a value derived from the key with HKDF-SHA-256 for this purpose only, which reveals
-- neither the key nor anything that is derived from it for other purposes.
create table server_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on server_key to wellwish_runtime;
