-- Up to four photos and GIFs on a note, in the order of their position. The index that keeps positions unique is in the
-- next file.
alter table media add column position smallint not null default 0;
alter table media add constraint media_position_check
  check (position between 0 and 3 and (position = 0 or kind in ('photo', 'gif'))) not valid;
