-- When a key pair last got a token, precise to the hour; null for pairs that have not since this migration.
alter table credentials add column last_used_at timestamptz;
