-- The list of an account's payments: an index for each filter, in the order of the list.
create index on payments (account_id, status, id);
create index on payments (account_id, provider_reference) where provider_reference is not null;
