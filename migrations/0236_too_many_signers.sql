-- A manager can have more people than one transaction invites.
alter table occasions drop constraint occasions_state_check;
alter table occasions add constraint occasions_state_check check (state in (
  'planned', 'made', 'skipped', 'declined', 'left', 'paused', 'missed', 'no_design', 'no_signers', 'too_many_signers',
  'over_limit', 'no_cards', 'failed')) not valid;
