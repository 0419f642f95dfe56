-- The keyed hash of the recipient of a mail that is not stored, such as a sign-in mail.
alter table bounce_addresses add column address_hash bytea;
