-- /readyz writes a row and rolls back, to learn whether the disk has room: always empty. Its payload is stored outside of
-- the row and not compressed, so that each probe needs pages.
create table write_probes (payload bytea not null);
alter table write_probes alter column payload set storage external;
grant select, insert on write_probes to wellwish_runtime;
