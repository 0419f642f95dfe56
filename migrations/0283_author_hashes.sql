-- Several addresses can be tied to one note: that of its invitation, and those that the author's link was mailed to. With
-- one slot, the erasure of the second address would take the note from the first one's own request. The former column
-- is no longer used; a later release removes it.
alter table contributions add column author_hashes bytea[] not null default '{}';
update contributions set author_hashes = array[author_hash], author_hash = null where author_hash is not null;
