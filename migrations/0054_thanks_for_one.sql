-- A recipient thanks everyone, or the author of one note. An empty contribution_id is for everyone.
alter table thanks add column contribution_id text collate "C" not null default '';
alter table thanks drop constraint thanks_pkey;
alter table thanks add primary key (account_id, card_id, recipient_id, contribution_id);
