"""Count the records of an account, by kind, in the order in which its export has them."""

from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy.data_request import KindCount

_MOST: Final = 100_000  # of a kind: a count of more would take seconds


class _Counted(Struct):
    counts: dict[str, int]


async def count_account(tx: Tx, services: Services, account_id: str) -> list[KindCount]:
    """Returns the numbers of records, up to ``_MOST`` of each kind, in the order of ``KINDS``."""
    counted = await tx.one(
        _Counted,
        _COUNT,
        account_id=account_id,
        most=_MOST,
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
      'occasion_rule', (select count(*) from occasion_rules r where r.account_id = :account_id),
      'erasure', (
        select count(*) from (
          select true from data_requests d where d.account_id = :account_id and d.kind = 'erasure'
          limit :most) as counted),
      'suppression', (
        select count(*) from (
          select true from suppressions s where s.account_id = :account_id and s.id is not null
            and s.sealed_address is not null
          limit :most) as counted),
      'group', (
        select count(*) from (
          select true from groups g where g.account_id = :account_id
          limit :most) as counted),
      'group_member', (
        select count(*) from (
          select true from group_members g where g.account_id = :account_id
          limit :most) as counted),
      'person', (
        select count(*) from (
          select true from people p where p.account_id = :account_id
          limit :most) as counted),
      'occasion', (
        select count(*) from (
          select true from occasions o join people p on p.account_id = :account_id and p.id = o.person_id
          where o.account_id = :account_id and (
              o.state in ('made', 'skipped') or o.closes_at <= :now or o.changes is not null)
            and not p.no_cards and p.skipped_year is null
            and not (p.no_birthday and o.occasion = 'birthday')
          limit :most) as counted),
      'card', (
        select count(*) from (
          select true from cards c where c.account_id = :account_id and c.deleted_at is null
          limit :most) as counted),
      'card_admin', (
        select count(*) from (
          select true from card_admins a where a.account_id = :account_id and a.removed_at is null
            and exists (
              select true from cards k
              where k.account_id = :account_id and k.id = a.card_id and k.deleted_at is null)
          limit :most) as counted),
      'invitation', (
        select count(*) from (
          select true from invitations i where i.account_id = :account_id
            and exists (
              select true from cards k
              where k.account_id = :account_id and k.id = i.card_id and k.deleted_at is null)
          limit :most) as counted),
      'contribution', (
        select count(*) from (
          select true from contributions b where b.account_id = :account_id and b.note_status <> 'deleted'
            and exists (
              select true from cards k
              where k.account_id = :account_id and k.id = b.card_id and k.deleted_at is null)
          limit :most) as counted),
      'note_report', (
        select count(*) from (
          select true from (select distinct r.account_id, r.contribution_id, r.card_id from note_reports r
            where r.account_id = :account_id) n where n.account_id = :account_id
            and exists (
              select true from cards k
              where k.account_id = :account_id and k.id = n.card_id and k.deleted_at is null)
          limit :most) as counted),
      'thanks', (
        select count(*) from (
          select true from thanks t where t.account_id = :account_id
            and exists (
              select true from cards k
              where k.account_id = :account_id and k.id = t.card_id and k.deleted_at is null)
          limit :most) as counted),
      'handover', (
        select count(*) from (
          select true from handovers h where h.account_id = :account_id
            and exists (
              select true from cards k
              where k.account_id = :account_id and k.id = h.card_id and k.deleted_at is null)
          limit :most) as counted),
      'payment', (
        select count(*) from (
          select true from payments p where p.account_id = :account_id
          limit :most) as counted),
      'refund_request', (
        select count(*) from (
          select true from refund_requests r where r.account_id = :account_id
          limit :most) as counted),
      'movement', (
        select count(*) from (
          select true from ledger l where l.account_id = :account_id
          limit :most) as counted),
      'event', (
        select count(*) from (
          select true from events e where e.account_id = :account_id and e.created_at > :oldest_event
          limit :most) as counted),
      'audit_entry', (
        select count(*) from (
          select true from audit_entries a where a.account_id = :account_id
          limit :most) as counted),
      'media', (
        select count(*) from (
          select true from media m where m.account_id = :account_id and m.status = 'ready' and (
              m.kind in ('audio', 'logo') or m.thanks_recipient_id is not null or exists (
                select true from contributions b
                where b.account_id = :account_id and b.id = m.contribution_id
                  and b.note_status <> 'deleted'))
            and exists (
              select true from cards k
              where k.account_id = :account_id and k.id = m.card_id and k.deleted_at is null)
          limit :most) as counted)
    ) as counts
    """
