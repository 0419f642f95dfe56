-- In which language the last text to a number spoke, for what we answer to STOP, START and HELP: an answer
-- comes without an account. Numbers stand here as keyed hashes alone, outside of row-level security.
create table text_languages (
  address_hash bytea primary key,
  language text collate "C" not null
);

grant select, insert, update, delete on text_languages to wellwish_runtime;
