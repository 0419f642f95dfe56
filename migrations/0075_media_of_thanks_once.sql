-- no transaction
-- One photo and one recording for each thanks.
drop index concurrently if exists media_of_thanks;
create unique index concurrently media_of_thanks
  on media (account_id, card_id, thanks_recipient_id, thanks_contribution_id, kind)
  where thanks_recipient_id is not null;
