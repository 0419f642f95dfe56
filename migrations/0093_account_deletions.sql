-- The deletion of an account begins with its suspension, and its row remains for the records of payments. The service only reads
-- both times; the owner's command writes them.
alter table account_suspensions add column deletion_began_at timestamptz, add column deleted_at timestamptz;
