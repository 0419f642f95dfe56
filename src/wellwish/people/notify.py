"""Notify each new person once by email, with the link to their choices.

One job per account writes the mails, so that a list of ten thousand people adds no statement per person and
uses only a part of the account's daily messages.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import account
from wellwish.accounts.account import Account
from wellwish.base import clock
from wellwish.delivery import budget, message, suppression, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.wording import Added
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.people import person
from wellwish.people.own_page import PERSON_LINK
from wellwish.people.step import Step

NOTIFY: Final = "people.notify"
FIRST_IMPORT: Final = timedelta(days=30)  # a first list is rarely correct on the first attempt
# People in one transaction: other changes of the account's people wait for it, and writing mails blocks the
# event loop, which other accounts share.
_BATCH: Final = 25
_AFTER_DEATH: Final = timedelta(hours=1)


async def wake(tx: Tx, account_id: str, steps: Sequence[Step]) -> None:
    """Runs the job if somebody was added, got an address or returned."""
    if any(
        step.after.email is not None
        and not step.after.has_left
        and (step.before is None or {"email", "status"} & {*step.fields})
        for step in steps
    ):
        await jobs.wake(tx, NOTIFY, {account_id: {"account_id": account_id}})


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Writes the due notices. Above a budget, continues on the next day. A second run has no effect."""
    account_id: str = args["account_id"]
    last, is_over = "", False
    while True:
        async with services.db.transaction([account_id]) as tx:
            await person.lock(tx, account_id)
            due = await _due(tx, account_id, last)
            ends_at = budget.day_end(tx.now)
            if not due:
                return ends_at if is_over else None
            within = await _within_day(tx, services, account_id, due)
            granted = await budget.notices(tx, services, account_id, len(within))
            told, waiting = within[:granted], within[granted:]
            await _tell(tx, services, account_id, told)
            if waiting:
                await budget.give_back(tx, services, account_id, _keys(waiting))
                return ends_at
            is_over, last = is_over or len(told) < len(due), due[-1].id


async def fail_dead(tx: Tx, services: Services, args: dict[str, Any]) -> None:
    """Tries again in an hour: if the job stayed dead, the account's new people would get no notice."""
    del services
    account_id: str = args["account_id"]
    await jobs.wake(tx, NOTIFY, {account_id: {"account_id": account_id}}, at=tx.now + _AFTER_DEATH)


async def ask(tx: Tx, account_id: str, person_id: str) -> None:
    """Sends the link to the person again. Repetitions before the email is written have no effect."""
    await tx.run(
        "update people set notice_due = true where account_id = :account_id and id = :id",
        account_id=account_id,
        id=person_id,
    )
    await jobs.wake(tx, NOTIFY, {account_id: {"account_id": account_id}})


async def is_first_import(tx: Tx, account_id: str) -> bool:
    """Whether the account added its first people only recently, so that they may have had cards before.

    Deleting all people does not make the next import the first one.
    """
    return await tx.value(
        """
        select not exists (select true from people where account_id = :account_id and created_at < :since)
          and not exists (select true from accounts where id = :account_id and people_since < :since)
        """,
        account_id=account_id,
        since=tx.now - FIRST_IMPORT,
    )


class _Due(Struct, frozen=True):
    id: str
    name: str
    email: str
    locale: str | None
    link_version: int
    notified_at: datetime | None


async def _due(tx: Tx, account_id: str, last: str) -> list[_Due]:
    """Locks the people before the budgets, as the job that creates cards does, so that the two cannot
    deadlock.
    """
    return await tx.many(
        _Due,
        """
        select id, name, coalesce(email, '') as email, locale, link_version, notified_at from people
        where account_id = :account_id and notice_due and email is not null and left_at is null and id > :last
        order by id limit :batch for no key update
        """,
        account_id=account_id,
        last=last,
        batch=_BATCH,
    )


async def _within_day(tx: Tx, services: Services, account_id: str, due: Sequence[_Due]) -> list[_Due]:
    """Returns the people whose addresses may receive another email today."""
    within = await budget.within_day(tx, services, account_id, _keys(due))
    return [each for each, key in zip(due, _keys(due), strict=True) if key in within]


def _keys(people: Sequence[_Due]) -> list[str]:
    return [suppression.key(EMAIL, each.email) for each in people]


async def _tell(tx: Tx, services: Services, account_id: str, told: Sequence[_Due]) -> None:
    sender = await account.load(tx, account_id)
    words = await tx.value("select people_notice from accounts where id = :account_id", account_id=account_id)
    await message.write(tx, services, account_id, [_mail(each, sender, words) for each in told])
    await tx.run(
        """
        update people set notice_due = false, notified_at = :now
        where account_id = :account_id and id = any (:ids::text[])
        """,
        account_id=account_id,
        ids=[each.id for each in told],
    )


def _mail(to: _Due, sender: Account, words: str | None) -> Message:
    added = Added(
        name=to.name,
        account_name=sender.name,
        words=words,
        locale=to.locale or sender.locale,
        reply_to=sender.replies_of(None),
        logo=sender.shown_logo,
    )
    content = wording.added_email(added)
    return Message(
        channel=EMAIL,
        kind="person_added",
        recipient=to.email,
        subject=wording.added_subject(added),
        body=wording.plain(content),
        content=content,
        link_kind=PERSON_LINK,
        link_subject_id=to.id,
        link_version=to.link_version,
        dedupe_key=f"person_added:{to.id}:{clock.rfc3339_or_none(to.notified_at)}",
    )
