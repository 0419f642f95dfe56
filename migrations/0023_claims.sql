-- A lease is renewed while its job runs, so it fences nothing: how often a job was claimed only ever grows, and ends
-- of it count from its last claim alone. (attempts begins anew where a job goes on.)
alter table jobs add column claims bigint not null default 0;
