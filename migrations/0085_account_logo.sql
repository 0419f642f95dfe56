-- The account's logo: its folder in the storage of media, the parts of its URL, and its measures in pixels and bytes.
alter table accounts add column logo jsonb;
