-- A platform that acts for its customer is in the customer's audit log.
alter table audit_entries drop constraint audit_entries_actor_check;
alter table audit_entries add constraint audit_entries_actor_check
  check (actor in ('user', 'api_key', 'operator', 'platform')) not valid;
