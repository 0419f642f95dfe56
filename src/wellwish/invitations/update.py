"""Update the address of an invitation."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import UNSET, UnsetType

from wellwish.accounts import account
from wellwish.base.errors import AddressInvited, Fault, InvalidRequest, InvitationState
from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard, check_open
from wellwish.cards.link import INVITATION, Link, publish, withdraw
from wellwish.infra import events
from wellwish.infra.db import Tx, UniqueViolation
from wellwish.infra.http import Change, IfMatch, Services, Warnings, line
from wellwish.invitations import address, remind, send
from wellwish.invitations.address import SMS
from wellwish.invitations.invitation import LINK_ONLY, Invitation, InvitationRow, locked, single
from wellwish.invitations.send import Sending


class Correction(Change, frozen=True, kw_only=True):
    """The corrected address, for the same delivery type."""

    delivery_id: Annotated[str, line(255, "Email address or phone number.", required=True)] | UnsetType = (
        UNSET
    )


async def update_invitation(
    tx: Tx,
    access: CardAccess,
    on_card: HeldCard,
    services: Services,
    invite_id: str,
    change: Correction,
    *,
    if_match: IfMatch,
    warnings: Warnings,
) -> Invitation:
    """The invitation gets a new link, which is sent to the new address. The old link stops working
    immediately.

    Notes signed by the holder of the old address stay on the card and no longer belong to the invitation.

    Raises NotFound, CardClosed, CardState, PreconditionFailed, InvitationState, InvalidRequest,
    AddressInvited.
    """
    check_open(on_card, tx.now)
    row = await locked(tx, access, invite_id)
    if_match.check(row.version)
    if row.delivery_type == "group":
        raise InvitationState("The address of a group invitation cannot be changed.")
    if row.status in ("contributed", "declined", "revoked"):
        raise InvitationState(f"The invitation is {row.status}.")
    if change.delivery_id is UNSET:
        return await single(tx, access, services, row)
    spelling = await _spelling(tx, access, row, change.delivery_id)
    key = address.key(row.delivery_type, spelling)
    await _refuse_invited(tx, access, row, key)
    people = await card.recipients(tx, access.account_id, access.card_id)
    barred = await address.barred(tx, services, on_card, people, [key])
    if barred:
        warnings.add(
            "/delivery_id", "suppressed", address.why_suppressed(barred[key], is_owner=access.is_owner)
        )
    corrected = await _save(tx, access, services, row, spelling, barred)
    await withdraw(tx, services.keys, [Link(INVITATION, row.id, row.link_version)])
    if corrected.link is not None:
        await publish(tx, services.keys, access.account_id, access.card_id, [corrected.link])
    if corrected.sends and not barred:
        await send.enqueue(tx, access, [Sending(corrected.id, corrected.link_version, corrected.asked)])
        await remind.plan(tx, access, on_card, corrected.reminder)
    data = {"invite_id": row.id, "card_id": access.card_id, "status": corrected.status}
    await events.record(tx, access.account_id, "invitation.corrected", card_id=access.card_id, data=data)
    return await single(tx, access, services, corrected)


async def _spelling(tx: Tx, access: CardAccess, row: InvitationRow, given: str) -> str:
    country = (await account.load(tx, access.account_id)).country if row.delivery_type == SMS else None
    try:
        return address.spelled(row.delivery_type, given, country)
    except ValueError as error:
        raise InvalidRequest(faults=[Fault("/delivery_id", "invalid_value", str(error))]) from error


async def _refuse_invited(tx: Tx, access: CardAccess, row: InvitationRow, key: str) -> None:
    other = await tx.value(
        """
        select id from invitations
        where account_id = :account_id and card_id = :card_id and address_key = :key and id <> :id
          and status not in ('revoked', 'failed', 'bounced')
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        key=key,
        id=row.id,
    )
    if other is not None:
        raise _invited(other)


def _invited(invite_id: str | None) -> AddressInvited:
    fault = Fault("/delivery_id", "exists", "This address is already invited to the card.")
    return AddressInvited(faults=[fault], members={"invite_id": invite_id} if invite_id else {})


async def _save(
    tx: Tx,
    access: CardAccess,
    services: Services,
    row: InvitationRow,
    spelling: str,
    barred: Mapping[str, str | None],
) -> InvitationRow:
    """Resets the state of the old address; message numbers continue.

    Notes signed by the holder of the old address are detached from the invitation, so that their links are
    not emailed to the new address. The version of an anonymous contribution, whose record has no invitation,
    does not change.
    """
    key = address.key(row.delivery_type, spelling)
    reason = barred[key] if barred else None if row.sends else LINK_ONLY
    try:
        return await tx.one(
            InvitationRow,
            """
            with separated as (
              update contributions set
                invitation_id = null, version = case when anonymous then version else version + 1 end,
                updated_at = case when anonymous then updated_at else :now end
              where account_id = :account_id and card_id = :card_id and invitation_id = :id
                and :key::text <> :old_key
            )
            update invitations set
              delivery_id = :delivery_id, address_key = :key,
              link_version = greatest(link_version + 1, :floor),
              status = :status, status_reason = :reason, asked = asked + 1,
              sent_count = 0, last_sent_at = null, delivered_at = null, opened_at = null, seen_at = null,
              reminders_from = :now, reminders_sent = 0, next_reminder_at = null,
              version = version + 1, updated_at = :now
            where account_id = :account_id and id = :id
            returning {columns}
            """,
            account_id=access.account_id,
            id=row.id,
            card_id=access.card_id,
            delivery_id=spelling,
            key=key,
            old_key=row.address_key,
            floor=services.keys.link_floor(tx.now),
            status="suppressed" if barred else "queued",
            reason=reason,
        )
    except UniqueViolation as error:  # invited concurrently
        raise _invited(None) from error
