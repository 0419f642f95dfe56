-- A parent invitation is sent once none of its members' invitations is queued: found by one probe, whatever their number.
create index invitations_queued_members on invitations (account_id, parent_id)
  where parent_id is not null and status = 'queued';
