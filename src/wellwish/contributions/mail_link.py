"""Mail a contributor the link to their contribution."""

from wellwish.cards import design
from wellwish.cards.card_row import CardRow
from wellwish.contributions.contribution import ContributionRow
from wellwish.db import Tx
from wellwish.delivery import budget, message, suppression, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.wording import OwnLink
from wellwish.errors import NotFound
from wellwish.http import Services


async def mail_link(tx: Tx, services: Services, row: CardRow, found: ContributionRow, email: str) -> bool:
    """Returns whether a mail was written. The visitor is not told, so that nobody can probe addresses.

    Suppressed addresses and addresses over the daily budget get no mail, and repeated requests within the
    same hour produce only one. The mail does not quote the note: otherwise anyone could send any text to any
    address. Raises NotFound for a removed contribution.
    """
    link = found.link
    if link is None:
        raise NotFound
    key = suppression.key(EMAIL, email)
    dedupe_key = (
        f"own_link:{found.id}:{services.keys.hash(f'own link to {key}').hex()[:16]}:{tx.now:%Y%m%d%H}"
    )
    if await message.written(tx, row.account_id, [dedupe_key]):
        return False
    if await suppression.among(tx, services.keys, row.account_id, [key]):
        return False
    if not await budget.within_day(tx, services, row.id, [key]):
        return False
    if not await budget.within_account(tx, services, row.account_id, 1):
        return False
    look = await design.look(tx, services.keys, row)
    own = OwnLink(
        card_title=row.title,
        sender=row.sender,
        ends_at=row.contribution_ends_at,
        timezone=row.timezone,
        locale=row.locale,
        colours=look.colours,
        cover=look.cover,
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
