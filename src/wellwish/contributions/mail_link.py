"""Email contributors the links to their contributions."""

from datetime import datetime, timedelta
from typing import Any, Final

from wellwish.accounts import account
from wellwish.base.errors import NotFound
from wellwish.cards import card_row, design
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.contributions.contribution import ContributionRow
from wellwish.delivery import budget, message, suppression, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.wording import OwnLink
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations import invitation
from wellwish.invitations.invitation import InvitationRow

MAIL_OWN_LINKS: Final = "contributions.mail_own_links"
_MOST: Final = 5  # maximum emails per request; an anonymous author may have signed from several browsers


class TooManyOwnLinksError(Exception):
    """Today's maximum number of addresses for the links of this note or card has been reached."""

    def __init__(self, *, of_note: bool, ends_at: datetime) -> None:
        super().__init__("too many own links")
        self.of_note = of_note
        self.ends_at = ends_at


async def mail_link(tx: Tx, services: Services, row: CardRow, found: ContributionRow, email: str) -> bool:
    """Returns whether an email was written. The page does not show this, so that nobody can probe addresses.

    Suppressed addresses and addresses above the daily budget get no email, and repeated requests within an
    hour produce only one. The email does not quote the note, because otherwise anyone could send any text to
    any address. Raises NotFound for a removed contribution, and TooManyOwnLinksError, after which the
    transaction must be rolled back.
    """
    link = found.link
    if link is None:
        raise NotFound
    key = suppression.key(EMAIL, email)
    address = services.keys.pseudonym(f"own link to {key}").hex()[:16]
    dedupe_key = f"own_link:{found.id}:{link.version}:{address}:{tx.now:%Y%m%d%H}"
    if await message.written(tx, row.account_id, [dedupe_key]):
        return False
    # Count the address before the account, as `ask_links` does, to prevent deadlocks.
    within = await budget.within_day_of_signer(tx, services, row.id, [key])
    # Count this budget in any case, because a refusal must not depend on the address.
    counted = await budget.own_link(tx, services, row.account_id, row.id, found.id, key)
    if counted != "granted":
        raise TooManyOwnLinksError(of_note=counted == "note", ends_at=budget.day_end(tx.now))
    if not within or await suppression.among(tx, services.keys, row.account_id, [key]):
        return False
    return await _write(tx, services, row, found, email, dedupe_key)


async def ask_links(tx: Tx, services: Services, access: CardAccess, invite: InvitationRow) -> None:
    """Requests emails to the invited address with the links to all notes signed through the invitation.

    Budgets are charged before anything is looked up, and a job writes the emails, so that neither the
    response, its timing, nor a later refusal reveals whether there is a note. Only one request per hour has
    an effect.
    """
    hour_end = tx.now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    subject = services.keys.pseudonym(f"own links of {invite.id}")
    if not await budget.take(tx, [subject], 1, hour_end):
        return
    if not await budget.within_day_of_signer(tx, services, access.card_id, [invite.address_key]):
        return
    if not await budget.own_links_of_account(tx, services, access.account_id):
        return
    args = {
        "account_id": access.account_id,
        "card_id": access.card_id,
        "invite_id": invite.id,
        "link_version": invite.link_version,
        "hour": f"{tx.now:%Y%m%d%H}",
    }
    await jobs.enqueue(tx, MAIL_OWN_LINKS, [args])


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes the requested emails. A second run writes none."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        try:
            row = await card_row.load(tx, access)
            invite = await invitation.locked(tx, access, args["invite_id"])
        except NotFound:
            return
        # A corrected address may belong to somebody else.
        if invite.link is None or invite.link_version != args["link_version"]:
            return
        if await suppression.among(tx, services.keys, access.account_id, [invite.address_key]):
            return
        for found in await _signed(tx, access, invite.id):
            dedupe_key = f"own_link:{found.id}:{invite.id}:{args['hour']}"
            await _write(tx, services, row, found, invite.delivery_id, dedupe_key)


async def _signed(tx: Tx, access: CardAccess, invite_id: str) -> list[ContributionRow]:
    return await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and invitation_id = :invite_id
          and note_status <> 'deleted'
        order by id limit :most
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        invite_id=invite_id,
        most=_MOST,
    )


async def _write(
    tx: Tx, services: Services, row: CardRow, found: ContributionRow, email: str, dedupe_key: str
) -> bool:
    link = found.link
    if link is None:
        raise NotFound
    look = await design.look(tx, services.keys, row)
    owner = await account.load(tx, row.account_id)
    own = OwnLink(
        **design.mail_fields(row, look, owner),
        ends_at=row.contribution_ends_at,
        timezone=row.timezone,
    )
    words = wording.own_link_email(own)
    mail = Message(
        channel=EMAIL,
        kind="own_link",
        recipient=email,
        subject=wording.own_link_subject(own),
        body=wording.plain(words),
        content=words,
        card_id=row.id,
        link_kind=link.kind,
        link_subject_id=link.subject_id,
        link_version=link.version,
        dedupe_key=dedupe_key,
    )
    return bool(await message.write(tx, services, row.account_id, [mail]))
