-- The choices that people made before 0277 are kept with their present address, too. Separate from 0277, so that the
-- table is not locked while the rows are updated.
update people set choice_link_version = link_version
where choice_link_version is null and (no_cards or no_birthday or only_team or skipped_year is not null);
