-- The language of a note's text (BCP 47), so that screen readers pronounce it; unknown for older notes.
alter table contributions add column lang text;
