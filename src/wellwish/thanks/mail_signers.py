"""Email the signers of a card after its opening or after a recipient's thanks.

Each job writes the emails for some contributions and enqueues the next job in the same transaction. An
address gets one email about the opening of a card and one per thanks, regardless of the number of runs and
notes.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import account
from wellwish.base.errors import NotFound
from wellwish.cards import card, card_row, design, permissions
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.link import INVITATION, Link
from wellwish.cards.wake_jobs import MAIL_SIGNERS, OPENED
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.gift import SETTLED
from wellwish.delivery import budget, message, mute, suppression, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.wording import Signer
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.thanks.thanks import Said, find_by_card

_PAGE: Final = 25  # contributions per job; few, because writing emails blocks the event loop
# Budgets may delay emails. Emails older than this are not sent.
_FRESH_FOR: Final = timedelta(days=7)
_NONE: Final = ""


class _Address(Struct):
    """The address of a contribution, and the link in its email."""

    row: ContributionRow
    email: str
    link: Link

    @property
    def key(self) -> str:
        return message.key(EMAIL, self.email)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes the emails of the contributions after ``after``. A second run has no effect."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        try:
            row = await card_row.load(tx, access)
        except NotFound:
            return
        look = await design.look(tx, services.keys, row)
        if look.occasion == "sympathy" or row.state == "cancelled" or tx.now > _until(args):
            return
        people = await card.recipients(tx, row.account_id, row.id)
        recipient = next((each for each in people if each.id == args["recipient_id"]), None)
        found = await _signed(tx, row, args["after"], args["contribution_id"])
        said = None if args["notice"] == OPENED else await _thanks(tx, row, args)
        if recipient is None or not found or (said is None and args["notice"] != OPENED):
            return
        owner = await account.load(tx, row.account_id)
        signer = Signer(
            **design.mail_fields(row, look, owner),
            recipient=recipient.name,
            thanks=None if said is None else said.text,
            kinds=() if said is None else tuple(each.kind for each in said.media if each.status != "refused"),
            is_for_one=bool(args["contribution_id"]),
            may_read=permissions.rights(row, "contributor", tx.now, signed=True).see_notes.allowed,
        )
        what = f"card_opened:{row.id}"
        if said is not None:
            what = f"card_thanked:{row.id}:{recipient.id}:{args['contribution_id']}"
        own = {message.key(EMAIL, each.email) for each in people if each.email}
        addresses = [each for each in await _addresses(tx, row, found) if each.key not in own]
        mails = await _due(tx, services, row, addresses, signer, what)
        granted = await budget.within_account(tx, services, row.account_id, len(mails))
        await message.write(tx, services, row.account_id, mails[:granted])
        if granted < len(mails):
            tomorrow_s = (budget.day_end(tx.now) - tx.now).total_seconds()
            await jobs.enqueue(tx, MAIL_SIGNERS, [args], delay_s=tomorrow_s, is_bulk=True)
        elif len(found) == _PAGE:
            await jobs.enqueue(tx, MAIL_SIGNERS, [{**args, "after": found[-1].id}], is_bulk=True)


async def _due(
    tx: Tx,
    services: Services,
    row: CardRow,
    addresses: Sequence[_Address],
    signer: Signer,
    what: str,
) -> list[Message]:
    """Returns the unwritten emails to addresses that accept them and are within today's budgets.

    An address gets one email of each ``what``.
    """
    by_key = {each.key: each for each in addresses}
    of_account = (tx, services.keys, row.account_id)
    ended = {*await suppression.among(*of_account, by_key), *await mute.among(*of_account, row.id, by_key)}
    dedupe_keys = {
        key: f"{what}:{services.keys.pseudonym(f'signer {key}').hex()[:32]}"
        for key in by_key
        if key not in ended
    }
    written = await message.written(tx, row.account_id, list(dedupe_keys.values()))
    asking = [key for key, dedupe_key in dedupe_keys.items() if dedupe_key not in written]
    within = await budget.within_day_of_signer(tx, services, row.id, asking)
    return [_mail(row, by_key[key], signer, dedupe_keys[key]) for key in asking if key in within]


def _mail(row: CardRow, to: _Address, signer: Signer, dedupe_key: str) -> Message:
    words = wording.signer_email(signer)
    return Message(
        channel=EMAIL,
        kind="card_opened" if signer.thanks is None else "card_thanked",
        recipient=to.email,
        subject=wording.signer_subject(signer),
        body=wording.plain(words),
        content=words,
        card_id=row.id,
        link_kind=to.link.kind if signer.may_read else None,
        link_subject_id=to.link.subject_id if signer.may_read else None,
        link_version=to.link.version if signer.may_read else None,
        dedupe_key=dedupe_key,
    )


async def _signed(tx: Tx, row: CardRow, after: str, only: str) -> list[ContributionRow]:
    """Returns the next contributions, or only ``only``, with a published or hidden note or a settled gift."""
    return await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and id > :after and source <> 'owner'
          and (:only = '' or id = :only)
          and (note_status in ('published', 'hidden') or money_status = any (:settled))
        order by id limit :page
        """,
        account_id=row.account_id,
        card_id=row.id,
        after=after,
        only=only,
        settled=list(SETTLED),
        page=_PAGE,
    )


async def _thanks(tx: Tx, row: CardRow, args: dict[str, Any]) -> Said | None:
    of = args["contribution_id"]
    said = await find_by_card(tx, row.account_id, row.id, of_notes=[of])
    return next(
        (each for each in said if (each.recipient_id, each.contribution_id) == (args["recipient_id"], of)),
        None,
    )


def _until(args: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(args["since"]) + _FRESH_FOR


class _Given(Struct):
    contribution_id: str
    email: str


class _Invited(Struct):
    id: str
    email: str
    link_version: int


async def _addresses(tx: Tx, row: CardRow, found: Sequence[ContributionRow]) -> list[_Address]:
    """Returns the last address to which each author had their link emailed, otherwise the invited address.

    The invited address gets the invitation's link, because the invitee may have passed it on to the author.
    """
    given = await tx.many(
        _Given,
        """
        select distinct on (m.link_subject_id) coalesce(m.link_subject_id, ''), m.recipient
        from messages m join contributions c
          -- A link that was replaced may have been somebody else's.
          on c.account_id = m.account_id and c.id = m.link_subject_id and c.own_link_version = m.link_version
        where m.account_id = :account_id and m.card_id = :card_id and m.kind = 'own_link'
          and m.link_subject_id = any (:ids)
        order by m.link_subject_id, m.id desc limit :page
        """,
        account_id=row.account_id,
        card_id=row.id,
        ids=[each.id for each in found],
        page=_PAGE,
    )
    invited = await tx.many(
        _Invited,
        """
        select i.id, i.delivery_id, i.link_version from invitations i
        where i.account_id = :account_id and i.id = any (:ids) and i.delivery_type = 'email'
          and not i.is_parent and i.status not in ('revoked', 'suppressed', 'bounced', 'failed')
        limit :page
        """,
        account_id=row.account_id,
        ids=[each.invitation_id for each in found if each.invitation_id is not None],
        page=_PAGE,
    )
    emails = {each.contribution_id: each.email for each in given}
    invitations = {each.id: each for each in invited}
    addresses: list[_Address] = []
    for each in found:
        invite = invitations.get(each.invitation_id or _NONE)
        if each.id in emails and each.link is not None:
            addresses.append(_Address(each, emails[each.id], each.link))
        elif invite is not None:
            addresses.append(_Address(each, invite.email, Link(INVITATION, invite.id, invite.link_version)))
    return addresses
