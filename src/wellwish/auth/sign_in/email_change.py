"""A change of a user's email address: a code is sent to both addresses, and both codes must be entered.

Therefore, neither the session nor access to one of the mailboxes is sufficient for a change. The codes are
derived from the change's ID with the server key, and the table contains only hashes.
"""

import math
from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from wellwish.accounts import user
from wellwish.accounts.user import email_key
from wellwish.auth.sign_in.attempt import LIFETIME, MAX_TRIES
from wellwish.auth.sign_in.mail_limits import Asker, admit
from wellwish.base import ids
from wellwish.base.crypto import Keys
from wellwish.base.errors import TooManyRequests
from wellwish.delivery import budget
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.http.addresses import email_address

MAIL: Final = "sign_in.email_change_mail"
CHANGES_OF_USER: Final = 5  # per hour

Side = Literal["old", "new"]
SIDES: Final[tuple[Side, ...]] = ("old", "new")
Outcome = Literal["changed", "wrong", "used_up", "taken"]


class EmailChange(Struct, frozen=True):
    """A row of email_changes; it can be confirmed until its tries are used up."""

    user_id: str
    id: str
    email: str
    email_key: str
    old_code_hash: bytes
    new_code_hash: bytes
    language: str
    tries: int
    expires_at: datetime
    created_at: datetime


def code(keys: Keys, change_id: str, side: Side) -> str:
    """Returns the code in the email to the old or the new address: six digits, a secret."""
    return keys.code(f"email_change_{side}", change_id)


def _text(change_id: str, side: Side, given: str) -> str:
    return f"email_change_{side} {change_id} {given}"


async def ask_change(
    tx: Tx, services: Services, user_id: str, email: str, asker: Asker, language: str
) -> None:
    """Begins a change, which replaces an earlier one, and queues both emails.

    The new address gets its email even if another user has it, so the response reveals nothing. Raises
    ValueError for an invalid address, TooManyRequests with ``Retry-After``.
    """
    keys = services.keys
    ends_at = tx.now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    if not await budget.take(tx, [keys.pseudonym(f"email changes of {user_id}")], CHANGES_OF_USER, ends_at):
        wait_s = math.ceil((ends_at - tx.now).total_seconds())
        raise TooManyRequests(
            "Too many email address changes were requested. Try again later.",
            headers={"Retry-After": str(wait_s)},
        )
    of_reserve = await admit(tx, services, "email_change", email, asker)
    change_id = ids.new("emc")
    await tx.run(
        """
        insert into email_changes
          (user_id, id, email, email_key, old_code_hash, new_code_hash, language, expires_at, created_at)
        values
          (:user_id, :id, :email, :email_key, :old_code_hash, :new_code_hash, :language, :expires_at, :now)
        on conflict (user_id) do update set
          id = excluded.id, email = excluded.email, email_key = excluded.email_key,
          old_code_hash = excluded.old_code_hash, new_code_hash = excluded.new_code_hash,
          language = excluded.language, tries = 0, mailed_at = null, expires_at = excluded.expires_at,
          created_at = excluded.created_at
        """,
        user_id=user_id,
        id=change_id,
        email=email_address(email),
        email_key=email_key(email),
        old_code_hash=keys.hash(_text(change_id, "old", code(keys, change_id, "old"))),
        new_code_hash=keys.hash(_text(change_id, "new", code(keys, change_id, "new"))),
        language=language,
        expires_at=tx.now + LIFETIME,
    )
    await jobs.enqueue(
        tx, MAIL, [{"change_id": change_id, "side": side, "of_reserve": of_reserve} for side in SIDES]
    )


async def find_change(tx: Tx, user_id: str) -> EmailChange | None:
    """Returns the change of the user that can still be confirmed, or None."""
    return await tx.maybe(
        EmailChange,
        """
        select {columns} from email_changes
        where user_id = :user_id and expires_at > :now and tries < :max_tries
        """,
        user_id=user_id,
        max_tries=MAX_TRIES,
    )


async def cancel_change(tx: Tx, user_id: str) -> None:
    await tx.run("delete from email_changes where user_id = :user_id", user_id=user_id)


async def confirm_change(tx: Tx, services: Services, user_id: str, old: str, new: str) -> tuple[Outcome, str]:
    """Counts a try before it compares the codes; returns the outcome and the new address.

    "taken": another user now has the address; only a reader of its mailbox learns this. The caller ends the
    user's other sessions. Raises UniqueViolation if another user takes the address at the same time.
    """
    found = await tx.maybe(
        EmailChange,
        """
        update email_changes set tries = tries + 1
        where user_id = :user_id and expires_at > :now and tries < :max_tries
        returning {columns}
        """,
        user_id=user_id,
        max_tries=MAX_TRIES,
    )
    if found is None:
        return "used_up", ""
    right = [
        services.keys.is_hash(found.old_code_hash, _text(found.id, "old", old)),
        services.keys.is_hash(found.new_code_hash, _text(found.id, "new", new)),
    ]
    if not all(right):
        return ("wrong" if found.tries < MAX_TRIES else "used_up"), found.email
    await cancel_change(tx, user_id)
    changed = await user.change_email(tx, user_id, found.email)
    return ("changed" if changed else "taken"), found.email
