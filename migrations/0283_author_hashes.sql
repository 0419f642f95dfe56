-- Several addresses can be tied to one note: that of its invitation, and those that the author's link was mailed to. With
-- one slot, the erasure of the second address would take the note from the first one's own request. The former column
-- keeps its values, and is read and cleared together with this one: during an upgrade, processes of the former release
-- still read and write it. A later release moves the values and removes it.
alter table contributions add column author_hashes bytea[] not null default '{}';
