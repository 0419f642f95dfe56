-- When a recipient first pressed "Open your card" on their own link: opening a page does not count, since previews and
-- scanners do that.
alter table recipients add column first_viewed_at timestamptz;
