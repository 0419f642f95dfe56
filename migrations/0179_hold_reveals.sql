-- While servers and workers of the former release run beside new ones, its job must not mark invitations of anonymous
-- authors as answered. The job waits for a week instead; then a worker of this release ends it without effect.
create function hold_reveal() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.ready := false;
  new.run_at := new.run_at + interval '7 days';
  return new;
end
$$;
create trigger hold_reveal before insert on jobs
  for each row when (new.kind = 'invitations.reveal_signed') execute function hold_reveal();
update jobs set ready = false, run_at = run_at + interval '7 days' where kind = 'invitations.reveal_signed';
