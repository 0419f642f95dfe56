-- The former release marked the invitations of anonymous authors as answered when their card closed, and those of
-- named authors whose note became anonymous, both with a day as the time. They become what they were before. Of
-- an opening on that day it is not known whether it was one, so it is dropped. An invitation that had been
-- declined, or whose message had failed, has that as its newest event.
update invitations i set
  status = coalesce(ended.status, case
    when i.opened_at < i.contributed_at then 'opened'
    when i.delivered_at is not null then 'delivered'
    when i.sent_count > 0 then 'sent'
    else 'queued' end),
  status_reason = case
    when ended.status is not null then ended.reason
    when not i.sends and i.sent_count = 0 and i.opened_at >= i.contributed_at then 'link_only' end,
  opened_at = case when i.opened_at < i.contributed_at then i.opened_at end,
  contributed_at = null,
  version = i.version - 1,
  updated_at = greatest(i.created_at, i.last_sent_at, i.delivered_at, ended.at,
    case when i.opened_at < i.contributed_at then i.opened_at + interval '1 day' end)
from (
  select r.account_id, r.id, e.status, e.reason, e.at
  from invitations r
  left join lateral (
    select case when n.type in ('invitation.declined', 'invitation.bounced', 'invitation.failed')
        then substring(n.type from 12) end as status, n.data ->> 'reason' as reason, n.created_at as at
    from events n
    where n.account_id = r.account_id and n.card_id = r.card_id and n.data ->> 'invite_id' = r.id
    order by n.id desc limit 1) e on e.status is not null
  where r.status = 'contributed' and not r.is_parent
    and r.contributed_at = date_trunc('day', r.contributed_at, 'UTC')
    and not exists (
      select 1 from contributions c
      where c.account_id = r.account_id and c.card_id = r.card_id and c.invitation_id = r.id
        and not c.anonymous and c.note_status <> 'deleted')
) as ended
where i.account_id = ended.account_id and i.id = ended.id;
