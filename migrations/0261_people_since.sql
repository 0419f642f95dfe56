-- The time when the account added its first people, even if it deleted them since.
alter table accounts add column people_since timestamptz;
