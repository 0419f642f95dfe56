"""The progress of inviting a saved group: its members and their invitations by status."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx


class Progress(Struct, frozen=True, kw_only=True):
    """Progress of inviting the members of a saved group. It is complete when `members_done` plus
    `members_dropped` equals `members_total`.
    """

    members_total: int
    members_done: Annotated[int, Meta(description="Members processed, including those already invited.")]
    already_invited: Annotated[int, Meta(description="Members who already had an invitation to the card.")]
    members_dropped: Annotated[int, Meta(description="Members not invited because the card was closed.")]


class MemberCounts(Struct, frozen=True, kw_only=True):
    """The numbers of a saved group's invitations, by status."""

    queued: int = 0
    sent: int = 0
    delivered: int = 0
    opened: int = 0
    contributed: int = 0
    bounced: int = 0
    failed: int = 0
    declined: int = 0
    revoked: int = 0
    suppressed: int = 0


class Counted(Struct):
    """The state of a saved group; ``reason`` explains why invitations of its members are queued."""

    invitation_id: str
    members_total: int
    members_done: int
    already_invited: int
    members_dropped: int
    children: dict[str, int]
    reason: str | None
    changes: int

    @property
    def status(self) -> Literal["queued", "sent"]:
        """``sent`` if all members are processed and none of their invitations is queued."""
        is_complete = self.members_done + self.members_dropped == self.members_total
        return "sent" if is_complete and not self.children.get("queued") else "queued"


async def count_members(tx: Tx, access: CardAccess, parents: Sequence[str]) -> list[Counted]:
    return await tx.many(
        Counted,
        """
        select e.invitation_id, e.members_total, e.members_done, e.already_invited, e.members_dropped,
          coalesce(made.children, '{}') as children, made.reason,
          e.members_done + coalesce(made.versions, 0) as changes
        from expansions e
        cross join lateral (
          select jsonb_object_agg(s.status, s.many) as children, sum(s.versions)::bigint as versions,
            max(s.reason) filter (where s.status = 'queued') as reason
          from (select i.status, count(*) as many, sum(i.version) as versions, max(i.status_reason) as reason
                from invitations i
                where i.account_id = :account_id and i.parent_id = e.invitation_id
                group by i.status) as s) as made
        where e.account_id = :account_id and e.invitation_id = any (:parents)
        """,
        account_id=access.account_id,
        parents=list(parents),
    )
