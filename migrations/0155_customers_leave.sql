-- Which endpoints a platform created for its customer: they end when the customer leaves or closes the account to it.
alter table webhook_endpoints add column by_platform boolean not null default false;
-- A customer that leaves is in the audit log of its platform.
alter table audit_entries drop constraint audit_entries_actor_check;
alter table audit_entries add constraint audit_entries_actor_check
  check (actor in ('user', 'api_key', 'operator', 'platform', 'customer')) not valid;
