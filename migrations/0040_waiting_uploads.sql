-- Whose a file is that a guest has uploaded and no note has yet: keyed hashes of the card with the browser, and with the
-- link of one person or, for a shared link, the network address. Null for files of the API, and once a note has the file.
alter table media add column upload_browser text;
alter table media add column upload_source text;
create index on media (account_id, card_id) where contribution_id is null;
