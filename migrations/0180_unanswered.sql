-- What an invitation was before somebody signed through it by name: an edit that makes the note anonymous puts
-- the invitation back.
alter table invitations
  add column unanswered_status text,
  add column unanswered_reason text,
  add column unanswered_updated_at timestamptz;
