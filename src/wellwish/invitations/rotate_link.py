"""Rotate a link of a card."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from wellwish.base import ids
from wellwish.base.errors import Fault, InvitationState, NotFound
from wellwish.cards import rotate_links as cards_rotate
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.link import Link, publish, withdraw
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Services, line, word
from wellwish.invitations.invitation import InvitationRow, locked

Which = Literal["shared", "public_view", "recipient", "invitation"]

_NEEDS: Final = {"recipient": "recipient_id", "invitation": "invite_id"}


class LinkRotation(Body, frozen=True, kw_only=True):
    """The link to rotate."""

    link: Annotated[
        str,
        word(
            get_args(Which), "The link to replace: shared, public view, recipient's view or invitation link."
        ),
    ]
    recipient_id: (
        Annotated[
            str,
            line(
                255, "ID of the recipient, if `link` is `recipient`.", schema={"pattern": ids.pattern("rcp")}
            ),
        ]
        | None
    ) = None
    invite_id: (
        Annotated[
            str,
            line(
                255,
                "ID of the invitation, if `link` is `invitation`.",
                schema={"pattern": ids.pattern("inv")},
            ),
        ]
        | None
    ) = None

    def faults(self) -> Iterable[Fault]:
        for link, name in _NEEDS.items():
            given = getattr(self, name) is not None
            if given != (self.link == link):
                code = "unexpected" if given else "required"
                verb = "allowed only" if given else "required"
                detail = f"This field is {verb} if `link` is `{link}`."
                yield Fault(f"/{name}", code, detail)


class RotatedLink(Struct, frozen=True, kw_only=True):
    """The new link."""

    object: Literal["link"] = "link"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    link: Annotated[Which, Meta(description="The link that was replaced.")]
    recipient_id: Annotated[str, Meta(pattern=ids.pattern("rcp"))] | None
    invite_id: Annotated[str, Meta(pattern=ids.pattern("inv"))] | None
    url: Annotated[str, Meta(description="The new link.")]


async def rotate_link(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, which: LinkRotation
) -> RotatedLink:
    """The old link stops working immediately. No message is sent; resend an invitation to send its new link.

    Raises NotFound, CardState if the card has no such link, InvitationState for an invitation without one.
    """
    try:
        new = await _new(tx, access, row, services, which)
    except NotFound:
        pointer = f"/{_NEEDS[which.link]}"
        raise NotFound(
            faults=[Fault(pointer, "not_found", "Does not exist or is not accessible to you.")]
        ) from None
    payload = {"card_id": access.card_id, "link": which.link}
    payload |= {name: value for name in _NEEDS.values() if (value := getattr(which, name)) is not None}
    await events.record(tx, access.account_id, "card.link_rotated", card_id=access.card_id, data=payload)
    return RotatedLink(
        card_id=access.card_id,
        link=which.link,  # pyright: ignore[reportArgumentType] - checked on the way in
        recipient_id=which.recipient_id,
        invite_id=which.invite_id,
        url=new.url(services.keys, services.settings.base_url),
    )


async def _new(tx: Tx, access: CardAccess, row: LockedCard, services: Services, which: LinkRotation) -> Link:
    if which.link == "shared":
        return await cards_rotate.shared(tx, access, row, services)
    if which.link == "public_view":
        return await cards_rotate.public_view(tx, access, row, services)
    if which.link == "recipient":
        return await cards_rotate.view(tx, access, services, which.recipient_id or "")
    return await _of_invitation(tx, access, services, which.invite_id or "")


async def _of_invitation(tx: Tx, access: CardAccess, services: Services, invite_id: str) -> Link:
    row = await locked(tx, access, invite_id)
    if row.link is None:
        raise InvitationState("The invitation has no active link.")
    changed = await tx.one(
        InvitationRow,
        """
        update invitations set
          link_version = greatest(link_version + 1, :floor), version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=access.account_id,
        id=row.id,
        floor=services.keys.link_floor(tx.now),
    )
    new = Link(row.link.kind, row.id, changed.link_version)
    await withdraw(tx, services.keys, [row.link])
    await publish(tx, services.keys, access.account_id, access.card_id, [new])
    return new
