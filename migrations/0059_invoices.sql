-- Invoices of bundles, which the payment provider writes and numbers.
alter table payments
  add column invoice_number text,
  add column invoice_url text,
  add column invoice_tax bigint;
