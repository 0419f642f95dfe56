-- What a provider keeps of a payment: as its owner states it by currency, or as payments by one method show.
alter table payment_providers add column fees jsonb;
alter table payments add column method text;
