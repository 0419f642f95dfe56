"""The invitation: its row, its record, and access by its id."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from wellwish import clock, ids
from wellwish.cards.access import ByChild, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.link import INVITATION, Link
from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.http import Services, from_row

DeliveryType = Literal["email", "sms", "group"]
Status = Literal[
    "queued",
    "sent",
    "delivered",
    "opened",
    "contributed",
    "bounced",
    "failed",
    "declined",
    "revoked",
    "suppressed",
]

# Reasons for the status of an invitation.
LINK_ONLY: Final = "link_only"  # nothing is sent: `send` is false, or a label has no address
RECIPIENT: Final = "recipient"  # suppressed: the card is for this person
BUDGET: Final = "budget"  # queued until the address may receive a message again
ACCOUNT_BUDGET: Final = "account_budget"  # queued until the account may send again
NO_PROVIDER: Final = "no_provider"  # queued until the operator configures a provider
CARD_CLOSED: Final = "card_closed"
INVITATION_LIMIT: Final = "invitation_limit"

AUTO: Final = "auto"  # a reminder that follows the card's auto_reminders

_FINDS: Final = """
    select i.account_id, i.card_id from invitations i
    join cards c on c.account_id = i.account_id and c.id = i.card_id and c.deleted_at is null
    where i.account_id = any (:account_ids) and i.id = :id
    """


def by_invitation(place: Literal["path", "body"], row: type[CardRow] | None = None) -> ByChild:
    """Access by an invitation's id."""
    return ByChild("inv", "invite_id", place, "invite_contributors", _FINDS, row)


class InvitationRow(Struct, frozen=True):
    """A row of invitations."""

    id: str
    card_id: str
    parent_id: str | None
    group_id: str | None
    is_parent: bool  # a saved group, whose members are invited one by one
    delivery_type: DeliveryType
    delivery_id: str
    address_key: str
    name: str | None
    title: str | None
    message: str | None
    reminder: str
    status: Status
    status_reason: str | None
    sends: bool
    asked: int
    link_version: int
    sent_count: int
    last_sent_at: datetime | None
    delivered_at: datetime | None
    opened_at: datetime | None
    contributed_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def is_shared(self) -> bool:
        """Whether many may sign through the link, as with a chat channel."""
        return self.delivery_type == "group" and not self.is_parent

    @property
    def link(self) -> Link | None:
        """The link if it is active, or None."""
        if self.is_parent or self.status in ("revoked", "suppressed"):
            return None
        return Link(INVITATION, self.id, self.link_version)


class Progress(Struct, frozen=True, kw_only=True):
    """Progress of inviting the members of a saved group; complete when done plus dropped equals the total."""

    members_total: int
    members_done: Annotated[int, Meta(description="Members processed, including those already invited.")]
    already_invited: Annotated[int, Meta(description="Members who already had an invitation to the card.")]
    members_dropped: Annotated[int, Meta(description="Members not invited because the card was closed.")]


class MemberCounts(Struct, frozen=True, kw_only=True):
    """The number of a saved group's invitations, by status."""

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


InviteId = Annotated[str, Meta(pattern=ids.pattern("inv"), description="The same as `id`.")]


class Invitation(Struct, frozen=True, kw_only=True):
    """An invitation. For a saved group it is a parent invitation, with ``progress`` and ``counts``.

    A parent invitation is `queued` while members or their invitations are, then `sent`.
    """

    object: Literal["invitation"] = "invitation"
    id: Annotated[str, Meta(pattern=ids.pattern("inv"))]
    invite_id: InviteId
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    parent_invite_id: Annotated[str, Meta(pattern=ids.pattern("inv"))] | None
    group_id: Annotated[str, Meta(pattern=ids.pattern("grp"))] | None
    delivery_type: DeliveryType
    delivery_id: str
    name: str | None
    title: str | None
    message: str | None
    reminder: Annotated[
        Literal["auto", "none", "once", "daily", "weekly"],
        Meta(description="`auto` follows the card's `auto_reminders`."),
    ]
    send: bool
    status: Status
    status_reason: (
        Annotated[
            str,
            Meta(
                description="Reason for the status: link_only, recipient, unsubscribed, bounced, complained, "
                "stopped, budget, account_budget, sms_budget, no_provider, retrying, card_closed, "
                "no_such_mailbox, rejected, gave_up, invalid_address, no_smtputf8 or internal_error; for "
                "text messages also invalid_number, landline, not_mobile, country_not_allowed, "
                "unknown_number, not_reachable, blocked, filtered, "
                "not_delivered or too_long; for groups also invitation_limit; for channels also no_channel, "
                "address_refused, channel_refused "
                "or channel_unavailable. A suppressed invitation has no reason if the address receives no "
                "messages from any account."
            ),
        ]
        | None
    )
    link: (
        Annotated[str, Meta(description="Signing link; null for a saved group, and while no link works.")]
        | None
    )
    sent_count: int
    last_sent_at: str | None
    delivered_at: str | None
    opened_at: str | None
    contributed_at: str | None
    progress: Progress | UnsetType = UNSET
    counts: MemberCounts | UnsetType = UNSET
    version: int
    created_at: str
    updated_at: str


