-- How often owners changed or skipped the occasion, or withdrew that: the version of its record. Other writes keep it.
alter table occasions add column revision integer not null default 0;
