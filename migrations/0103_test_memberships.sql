-- A membership of a test account changes and ends with that of the live account. No row has one yet, so there is nothing to
-- validate.
alter table memberships add constraint memberships_live_fkey
  foreign key (live_account_id, user_id, role) references memberships (account_id, user_id, role)
  on update cascade on delete cascade not valid;

-- Posts to the channels of a test account are kept for its outbox, like its other messages.
alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check check (channel in ('email', 'sms', 'group')) not valid;
