-- Accounts can have a key of Mollie.
alter table payment_providers drop constraint payment_providers_provider_check;
alter table payment_providers add constraint payment_providers_provider_check
  check (provider in ('mollie', 'stripe')) not valid;
alter table payments drop constraint payments_provider_check;
alter table payments add constraint payments_provider_check
  check (provider in ('mollie', 'sandbox', 'stripe')) not valid;
