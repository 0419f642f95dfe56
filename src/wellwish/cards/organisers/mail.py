"""Email the organisers of a card about its news, with one job per card.

The transaction of an event schedules the job; a digest is scheduled for the next 09:00 in the card's time
zone. Therefore, no job searches a table for due cards, and the queue shares the workers fairly among accounts
(docs/decisions/0032-mail-to-organisers.md).
"""

from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from wellwish.accounts import account
from wellwish.cards import card_row, design
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.morning import LATE, morning, morning_before, next_morning
from wellwish.cards.organisers import news
from wellwish.cards.organisers.news import Found, Position
from wellwish.cards.organisers.organiser import Organiser, organisers
from wellwish.delivery import budget, message, mute, suppression, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.wording import CardNews
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

DESK_CARD: Final = "desk_card"  # kind of the link to the card's page; its subject is the card
# Events within this time are combined in one email, which also limits the emails per hour.
TOGETHER: Final = timedelta(minutes=5)
# Emails to one organiser per day, for all cards of all accounts.
_TO_ONE_ADDRESS: Final = 200
_IN_ORDER_SOON: Final = timedelta(seconds=1)


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Writes the due emails and returns the time of the next run; a second run finds no news."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        row = await card_row.find_card(tx, access)
        if row is None or row.status(tx.now) != "open" or row.organiser_mail == "none":
            return None
        position = await news.locked(tx, access)
        found = await news.since(tx, row, position)
        if not found.news.is_empty and _is_due(row, position, found, tx.now):
            await _write(tx, services, row, found)
            await news.mailed(tx, row, position, found)
            return _warning(row, tx.now) if not found.is_late else _next(row, tx.now, tx.now)
        return _again(row, position, found, tx.now)


def _is_due(row: CardRow, position: Position, found: Found, now: datetime) -> bool:
    """Returns whether a digest or an email about individual events is due."""
    if row.organiser_mail == "each":
        is_spaced = position.mailed_at is None or position.mailed_at + TOGETHER <= now
        return is_spaced or found.news.closes_at is not None
    zone = ZoneInfo(row.timezone)
    today = now.astimezone(zone).date()
    if position.mailed_day is not None and position.mailed_day >= today:
        return False
    # If no worker runs in the morning, the email waits for the next morning, because it is never sent at
    # night.
    return timedelta() <= now - morning(today, zone) < LATE


def _again(row: CardRow, position: Position, found: Found, now: datetime) -> datetime | None:
    """Returns the earliest time of the next email, or None if no event or warning can cause one."""
    times = [_warning(row, now)]
    if found.is_late or not found.news.is_empty:
        times.append(_next(row, now, position.mailed_at))
    return min((at for at in times if at is not None), default=None)


def _next(row: CardRow, now: datetime, mailed_at: datetime | None) -> datetime:
    if row.organiser_mail == "daily":
        return next_morning(now, ZoneInfo(row.timezone))
    return max(now + _IN_ORDER_SOON, now if mailed_at is None else mailed_at + TOGETHER)


def _warning(row: CardRow, now: datetime) -> datetime | None:
    """Returns the morning before the card's end, if it is in the future."""
    if row.contribution_ends_at is None:
        return None
    at = morning_before(row.contribution_ends_at, ZoneInfo(row.timezone))
    return at if at > now else None


async def _write(tx: Tx, services: Services, row: CardRow, found: Found) -> None:
    """Writes an email to each organiser who wants it and may read some of the news."""
    told = [(each, each.reads(found.news)) for each in await organisers(tx, row)]
    told = [(each, theirs) for each, theirs in told if not theirs.is_empty]
    keys = {suppression.key(EMAIL, each.email): each.user_id for each, _ in told}
    if not keys:
        return
    muted = await mute.among(tx, services.keys, row.account_id, row.id, keys)
    within = await _within_budget(tx, services, [key for key in keys if key not in muted])
    look = await design.look(tx, services.keys, row)
    owner = await account.load(tx, row.account_id)
    mails: list[Message] = []
    for each, theirs in told:
        if suppression.key(EMAIL, each.email) not in within:
            continue
        told_of = CardNews(
            signed=theirs.signed,
            signed_by=theirs.signed_by,
            all_signed=theirs.all_signed,
            some_declined=theirs.some_declined,
            waiting=theirs.waiting,
            reported=theirs.reported,
            undelivered=theirs.undelivered,
            closes_at=theirs.closes_at,
            timezone=row.timezone,
            name=each.name,
            email=each.email,
            base_url=services.settings.base_url,
            card_title=row.title,
            sender=row.sender,
            locale=row.locale,
            account_name=owner.name,
            colours=look.colours,
            cover=look.cover,
            is_quiet=look.is_quiet,
        )
        mails.append(_mail(row, each, found, told_of, tx.now))
    await message.write(tx, services, row.account_id, mails)


async def _within_budget(tx: Tx, services: Services, address_keys: list[str]) -> set[str]:
    """Counts an email to each address and returns the keys within the daily budget for all accounts."""
    if await budget.sends_nothing(tx, services):
        return set(address_keys)
    limited = {services.keys.pseudonym(f"mail to organiser {key}"): key for key in address_keys}
    taken = await budget.take(tx, list(limited), _TO_ONE_ADDRESS, budget.day_end(tx.now))
    return {limited[each] for each in taken}


def _mail(row: CardRow, to: Organiser, found: Found, told: CardNews, now: datetime) -> Message:
    words = wording.card_news_email(told)
    return Message(
        channel=EMAIL,
        kind="card_news",
        recipient=to.email,
        subject=wording.card_news_subject(told),
        body=wording.plain(words),
        content=words,
        card_id=row.id,
        link_kind=DESK_CARD,
        link_subject_id=row.id,
        link_version=1,
        dedupe_key=f"card_news:{row.id}:{_number(row, found, now)}:{to.user_id}",
    )


def _number(row: CardRow, found: Found, now: datetime) -> str:
    """Returns the day of a digest, or the first transaction that an email about events does not cover."""
    if row.organiser_mail == "daily":
        return now.astimezone(ZoneInfo(row.timezone)).date().isoformat()
    return found.txid if found.news.closes_at is None else f"{found.txid}:end"


async def obstacle(tx: Tx, account_id: str, card_id: str, email: str) -> str | None:
    """Returns the reason why an email to an organiser is no longer wanted, or None.

    The card is closed, the email is switched off, or the person is no longer an organiser.
    """
    row = await card_row.find_card(tx, CardAccess(account_id, card_id, EVERYTHING))
    if row is None or row.status(tx.now) != "open" or row.organiser_mail == "none":
        return "not_wanted"
    return None if email in {each.email for each in await organisers(tx, row)} else "not_wanted"
