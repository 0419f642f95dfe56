-- A short video on a note, in place of its photos.
alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check
  check (kind in ('photo', 'gif', 'video', 'drawing', 'voice', 'audio', 'logo')) not valid;
