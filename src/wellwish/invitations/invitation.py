"""The invitation: its row, its record, and access by its ID."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from wellwish.base import clock, ids
from wellwish.cards.access import ByChild, CardAccess
from wellwish.cards.card_row import CardRow, OfCard
from wellwish.cards.link import INVITATION, Link
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, from_row
from wellwish.invitations.progress import Counted, MemberCounts, Progress, count_members

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
LINK_ONLY: Final = "link_only"  # nothing is sent, because `send` is false or a label has no address
RECIPIENT: Final = "recipient"  # suppressed, because the card is for this person
BUDGET: Final = "budget"  # queued until the address may receive a message again
ACCOUNT_BUDGET: Final = "account_budget"  # queued until the account may send again
NO_PROVIDER: Final = "no_provider"  # queued until the operator configures a provider
CARD_CLOSED: Final = "card_closed"
INVITATION_LIMIT: Final = "invitation_limit"

AUTO: Final = "auto"  # a planned reminder, subject to the card's auto_reminders

_FINDS: Final = """
    select i.account_id, i.card_id from invitations i
    join cards c on c.account_id = i.account_id and c.id = i.card_id and c.deleted_at is null
    where i.account_id = any (:account_ids) and i.id = :id
    """


def by_invitation(place: Literal["path", "body"], row: type[CardRow] | None = None) -> ByChild:
    """Access by an invitation's ID."""
    return ByChild("inv", "invite_id", place, "invite_contributors", _FINDS, row)


class InvitationRow(Struct, frozen=True):
    id: str
    card_id: str
    parent_id: str | None
    group_id: str | None
    is_parent: bool  # a saved group whose members are invited individually
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
        """Whether many people can sign through the link, as in a chat channel."""
        return self.delivery_type == "group" and not self.is_parent

    @property
    def link(self) -> Link | None:
        """The link if it is active, or None."""
        if self.is_parent or self.status in ("revoked", "suppressed"):
            return None
        return Link(INVITATION, self.id, self.link_version)


InviteId = Annotated[str, Meta(pattern=ids.pattern("inv"), description="The same as `id`.")]


class Invitation(Struct, frozen=True, kw_only=True):
    """An invitation. For a saved group it is a parent invitation, with ``progress`` and ``counts``.

    A parent invitation is `queued` until all members are processed and none of their invitations is queued,
    and then `sent`.
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


def record(row: InvitationRow, services: Services, *, is_owner: bool) -> Invitation:
    """Returns the record of a row with its link, since all readers may invite."""
    if not is_owner:
        row = _for_admin(row)
    link = row.link
    # The exact time of opening could identify the author of an anonymous note; only older rows contain it.
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


def _for_admin(row: InvitationRow) -> InvitationRow:
    """Returns the row without the data of saved groups and recipients, which only the owner sees."""
    if row.group_id is not None:
        row = structs.replace(row, group_id=None, delivery_id="group", name=None)
    return structs.replace(row, status_reason=None) if row.status_reason == RECIPIENT else row


async def records(
    tx: Tx, access: CardAccess, services: Services, rows: Sequence[InvitationRow]
) -> list[Invitation]:
    """Returns the records of rows, with counts for saved groups."""
    parents = [row.id for row in rows if row.is_parent]
    counted = (
        {each.invitation_id: each for each in await count_members(tx, access, parents)} if parents else {}
    )
    shown = [record(row, services, is_owner=access.is_owner) for row in rows]
    return [_with_counts(each, counted.get(each.id)) for each in shown]


async def single(tx: Tx, access: CardAccess, services: Services, row: InvitationRow) -> Invitation:
    return (await records(tx, access, services, [row]))[0]


def _with_counts(shown: Invitation, counted: Counted | None) -> Invitation:
    if counted is None:
        return shown
    progress = Progress(
        members_total=counted.members_total,
        members_done=counted.members_done,
        already_invited=counted.already_invited,
        members_dropped=counted.members_dropped,
    )
    # The counts are part of the record, so each step of the expansion and each change to a member's
    # invitation increments the version.
    version = shown.version + counted.changes
    counts = MemberCounts(**counted.children)
    shown = structs.replace(shown, progress=progress, counts=counts, version=version)
    if shown.status not in ("queued", "sent"):
        return shown
    reason = (shown.status_reason or counted.reason) if counted.status == "queued" else None
    return structs.replace(shown, status=counted.status, status_reason=reason)


async def load(tx: Tx, access: CardAccess, invite_id: str) -> InvitationRow:
    """Raises NotFound."""
    return await tx.found(
        InvitationRow,
        """
        select {columns} from invitations
        where account_id = :account_id and id = :id and card_id = :card_id
        """,
        account_id=access.account_id,
        id=invite_id,
        card_id=access.card_id,
    )


async def locked(tx: Tx, access: OfCard, invite_id: str) -> InvitationRow:
    """Returns the row, locked until the transaction ends. Raises NotFound."""
    return await tx.found(
        InvitationRow,
        """
        select {columns} from invitations
        where account_id = :account_id and id = :id and card_id = :card_id for no key update
        """,
        account_id=access.account_id,
        id=invite_id,
        card_id=access.card_id,
    )
