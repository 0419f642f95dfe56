-- Who reads the published notes of a card before it is closed.
alter table cards add column see_notes text not null default 'signed'
  check (see_notes in ('everyone', 'signed', 'nobody'));
