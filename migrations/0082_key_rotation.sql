-- Rotation of the server key (decision 33). While previous_fingerprint is set, values made with that key may be left,
-- and processes must have it as WELLWISH_SECRET_KEY_PREVIOUS. rotated_at is when the present key came into use.
alter table server_key
  add column previous_fingerprint bytea,
  add column rotated_at timestamptz;

-- Derived keys of links, covers, address hashes and names, which outlive the server key that they were derived from:
-- sealed with the server key in use, and used for subjects created from starts_at on. Empty until the first rotation.
create table key_generations (
  number integer primary key,
  starts_at timestamptz,
  sealed bytea not null
);
grant select on key_generations to wellwish_runtime;

-- The key that the hashes of a row were made with; null for rows of versions before rotation.
alter table credentials add column key_fingerprint bytea;
alter table sessions add column key_fingerprint bytea;
