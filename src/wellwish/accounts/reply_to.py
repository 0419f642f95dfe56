"""The account's address for replies: emails use it once a reader of its mailbox has confirmed it.

The link in the email is derived from IDs and not stored. It expires with its request, and does not sign
anybody in.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.accounts.derived_link import DerivedLink
from wellwish.base import ids
from wellwish.infra import effects, jobs
from wellwish.infra.db import Tx
from wellwish.infra.effects import Audited
from wellwish.infra.http.addresses import email_key

REPLY_TO: Final = "reply_to"  # kind of the emailed link; its subject is the request
LINK: Final = DerivedLink("/reply-to", REPLY_TO)
MAIL: Final = "accounts.mail_reply_to"
LIFETIME: Final = timedelta(days=7)  # long enough for a mailbox that is read only on workdays


class ReplyTo(Struct, frozen=True):
    """The columns of accounts about the address."""

    reply_to: str | None = None
    reply_to_verified_at: datetime | None = None
    reply_to_link_id: str | None = None
    reply_to_asked_at: datetime | None = None

    def changed(self, email: str | None, now: datetime) -> "ReplyTo":
        """Returns the new values of the columns after an owner has entered an address.

        A confirmed address stays confirmed. An unconfirmed one gets another email when it is entered again.
        """
        if email is None:
            return ReplyTo()
        is_same = self.reply_to is not None and email_key(self.reply_to) == email_key(email)
        if is_same and self.reply_to_verified_at is not None:
            return ReplyTo(email, self.reply_to_verified_at, self.reply_to_link_id, self.reply_to_asked_at)
        return ReplyTo(email, None, ids.new("rpl"), now)


class AskedReplyTo(Struct, frozen=True):
    """The request behind a link; it is confirmed if ``reply_to_verified_at`` is set."""

    name: str
    locale: str
    reply_to: str
    reply_to_verified_at: datetime | None


async def ask(tx: Tx, account_id: str, link_id: str) -> None:
    """Enqueues the email with the link."""
    await jobs.enqueue(tx, MAIL, [{"account_id": account_id, "link_id": link_id}])


async def find_asked(tx: Tx, account_id: str, link_id: str) -> AskedReplyTo | None:
    """Returns the request, or None if it has expired or the account has changed or removed the address."""
    return await tx.maybe(
        AskedReplyTo,
        """
        select name, locale, coalesce(reply_to, '') as reply_to, reply_to_verified_at from accounts
        where id = :account_id and reply_to_link_id = :link_id
          and (reply_to_verified_at is not null or reply_to_asked_at > :since)
        """,
        account_id=account_id,
        link_id=link_id,
        since=tx.now - LIFETIME,
    )


async def confirm(tx: Tx, account_id: str, link_id: str, network: str) -> AskedReplyTo | None:
    """Confirms the address of a request. Repeated calls have no effect. Returns None for an ended request."""
    changed = await tx.run(
        """
        update accounts set reply_to_verified_at = :now, version = version + 1, updated_at = :now
        where id = :account_id and reply_to_link_id = :link_id and reply_to_verified_at is null
          and reply_to_asked_at > :since
        """,
        account_id=account_id,
        link_id=link_id,
        since=tx.now - LIFETIME,
    )
    if changed:
        # The actor is a reader of the mailbox, because the link does not sign anyone in.
        effects.get_effects(tx).audit(
            Audited(
                account_id=account_id,
                action="account.confirm_reply_to",
                actor="user",
                network=network or None,
            )
        )
    return await find_asked(tx, account_id, link_id)


async def erase(tx: Tx, account_id: str, spellings: Sequence[str], before: datetime) -> int:
    """Clears the address if it is one of the spellings and was not set after ``before``.

    Returns the number of rows.
    """
    return await tx.run(
        """
        update accounts set reply_to = null, reply_to_verified_at = null, reply_to_link_id = null,
          reply_to_asked_at = null, version = version + 1, updated_at = :now
        where id = :account_id and lower(reply_to) = any (:spellings::text[]) and reply_to_asked_at <= :before
        """,
        account_id=account_id,
        spellings=list(spellings),
        before=before,
    )
