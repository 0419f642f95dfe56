-- Makes a step of the test clocks of these accounts wait for the transaction, and returns by how much the clock is ahead. A
-- lock of the row would make all transactions with test data wait for each other on a Citus cluster, where the table is on
-- every node. Each statement of the function has its own snapshot, so the second one sees the last step.
create function hold_test_clock(account_ids text[]) returns interval
language plpgsql volatile set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('test clock of ' || held.id, 0))
  from unnest(account_ids) as held (id) order by held.id;
  return (select max(t.ahead) from test_accounts t where t.account_id = any (account_ids));
end
$$;
