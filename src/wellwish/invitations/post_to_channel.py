"""Post a channel's invitation to the chat: a message with a shared signing link.

A post has no ID and cannot be withdrawn. If the process dies after a post, the post is repeated, since
delivery is at-least-once, as for every message.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import test_account
from wellwish.base import clock
from wellwish.base.errors import NotFound
from wellwish.base.language import spoken
from wellwish.cards import card_row, design
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.link import Link
from wellwish.cards.wake_jobs import tell_organisers_of
from wellwish.delivery import chat, message
from wellwish.delivery.chat import Post, PostOutcome
from wellwish.delivery.inert import inert
from wellwish.delivery.message import LINK_MARK, Message
from wellwish.delivery.wording.sentence import sign_label
from wellwish.groups import webhook
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations.invitation import CARD_CLOSED, InvitationRow, load

POST: Final = "invitations.post"
NO_CHANNEL: Final = "no_channel"  # the group was deleted, or no longer has a webhook
# Treated like a soft bounce of an email.
_TRIED_FOR: Final = timedelta(hours=4)
_SHORTEST_PAUSE: Final = timedelta(seconds=5)
_LONGEST_PAUSE: Final = timedelta(minutes=30)


async def enqueue(tx: Tx, access: CardAccess, rows: Sequence[InvitationRow]) -> None:
    """Enqueues a post for each row."""
    if rows:
        until = clock.rfc3339(tx.now + _TRIED_FOR)
        args = [
            {
                "account_id": access.account_id, "card_id": access.card_id, "invite_id": row.id,
                "number": row.asked, "until": until,
            }
            for row in rows
        ]  # fmt: skip
        await jobs.enqueue(tx, POST, args, is_bulk=len(args) > message.BULK)


class _Ready(Struct):
    url: str
    post: Post
    channel: str
    link: Link


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Posts once; returns the time of a retry, or None.

    Raises RetryLaterError if too many jobs call the host.
    """
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    until = datetime.fromisoformat(args["until"])
    async with services.db.transaction([access.account_id]) as tx:
        ready = await _ready(tx, access, services, args["invite_id"], args["number"])
        if ready is not None and await test_account.is_test(tx, access.account_id):
            await _keep(tx, services, access, ready, args["invite_id"], args["number"])
            return None
    if ready is None:
        return None
    with services.net.place(ready.url, access.account_id):
        outcome = await chat.hand_over(services.net, ready.url, ready.post)
    async with services.db.transaction([access.account_id]) as tx:
        if outcome.status == "sent":
            await _sent(tx, access, args["invite_id"], args["number"])
        elif outcome.status == "hard" or tx.now >= until:
            await _failed(tx, access, args["invite_id"], args["number"], outcome.reason or "")
        else:
            return _again_at(outcome, tx.now, until - _TRIED_FOR)
    return None


def _again_at(outcome: PostOutcome, now: datetime, began: datetime) -> datetime:
    """Returns the time of the next attempt.

    Each delay equals the time since the request, but is at least 5 seconds and at most 30 minutes.
    """
    pause = min(max(now - began, _SHORTEST_PAUSE), _LONGEST_PAUSE)
    return now + max(pause, timedelta(seconds=outcome.wait_s))


async def _ready(
    tx: Tx, access: CardAccess, services: Services, invite_id: str, number: int
) -> _Ready | None:
    """Returns the post, or None if the invitation has ended or another message was requested.

    Also returns None after failing the invitation, if the card is closed or the channel has no webhook.
    """
    try:
        row, invited = await card_row.load(tx, access), await load(tx, access, invite_id)
    except NotFound:
        return None
    link = invited.link
    if (
        invited.asked != number
        or link is None
        or invited.status not in ("queued", "sent", "delivered", "opened")
    ):
        return None
    if row.status(tx.now) != "open":
        await _failed(tx, access, invite_id, number, CARD_CLOSED)
        return None
    url = await webhook.address(tx, services.keys, access.account_id, invited.group_id or "")
    if url is None:
        await _failed(tx, access, invite_id, number, NO_CHANNEL)
        return None
    look = await design.look(tx, services.keys, row)
    address = link.url(services.keys, services.settings.base_url)
    return _Ready(url, _post(row, invited, address, is_quiet=look.is_quiet), invited.delivery_id, link)


def _post(row: CardRow, invited: InvitationRow, link: str, *, is_quiet: bool) -> Post:
    language, ends_at = spoken(row.locale), row.contribution_ends_at
    heading = chat.heading(language, row.title, row.sender, row.recipient, is_quiet=is_quiet)
    return Post(
        heading=inert(invited.title) if invited.title else heading,
        said=inert(invited.message) if invited.message else None,
        until=None if ends_at is None else chat.until(language, ends_at, row.timezone),
        label=sign_label(language, is_quiet=is_quiet),
        link=link,
    )


async def _keep(
    tx: Tx, services: Services, access: CardAccess, ready: _Ready, invite_id: str, number: int
) -> None:
    """Stores the post of a test account in its outbox."""
    post = ready.post
    lines = (post.heading, post.said, post.until, f"{post.label}: {LINK_MARK}")
    kept = Message(
        channel="group",
        kind="invitation",
        recipient=ready.channel,
        body="\n\n".join(each for each in lines if each),
        card_id=access.card_id,
        invitation_id=invite_id,
        link_kind=ready.link.kind,
        link_subject_id=ready.link.subject_id,
        link_version=ready.link.version,
        dedupe_key=f"post:{invite_id}:{number}",
    )
    await message.write(tx, services, access.account_id, [kept])
    await _sent(tx, access, invite_id, number)


async def _sent(tx: Tx, access: CardAccess, invite_id: str, number: int) -> None:
    changed = await tx.run(
        """
        update invitations set
          status = case when status = 'queued' then 'sent' else status end, status_reason = null,
          sent_count = sent_count + 1, last_sent_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and asked = :number
          and status in ('queued', 'sent', 'delivered', 'opened')
        """,
        account_id=access.account_id,
        id=invite_id,
        number=number,
    )
    if changed:
        data = {"invite_id": invite_id, "card_id": access.card_id}
        await events.record(tx, access.account_id, "invitation.sent", card_id=access.card_id, data=data)


async def _failed(tx: Tx, access: CardAccess, invite_id: str, number: int, reason: str) -> None:
    """Fails the invitation only if it was never sent. A failed resend has no effect."""
    changed = await tx.run(
        """
        update invitations set
          status = 'failed', status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and asked = :number and status = 'queued'
        """,
        account_id=access.account_id,
        id=invite_id,
        number=number,
        reason=reason,
    )
    if changed:
        data = {"invite_id": invite_id, "card_id": access.card_id, "status": "failed", "reason": reason}
        await events.record(tx, access.account_id, "invitation.failed", card_id=access.card_id, data=data)
        await tell_organisers_of(tx, access)
