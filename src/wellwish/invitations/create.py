"""Create invitations."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from wellwish.accounts import account
from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest, NotFound
from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard, check_open
from wellwish.groups import group
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Lenient, Page, Services, Warnings, line, text, word
from wellwish.infra.http.budget import INVITEES, MEMBERS, TEXT_INVITEES
from wellwish.invitations import address, batch, expand, remind
from wellwish.invitations.address import EMAIL, GROUP, SMS
from wellwish.invitations.batch import BatchTerms, Wanted
from wellwish.invitations.invitation import AUTO, Invitation, InvitationRow, records

MAX_INVITEES: Final = 1000

Address = Annotated[
    str,
    line(
        255,
        "Email address; phone number; id, name or `external_id` of a saved group; or any label.",
        required=True,
    ),
]


class Invitee(Struct, frozen=True, kw_only=True):
    """A person, channel or saved group to invite."""

    delivery_type: Annotated[
        str,
        word((EMAIL, SMS, GROUP), "Delivery channel.", check=address.channel),
        Lenient(names=("type",)),
    ]
    delivery_id: Address
    name: (
        Annotated[
            str,
            line(255, "Name of the person, used in the greeting."),
            Lenient(parts=("first_name", "last_name")),
        ]
        | None
    ) = None


class NewInvitations(Body, frozen=True, kw_only=True):
    """The invitees and the message. Either all invitees are invited or none."""

    card_id: Annotated[
        str, line(255, "ID of the card.", required=True, schema={"pattern": ids.pattern("card")})
    ]
    invitees: Annotated[
        list[Invitee], Meta(min_length=1, max_length=MAX_INVITEES, description="Addresses to invite.")
    ]
    title: Annotated[str, line(255, "Subject of the email. Default: a standard subject.")] | None = None
    message: Annotated[str, text(5000, "Personal message; line breaks are kept.")] | None = None
    reminder: Annotated[
        str,
        word(
            (AUTO, "none", "once", "daily", "weekly"),
            "When to remind invitees who have not signed; `auto` follows the card's `auto_reminders`.",
        ),
    ] = AUTO
    send: Annotated[
        bool, Meta(description="Whether to send messages. If false, share the returned `link` yourself.")
    ] = True

    @property
    def cost(self) -> int:
        """Grows with the number of invitees."""
        return cost_of(self.invitees)


def cost_of(invitees: Sequence[Invitee]) -> int:
    """Returns the cost of the invitees, in requests."""
    texts = sum(invitee.delivery_type == SMS for invitee in invitees)
    return (len(invitees) - texts) // INVITEES + texts // TEXT_INVITEES


async def create_invitations(
    tx: Tx,
    caller: Caller,
    access: CardAccess,
    row: HeldCard,
    services: Services,
    new: NewInvitations,
    warnings: Warnings,
) -> Page[Invitation]:
    """Returns one record per invitee, in the order of the request.

    An address that is already invited keeps its invitation, which is returned with a warning.

    Raises InvalidRequest, NotFound, CardClosed, CardState, TooManyInvitations.
    """
    spellings = await _spellings(tx, access, new.invitees)
    groups = await _saved_groups(tx, access, new.invitees)
    check_open(row, tx.now)
    listed = [
        wanted_of(invitee, spelling, groups.get(invitee.delivery_id))
        for invitee, spelling in zip(new.invitees, spellings, strict=True)
    ]
    wanted = batch.first_mentions(listed)
    people = await card.recipients(tx, access.account_id, access.card_id)
    barred = await address.barred(tx, services, row, people, wanted)
    await _make_room(tx, access, [key for key in wanted if key not in barred])
    terms = BatchTerms(title=new.title, message=new.message, reminder=new.reminder, sends=new.send)
    made = await batch.add(tx, access, services, terms, list(wanted.values()), barred)
    copied = await expand.begin(tx, access, [each for each in made if each.is_parent])
    services.budget.charge(caller.payer, copied // MEMBERS)
    if made:
        await remind.plan(tx, access, row, terms.reminder)
    fresh = {each.address_key for each in made}
    found = await find_existing(tx, access, [key for key in wanted if key not in fresh])
    rows = {each.address_key: each for each in (*made, *found)}
    for index, each in enumerate(listed):
        pointer = f"/invitees/{index}/delivery_id"
        _warn(warnings, pointer, rows[each.address_key], fresh, is_owner=access.is_owner)
    shown = {each.id: each for each in await records(tx, access, services, list(rows.values()))}
    return Page(data=[shown[rows[each.address_key].id] for each in listed])


async def spell(
    tx: Tx, access: CardAccess, invitees: Sequence[Invitee]
) -> tuple[list[str | None], list[Fault]]:
    """Returns the canonical spellings of the addresses, with None for invalid ones, and the errors."""
    country = None
    if any(invitee.delivery_type == SMS for invitee in invitees):
        country = (await account.load(tx, access.account_id)).country
    faults: list[Fault] = []
    spellings: list[str | None] = []
    for index, invitee in enumerate(invitees):
        try:
            spellings.append(address.spelled(invitee.delivery_type, invitee.delivery_id, country))
        except ValueError as error:
            spellings.append(None)
            faults.append(Fault(f"/invitees/{index}/delivery_id", "invalid_value", str(error)))
    return spellings, faults


async def _spellings(tx: Tx, access: CardAccess, invitees: Sequence[Invitee]) -> list[str]:
    """Returns the canonical spellings of the addresses. Raises InvalidRequest with all errors."""
    spellings, faults = await spell(tx, access, invitees)
    if faults:
        raise InvalidRequest(faults=faults)
    return [each for each in spellings if each is not None]


async def find_groups(
    tx: Tx, access: CardAccess, invitees: Sequence[Invitee]
) -> tuple[dict[str, group.Named], list[Fault]]:
    """Returns the saved groups by ID, name or ``external_id``, and an error for each unknown ID.

    Groups are visible only to the account's own tokens, and not to admins from other accounts.
    """
    named = {invitee.delivery_id for invitee in invitees if invitee.delivery_type == GROUP}
    if not named:
        return {}, []
    found = await group.lock_named(tx, access.account_id, sorted(named)) if access.is_owner else {}
    faults = [
        Fault(
            f"/invitees/{index}/delivery_id",
            "not_found",
            "The group does not exist or is not accessible to you.",
        )
        for index, invitee in enumerate(invitees)
        if invitee.delivery_type == GROUP
        and invitee.delivery_id.startswith("grp_")
        and invitee.delivery_id not in found
    ]
    return found, faults


async def _saved_groups(tx: Tx, access: CardAccess, invitees: Sequence[Invitee]) -> dict[str, group.Named]:
    """Raises NotFound for unknown IDs."""
    found, faults = await find_groups(tx, access, invitees)
    if faults:
        raise NotFound(faults=faults)
    return found


def wanted_of(invitee: Invitee, spelling: str, saved: group.Named | None) -> Wanted:
    if invitee.delivery_type != GROUP or saved is None:
        return Wanted(
            delivery_type=invitee.delivery_type,
            delivery_id=spelling,
            address_key=address.key(invitee.delivery_type, spelling),
            name=invitee.name,
        )
    return Wanted(
        delivery_type=GROUP,
        delivery_id=spelling,
        address_key=address.key(GROUP, saved.id),
        name=invitee.name or saved.name,
        group_id=saved.id,
        is_parent=saved.kind != group.CHANNEL,
        is_posted=saved.webhook_host is not None,
    )


async def _make_room(tx: Tx, access: CardAccess, keys: Sequence[str]) -> None:
    """Ends suppressed invitations whose suppression was lifted, which allows inviting them again."""
    await tx.run(
        """
        update invitations set
          status = 'revoked', status_reason = null, version = version + 1, updated_at = :now
        where account_id = :account_id and card_id = :card_id and status = 'suppressed'
          and address_key = any (:keys)
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        keys=list(keys),
    )


async def find_existing(tx: Tx, access: CardAccess, keys: Sequence[str]) -> list[InvitationRow]:
    """Returns an invitation per address: the live one, otherwise the newest.

    Therefore, an invitation that ends after ``batch.add`` has skipped its address is still returned.
    """
    if not keys:
        return []
    return await tx.many(
        InvitationRow,
        """
        select distinct on (address_key) {columns} from invitations
        where account_id = :account_id and card_id = :card_id and address_key = any (:keys)
        order by address_key, status in ('revoked', 'failed', 'bounced'), id desc
        limit 1000
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        keys=list(keys),
    )


def _warn(warnings: Warnings, pointer: str, row: InvitationRow, fresh: set[str], *, is_owner: bool) -> None:
    if row.status == "suppressed":
        detail = address.why_suppressed(row.status_reason, is_owner=is_owner)
        warnings.add(pointer, "suppressed", detail)
    elif row.address_key not in fresh:
        warnings.add(
            pointer,
            "already_invited",
            "This address is already invited to the card; its invitation is unchanged.",
        )
    elif row.is_shared and not row.asked:
        warnings.add(
            pointer,
            "nothing_sent",
            "No message is sent. Share this link with the group; many people can sign through it.",
        )
