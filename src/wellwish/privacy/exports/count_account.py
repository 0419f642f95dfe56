"""Count the records of an account, by kind, in the order in which its export has them."""

from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy.data_request import KindCount


class _Counted(Struct):
    counts: dict[str, int]


async def count_account(tx: Tx, services: Services, account_id: str) -> list[KindCount]:
    """Returns the numbers of records. Their order is that of ``KINDS``."""
    counted = await tx.one(
        _Counted,
        _COUNT,
        account_id=account_id,
        oldest_event=tx.now - services.settings.limits.retention.events,
    )
    return [KindCount(kind, counted.counts[kind]) for kind in KINDS]


# From the smallest to the largest, and cards before what belongs to them.
KINDS: Final = (
    "account", "payment_provider", "member", "credential", "restricted_key", "bundle_purchase",
    "webhook_endpoint", "erasure", "suppression", "group", "group_member", "person", "occasion_rule",
    "occasion", "card", "card_admin", "invitation", "contribution", "note_report", "thanks", "handover",
    "payment", "refund_request", "movement", "event", "audit_entry", "media",
)  # fmt: skip

_COUNT: Final = """
    with kept as materialized (
      select id from cards where account_id = :account_id and deleted_at is null
    )
    select jsonb_build_object(
      'account', 1,
      'payment_provider', 1,
      'member', (
        select count(*) from memberships m where m.account_id = :account_id) + (
        select count(*) from member_invitations i
          where i.account_id = :account_id and i.expires_at > :now),
      'credential', (
        select count(*) from credentials c
          where c.account_id = :account_id and (c.ends_at is null or c.ends_at > :real_now)),
      'restricted_key', (select count(*) from restricted_keys k where k.account_id = :account_id),
      'bundle_purchase', (
        select count(*) from bundle_purchases b where b.account_id = :account_id and b.platform_id is null),
      'webhook_endpoint', (select count(*) from webhook_endpoints w where w.account_id = :account_id),
      'erasure', (
        select count(*) from data_requests d where d.account_id = :account_id and d.kind = 'erasure'),
      'suppression', (
        select count(*) from suppressions s
          where s.account_id = :account_id and s.id is not null and s.sealed_address is not null),
      'group', (select count(*) from groups g where g.account_id = :account_id),
      'group_member', (select count(*) from group_members g where g.account_id = :account_id),
      'person', (select count(*) from people p where p.account_id = :account_id),
      'occasion_rule', (select count(*) from occasion_rules r where r.account_id = :account_id),
      'occasion', (
        select count(*) from occasions o where o.account_id = :account_id
          and (o.state in ('made', 'skipped') or o.closes_at <= :now or o.changes is not null)),
      'card', (select count(*) from kept),
      'card_admin', (
        select count(*) from card_admins a where a.account_id = :account_id and a.removed_at is null
          and a.card_id in (select id from kept)),
      'invitation', (
        select count(*) from invitations i
          where i.account_id = :account_id and i.card_id in (select id from kept)),
      'contribution', (
        select count(*) from contributions c where c.account_id = :account_id and c.note_status <> 'deleted'
          and c.card_id in (select id from kept)),
      'note_report', (
        select count(distinct r.contribution_id) from note_reports r
          where r.account_id = :account_id and r.card_id in (select id from kept)),
      'thanks', (
        select count(*) from thanks t where t.account_id = :account_id
          and t.card_id in (select id from kept)),
      'handover', (
        select count(*) from handovers h where h.account_id = :account_id
          and h.card_id in (select id from kept)),
      'payment', (select count(*) from payments p where p.account_id = :account_id),
      'refund_request', (select count(*) from refund_requests r where r.account_id = :account_id),
      'movement', (select count(*) from ledger l where l.account_id = :account_id),
      'event', (
        select count(*) from events e where e.account_id = :account_id and e.created_at > :oldest_event),
      'audit_entry', (select count(*) from audit_entries a where a.account_id = :account_id),
      'media', (
        select count(*) from media m
          where m.account_id = :account_id and m.status = 'ready' and m.card_id in (select id from kept)
            and (m.kind in ('audio', 'logo') or m.thanks_recipient_id is not null
              or m.contribution_id in (
                select c.id from contributions c
                where c.account_id = :account_id and c.note_status <> 'deleted')))
    ) as counts
    """
