-- The version of the link, and so of the address, with which the person made their choice, or with which it was restored.
-- The address keeps the choice, however many addresses the person had before.
alter table people add column choice_link_version integer;
