"""Confirm an attempt, by its link in the requesting browser or by its code.

Each statement that uses up an attempt has a condition, so that only one of two concurrent requests signs in.
"""

from typing import Literal

from msgspec import Struct

from wellwish.accounts import user
from wellwish.auth.sign_in import attempt
from wellwish.auth.sign_in.attempt import MAX_TRIES, Attempt
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


class Confirmed(Struct, frozen=True):
    """The user who signs in, and the path of the next page."""

    user_id: str
    next_path: str


Failure = Literal["wrong", "used_up", "other_browser"]


async def confirm_link(tx: Tx, services: Services, token: str, browser: str | None) -> Confirmed | Failure:
    """Uses up the link of an attempt, if this browser may use it."""
    found = await attempt.find_by_link(tx, token)
    if found is None:
        return "used_up"
    if not found.is_of(services.keys, browser):
        return "other_browser"
    return await _use(tx, services, found)


async def confirm_code(tx: Tx, services: Services, browser: str, given: str) -> Confirmed | Failure:
    """Counts a try before it compares the code. After five tries, even the right code is refused."""
    found = await tx.maybe(
        Attempt,
        """
        update sign_in_attempts set tries = tries + 1
        where browser_hash = any (:browser_hashes::bytea[]) and used_at is null and expires_at > :now
          and tries < :max_tries
        returning {columns}
        """,
        browser_hashes=services.keys.hashes(browser),
        max_tries=MAX_TRIES,
    )
    if found is None:
        return "used_up"
    if not attempt.is_code(services.keys, found, given):
        return "wrong" if found.tries < MAX_TRIES else "used_up"
    return await _use(tx, services, found)


async def peek(tx: Tx, services: Services, token: str, browser: str | None) -> Attempt | Failure:
    """Returns the attempt of a link that this browser may use, without using it up."""
    found = await attempt.find_by_link(tx, token)
    if found is None:
        return "used_up"
    return found if found.is_of(services.keys, browser) else "other_browser"


async def _use(tx: Tx, services: Services, found: Attempt) -> Confirmed | Failure:
    used = await tx.run(
        """
        update sign_in_attempts set used_at = :now
        where id = :id and used_at is null and expires_at > :now
        """,
        id=found.id,
    )
    user_id = await _user_id(tx, services, found) if used else None
    if user_id is None:
        return "used_up"
    await user.verify(tx, user_id)
    return Confirmed(user_id, found.next_path)


async def _user_id(tx: Tx, services: Services, found: Attempt) -> str | None:
    """Returns the user of the address. If sign-up is open, creates a missing user."""
    known = await user.find(tx, found.email_key)
    if known is not None:
        return known.id
    if services.settings.sign_up != "open":
        return None
    return await user.find_or_create(tx, found.email, None)
