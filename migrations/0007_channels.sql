-- Groups that are a channel of Slack or Teams: the address of its incoming webhook, which is a secret, so
-- it is sealed under the server key; the host alone is shown.

alter table groups
  add column webhook_url bytea,
  add column webhook_host text,
  add constraint groups_webhook check ((webhook_url is null) = (webhook_host is null)),
  add constraint groups_webhook_kind check (webhook_url is null or kind = 'channel');

-- A group that is synced or deleted finds where it was invited.
create index on invitations (account_id, group_id, id) where group_id is not null;