def record(row: InvitationRow, services: Services) -> Invitation:
    """Returns the record of a row; every reader may invite, and so sees the link."""
    link = row.link
    # The second of the opening would reveal the author of an anonymous note; older rows still hold it.
    opened_at = row.opened_at and row.opened_at.replace(hour=0, minute=0, second=0, microsecond=0)
    return from_row(
        Invitation,
        row,
        opened_at=clock.rfc3339_or_none(opened_at),
        invite_id=row.id,
        parent_invite_id=row.parent_id,
        send=row.sends,
        link=None if link is None else link.url(services.keys, services.settings.base_url),
    )


async def records(
    tx: Tx, access: CardAccess, services: Services, rows: Sequence[InvitationRow]
) -> list[Invitation]:
    """Returns the records of rows, those of saved groups with their counts."""
    parents = [row.id for row in rows if row.is_parent]
    counted = {each.invitation_id: each for each in await _counted(tx, access, parents)} if parents else {}
    return [_with_counts(record(row, services), counted.get(row.id)) for row in rows]


async def single(tx: Tx, access: CardAccess, services: Services, row: InvitationRow) -> Invitation:
    return (await records(tx, access, services, [row]))[0]


class _Counted(Struct):
    """The state of a saved group; ``reason`` is why invitations of its members are queued."""

    invitation_id: str
    members_total: int
    members_done: int
    already_invited: int
    members_dropped: int
    children: dict[str, int]
    reason: str | None
    changes: int

    @property
    def status(self) -> Status:
        """``sent`` once every member is processed and none of their invitations is queued."""
        is_complete = self.members_done + self.members_dropped == self.members_total
        return "sent" if is_complete and not self.children.get("queued") else "queued"


async def _counted(tx: Tx, access: CardAccess, parents: Sequence[str]) -> list[_Counted]:
    return await tx.many(
        _Counted,
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


def _with_counts(shown: Invitation, counted: _Counted | None) -> Invitation:
    if counted is None:
        return shown
    progress = Progress(
        members_total=counted.members_total,
        members_done=counted.members_done,
        already_invited=counted.already_invited,
        members_dropped=counted.members_dropped,
    )
    # The counts are part of the record, so each step of the expansion and each change of a member's
    # invitation raises the version.
    version = shown.version + counted.changes
    counts = MemberCounts(**counted.children)
    shown = structs.replace(shown, progress=progress, counts=counts, version=version)
    if shown.status not in ("queued", "sent"):
        return shown
    reason = (shown.status_reason or counted.reason) if counted.status == "queued" else None
    return structs.replace(shown, status=counted.status, status_reason=reason)


async def load(tx: Tx, access: CardAccess, invite_id: str) -> InvitationRow:
    """Raises NotFound."""
    row = await tx.maybe(
        InvitationRow,
        """
        select {columns} from invitations
        where account_id = :account_id and id = :id and card_id = :card_id
        """,
        account_id=access.account_id,
        id=invite_id,
        card_id=access.card_id,
    )
    if row is None:
        raise NotFound
    return row


async def locked(tx: Tx, access: CardAccess, invite_id: str) -> InvitationRow:
    """Returns the row, locked until the transaction ends. Raises NotFound."""
    row = await tx.maybe(
        InvitationRow,
        """
        select {columns} from invitations
        where account_id = :account_id and id = :id and card_id = :card_id for no key update
        """,
        account_id=access.account_id,
        id=invite_id,
        card_id=access.card_id,
    )
    if row is None:
        raise NotFound
    return row
