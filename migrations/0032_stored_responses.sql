-- The bytes of the responses that an account has stored for its idempotency keys, by the hour (hours since the Unix
-- epoch) in which they were stored. One row per account, so that the statement that adds to it locks all of its hours.
create table stored_response_bytes (
  account_id text collate "C" primary key,
  hours jsonb not null,
  updated_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index on stored_response_bytes (updated_at);
grant select, insert, update, delete on stored_response_bytes to wellwish_runtime;

-- The responses that are stored already. Each row counts 200 bytes in addition, as those stored later do.
insert into stored_response_bytes (account_id, hours, updated_at)
select account_id, jsonb_object_agg(hour, bytes), max(updated_at)
from (
  select account_id, floor(extract(epoch from created_at) / 3600)::bigint::text,
    sum(200 + coalesce(octet_length(answer), 0))::bigint, max(created_at)
  from idempotency_keys group by 1, 2
) as stored (account_id, hour, bytes, updated_at)
group by account_id;
