-- When somebody who has not signed is reminded next, and how often they have been.

alter table invitations
  add column next_reminder_at timestamptz,
  add column reminders_sent integer not null default 0,
  -- Days are counted from here where the address was corrected; else from created_at.
  add column reminders_from timestamptz;
