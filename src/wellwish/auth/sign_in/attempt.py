"""A sign-in attempt: one email with a link and a code, for one browser.

Link and code are derived from the attempt's ID with the server key, so that neither the table nor the queue
contains a secret. The requesting browser has a cookie, and the link signs in only this browser: following the
link of an attacker's attempt does not sign the attacker in.
"""

import re
import secrets
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.accounts.user import email_key
from wellwish.base import ids
from wellwish.base.crypto import Keys, link_hash
from wellwish.infra.db import Tx
from wellwish.infra.http.addresses import email_address

LIFETIME: Final = timedelta(minutes=10)  # ASVS 5.0 6.6.3 allows ten minutes for out-of-band codes
MAX_TRIES: Final = 5
HOME: Final = "/desk"

_KIND: Final = "sign_in"
_VERSION: Final = 1
# A path of this service. Its second character must not be a slash, because browsers interpret "//" and "/\"
# as the start of another host. The longest path is an authorization request.
_OWN_PATH: Final = re.compile(r"/(?:[A-Za-z0-9_][A-Za-z0-9_/?&=.,:;@!$~*+%-]{0,2047})?")


class Attempt(Struct, frozen=True):
    """A row of sign_in_attempts."""

    id: str
    email: str
    email_key: str
    code_hash: bytes
    browser_hash: bytes | None
    next_path: str
    language: str
    tries: int
    mailed_at: datetime | None
    used_at: datetime | None
    expires_at: datetime
    created_at: datetime

    def is_of(self, keys: Keys, browser: str | None) -> bool:
        """Whether this browser may use the attempt's link."""
        if self.browser_hash is None:
            return True
        return browser is not None and keys.is_hash(self.browser_hash, browser)


def own_path(given: str) -> str:
    """Returns the path if it belongs to this service, otherwise the path of the desk."""
    return given if _OWN_PATH.fullmatch(given) else HOME


def link(keys: Keys, base_url: str, attempt_id: str) -> str:
    """Returns the link in the email, which is a secret."""
    return f"{base_url}/sign-in/{_token(keys, attempt_id)}"


def code(keys: Keys, attempt_id: str) -> str:
    """Returns the code in the email: six digits, which are a secret."""
    return keys.code(_KIND, attempt_id)


def is_code(keys: Keys, found: Attempt, given: str) -> bool:
    """Whether the code belongs to the attempt."""
    return keys.is_hash(found.code_hash, _code_text(found.id, given))


def _code_text(attempt_id: str, given: str) -> str:
    return f"{_KIND} {attempt_id} {given}"


def _token(keys: Keys, attempt_id: str) -> str:
    return keys.link_token(_KIND, attempt_id, _VERSION)


class Issued(Struct, frozen=True):
    """A new attempt, and the secret for the cookie of the requesting browser.

    The secret is empty for a link from the command line.
    """

    id: str
    browser: str


async def issue(
    tx: Tx, keys: Keys, email: str, *, next_path: str = HOME, language: str = "en", any_browser: bool = False
) -> Issued:
    """Inserts an attempt for the address, even if it does not belong to a user. Raises ValueError."""
    attempt_id = ids.new("sia")
    browser = "" if any_browser else secrets.token_urlsafe(16)
    await tx.run(
        """
        insert into sign_in_attempts
          (id, email, email_key, link_hash, code_hash, browser_hash, next_path, language, expires_at,
           created_at)
        values
          (:id, :email, :email_key, :link_hash, :code_hash, :browser_hash, :next_path, :language, :expires_at,
           :now)
        """,
        id=attempt_id,
        email=email_address(email),
        email_key=email_key(email),
        link_hash=link_hash(_token(keys, attempt_id)),
        code_hash=keys.hash(_code_text(attempt_id, code(keys, attempt_id))),
        browser_hash=keys.hash(browser) if browser else None,
        next_path=own_path(next_path),
        language=language,
        expires_at=tx.now + LIFETIME,
    )
    return Issued(attempt_id, browser)


async def find_by_link(tx: Tx, token: str) -> Attempt | None:
    """Returns the attempt of a link that is neither used nor expired, or None."""
    return await tx.maybe(
        Attempt,
        """
        select {columns} from sign_in_attempts
        where link_hash = :link_hash and used_at is null and expires_at > :now
        """,
        link_hash=link_hash(token),
    )


async def find_by_browser(tx: Tx, keys: Keys, browser: str) -> Attempt | None:
    """Returns the attempt that this browser's cookie refers to, even if it is used or expired."""
    return await tx.maybe(
        Attempt,
        "select {columns} from sign_in_attempts where browser_hash = any (:browser_hashes::bytea[])",
        browser_hashes=keys.hashes(browser),
    )


async def load(tx: Tx, attempt_id: str) -> Attempt | None:
    """Returns an attempt that can still be used, or None."""
    return await tx.maybe(
        Attempt,
        """
        select {columns} from sign_in_attempts
        where id = :id and used_at is null and expires_at > :now
        """,
        id=attempt_id,
    )


async def newest_mailed(tx: Tx, count: int) -> list[Attempt]:
    """Returns the attempts whose email was sent, newest first, for the outbox of demo mode."""
    return await tx.many(
        Attempt,
        """
        select {columns} from sign_in_attempts where mailed_at is not null
        order by id desc limit :count
        """,
        count=count,
    )
