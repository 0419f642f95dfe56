-- Whether a transaction that this one sees as committed still commits elsewhere: never on one server. `script/distribute`
-- replaces the function on a Citus cluster, where the coordinator commits before the other nodes do.
create function is_committing(of_transaction xid) returns boolean
language sql stable parallel safe
return false;
