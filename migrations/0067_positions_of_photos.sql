-- no transaction
-- One file at each position of a note, instead of one photo or GIF, one drawing and one recording.
drop index concurrently if exists media_of_note;
create unique index concurrently media_of_note
  on media (account_id, contribution_id, (case kind when 'gif' then 'photo' else kind end), position)
  where contribution_id is not null;
drop index concurrently if exists media_account_id_contribution_id_kind_idx;
