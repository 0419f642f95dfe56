-- A count is of a window that ends: one name for what some wrote as its begin and others as its end. The
-- counts that there are last a minute, or until midnight under the same time.
alter table throttles rename column window_start to window_ends_at;
alter index throttles_window_start_idx rename to throttles_window_ends_at_idx;

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'invitation', 'resend', 'reminder', 'admin_added', 'privileges_changed', 'credential_rotated',
  'webhook_endpoint_disabled'));

-- Failing is a row of failures; after a silence that is longer than any pause between two tries it begins anew.
alter table webhook_endpoints add column last_failed_at timestamptz;
