"""Check invitees without inviting anyone."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish.accounts import account
from wellwish.base import ids
from wellwish.cards import card, design
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow, check_open
from wellwish.delivery import letter, wording
from wellwish.delivery.message import LINK_MARK
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Services, line, text
from wellwish.invitations import address
from wellwish.invitations.batch import Wanted
from wellwish.invitations.content import invite_of
from wellwish.invitations.create import (
    MAX_INVITEES,
    Invitee,
    cost_of,
    find_existing,
    find_groups,
    spell,
    wanted_of,
)
from wellwish.invitations.invitation import RECIPIENT, InvitationRow

Outcome = Literal["new", "duplicate", "already_invited", "recipient", "suppressed", "invalid"]


class InviteesToCheck(Body, frozen=True, kw_only=True):
    """The invitees, and the text of the email."""

    invitees: Annotated[
        list[Invitee], Meta(min_length=1, max_length=MAX_INVITEES, description="Addresses to check.")
    ]
    title: Annotated[str, line(255, "Subject of the email. Default: a standard subject.")] | None = None
    message: Annotated[str, text(5000, "Personal message; line breaks are kept.")] | None = None
    html: Annotated[bool, Meta(description="Whether `mail` also contains the email as HTML.")] = False

    @property
    def cost(self) -> int:
        """The cost of inviting them."""
        return cost_of(self.invitees)


class CheckedInvitee(Struct, frozen=True, kw_only=True):
    """An invitee and the effect of inviting them now."""

    delivery_type: Annotated[str, line(40, "Delivery channel, as in the request.")]
    delivery_id: Annotated[str, line(255, "Address, in canonical spelling if valid.")]
    name: Annotated[str, Meta(description="Name; by default, that of a saved group.")] | None
    outcome: Annotated[
        Outcome,
        Meta(
            description="`new`: would be invited. `duplicate`: an earlier invitee has the same address. "
            "`already_invited`: keeps the invitation that `invite_id` names. `recipient`: the card is for "
            "this person. `suppressed`: the address receives no messages. `invalid`: `detail` says why."
        ),
    ]
    detail: str | None
    invite_id: Annotated[str, Meta(pattern=ids.pattern("inv"))] | None


class MailPreview(Struct, frozen=True, kw_only=True):
    """The invitation email to the first invitee; in `text`, the URL of the service replaces the link."""

    sender: Annotated[str, line(255, "Name of the sender; null if the mail shows only an address.")] | None
    subject: Annotated[str, line(1000, "Subject.")]
    heading: Annotated[str, line(1000, "Heading.")]
    # Declared before `text`, which shadows the function.
    html: (
        Annotated[
            str,
            text(200_000, "The email as HTML, if requested. Its links lead to the address of the service."),
        ]
        | UnsetType
    ) = UNSET
    text: Annotated[str, text(20_000, "Text, which contains the personal message.")]


class InvitationCheck(Struct, frozen=True, kw_only=True):
    """The outcome for each invitee, in the order of the request, and a preview of the email."""

    object: Literal["invitation_check"] = "invitation_check"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    invitees: list[CheckedInvitee]
    mail: MailPreview


async def check(
    tx: Tx, access: CardAccess, row: CardRow, services: Services, asked: InviteesToCheck
) -> InvitationCheck:
    """Nothing is stored or sent. Invalid addresses are part of the result and not an error.

    Raises InvalidRequest, NotFound, CardClosed, CardState.
    """
    check_open(row, tx.now)
    spellings, faults = await spell(tx, access, asked.invitees)
    groups, unknown = await find_groups(tx, access, asked.invitees)
    wrong = {each.pointer: each.detail for each in (*faults, *unknown)}
    wanted = [
        None
        if spelling is None or f"/invitees/{index}/delivery_id" in wrong
        else wanted_of(invitee, spelling, groups.get(invitee.delivery_id))
        for index, (invitee, spelling) in enumerate(zip(asked.invitees, spellings, strict=True))
    ]
    keys = list({each.address_key for each in wanted if each is not None})
    people = await card.recipients(tx, access.account_id, access.card_id)
    barred = await address.barred(tx, services, row, people, keys, is_recorded=False)
    live = {
        each.address_key: each
        for each in await find_existing(tx, access, keys)
        if each.status not in ("revoked", "failed", "bounced", "suppressed")
    }
    seen: set[str] = set()
    checked: list[CheckedInvitee] = []
    for index, (invitee, each) in enumerate(zip(asked.invitees, wanted, strict=True)):
        if each is None:
            detail = wrong[f"/invitees/{index}/delivery_id"]
            checked.append(_checked(invitee, invitee.delivery_id, "invalid", detail))
            continue
        is_first = each.address_key not in seen
        seen.add(each.address_key)
        checked.append(_outcome(each, live, barred, access, is_first=is_first))
    mail = await _mail(tx, access, row, services, asked)
    return InvitationCheck(card_id=row.id, invitees=checked, mail=mail)


def _outcome(
    wanted: Wanted,
    live: Mapping[str, InvitationRow],
    barred: Mapping[str, str | None],
    access: CardAccess,
    *,
    is_first: bool,
) -> CheckedInvitee:
    key, spelling = wanted.address_key, wanted.delivery_id
    if not is_first:
        return _checked(wanted, spelling, "duplicate")
    if key in live:
        return _checked(wanted, spelling, "already_invited", invite_id=live[key].id)
    if key in barred:
        is_recipient = barred[key] == RECIPIENT and access.is_owner
        detail = address.why_suppressed(barred[key], is_owner=access.is_owner)
        return _checked(wanted, spelling, "recipient" if is_recipient else "suppressed", detail)
    return _checked(wanted, spelling, "new")


def _checked(
    invitee: Invitee | Wanted,
    spelling: str,
    outcome: Outcome,
    detail: str | None = None,
    invite_id: str | None = None,
) -> CheckedInvitee:
    return CheckedInvitee(
        delivery_type=invitee.delivery_type,
        delivery_id=spelling,
        name=invitee.name,
        outcome=outcome,
        detail=detail,
        invite_id=invite_id,
    )


async def _mail(
    tx: Tx, access: CardAccess, row: CardRow, services: Services, asked: InviteesToCheck
) -> MailPreview:
    names: Sequence[str | None] = [each.name for each in asked.invitees]
    invite = invite_of(
        row,
        await design.look(tx, services.keys, row),
        await account.load(tx, access.account_id),
        kind="invitation",
        name=names[0],
        title=asked.title,
        message=asked.message,
    )
    words = wording.invitation_email(invite)
    subject = wording.invitation_subject(invite)
    return MailPreview(
        sender=words.sender,
        subject=subject,
        heading=words.heading,
        text=wording.plain(words).replace(LINK_MARK, services.settings.base_url),
        html=letter.preview(words, subject, services) if asked.html else UNSET,
    )
