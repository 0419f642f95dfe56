-- A recipient's thanks can have a photo and a recording: media that belong to the thanks of a recipient, for everyone
-- (empty thanks_contribution_id) or for the author of one note. The index that keeps them unique is in the next file.
alter table media add column thanks_recipient_id text collate "C", add column thanks_contribution_id text collate "C";
alter table media add constraint media_thanks_check
  check ((thanks_recipient_id is null) = (thanks_contribution_id is null)
    and (thanks_recipient_id is null or (contribution_id is null and kind in ('photo', 'voice')))) not valid;
