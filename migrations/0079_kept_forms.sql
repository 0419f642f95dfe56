-- The form that a user sent after their session had ended: one for each user, sealed for the user and the browser that
-- sent it. Outside row-level security like sessions.
create table kept_forms (
  user_id text collate "C" primary key references users (id) on delete cascade,
  sealed bytea not null,
  expires_at timestamptz not null
);
create index on kept_forms (expires_at);
grant select, insert, update, delete on kept_forms to wellwish_runtime;
