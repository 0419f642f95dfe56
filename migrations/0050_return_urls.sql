-- Where payers return to after a payment: a page of an integrator, on an origin that the operator has listed for the
-- account, so that nobody turns the service into an open redirect.
alter table accounts add column return_origins text[] not null default '{}';
alter table payments add column return_url text;
