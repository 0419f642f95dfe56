-- Which account at the provider a connected merchant is: one endpoint of a platform gets the events of all of them.
alter table provider_polls add column connected_id text collate "C";
update provider_polls p set connected_id = o.merchant_id from payment_providers o
  where o.connected and o.account_id = p.account_id and p.merchant = o.provider || ':' || o.id;
create index on provider_polls (connected_id) where connected_id is not null;
