-- The day on which a person opened an invitation, until the next day, when all openings of a card are shown together.
-- Readers who poll the invitations would otherwise see who opens the card right before an anonymous note is signed.
alter table invitations add column seen_at timestamptz;
create index invitations_seen on invitations (account_id, card_id) where seen_at is not null;
