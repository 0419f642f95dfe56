"""A person's request for their data: an emailed link, then a browser session that can show and erase the
data.

The response and the statements are the same for every address. The link is derived from the request's ID with
the server key, and the table contains only its hash. Opening the link has no effect; a button on its page
starts the search.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.accounts.user import email_key
from wellwish.auth.sign_in.attempt import LIFETIME
from wellwish.auth.sign_in.earlier_link import PROVES_FOR
from wellwish.auth.sign_in.mail_limits import Asker, admit
from wellwish.base import ids
from wellwish.base.crypto import Keys, link_hash
from wellwish.base.errors import NotFound
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

MAIL: Final = "people.mail"
SEARCH: Final = "people.search"
ERASE: Final = "people.erase"
SHOWN_FOR: Final = timedelta(hours=1)  # in the browser that used the link

_KIND: Final = "privacy"
_VERSION: Final = 1
_LONGEST_TOKEN: Final = 64


class Request(Struct, frozen=True):
    """A row of person_requests."""

    id: str
    email: str
    language: str
    account_ids: str  # each followed by a space
    searched_to: str
    searched_at: datetime | None
    erase_at: datetime | None
    with_anonymous: bool
    expires_at: datetime
    created_at: datetime

    @property
    def accounts(self) -> list[str]:
        """The accounts that the search has found so far."""
        return self.account_ids.split()


def url(keys: Keys, base_url: str, request_id: str) -> str:
    """Returns the secret link of the email."""
    return f"{base_url}/privacy/{keys.link_token(_KIND, request_id, _VERSION)}"


async def ask(tx: Tx, services: Services, email: str, asker: Asker, *, language: str) -> str:
    """Queues the email and returns the ID of the request.

    Raises ValueError for an invalid address, TooManyRequests with ``Retry-After``.
    """
    keys = services.keys
    of_reserve = await admit(tx, services, "privacy", email, asker)
    request_id = ids.new("psn")
    await tx.run(
        """
        insert into person_requests (id, email, language, link_hash, expires_at, created_at)
        values (:id, :email, :language, :link_hash, :expires_at, :now)
        """,
        id=request_id,
        email=email_key(email),
        language=language,
        link_hash=link_hash(keys.link_token(_KIND, request_id, _VERSION)),
        expires_at=tx.now + LIFETIME,
    )
    await jobs.enqueue(tx, MAIL, [{"request_id": request_id, "of_reserve": of_reserve}])
    return request_id


async def find_former(tx: Tx, token: str) -> Request | None:
    """Returns the request of a link issued within the last day, even if used or expired."""
    return await tx.maybe(
        Request,
        "select {columns} from person_requests where link_hash = :link_hash and created_at > :since",
        link_hash=_hash(token),
        since=tx.now - PROVES_FOR,
    )


async def find_by_link(tx: Tx, token: str) -> Request:
    """Returns the request of a valid link. Raises NotFound."""
    return await tx.found(
        Request,
        """
        select {columns} from person_requests
        where link_hash = :link_hash and used_at is null and expires_at > :now
        """,
        link_hash=_hash(token),
    )


async def use_link(tx: Tx, keys: Keys, token: str) -> str:
    """Invalidates the link, starts the search and returns the secret for the browser. Raises NotFound."""
    browser = secrets.token_urlsafe(32)
    request_id = await tx.value(
        """
        update person_requests set used_at = :now, browser_hash = :browser_hash, expires_at = :expires_at
        where link_hash = :link_hash and used_at is null and expires_at > :now
        returning id
        """,
        link_hash=_hash(token),
        browser_hash=keys.hash(browser),
        expires_at=tx.now + SHOWN_FOR,
    )
    if request_id is None:
        raise NotFound
    await jobs.enqueue(tx, SEARCH, [{"request_id": request_id}])
    return browser


async def find_by_browser(tx: Tx, keys: Keys, browser: str) -> Request | None:
    """Returns the request that this browser may see, or None."""
    return await tx.maybe(
        Request,
        """
        select {columns} from person_requests
        where browser_hash = any (:browser_hashes::bytea[]) and expires_at > :now and erase_at is null
        """,
        browser_hashes=keys.hashes(browser),
    )


async def ask_erasure(tx: Tx, keys: Keys, browser: str, *, with_anonymous: bool) -> bool:
    """Queues the erasure once. Returns False if this browser may not request it."""
    request_id = await tx.value(
        """
        update person_requests set erase_at = :now, with_anonymous = :with_anonymous
        where browser_hash = any (:browser_hashes::bytea[]) and expires_at > :now and erase_at is null
        returning id
        """,
        browser_hashes=keys.hashes(browser),
        with_anonymous=with_anonymous,
    )
    if request_id is not None:
        await jobs.enqueue(tx, ERASE, [{"request_id": request_id}])
    return request_id is not None


async def load(tx: Tx, request_id: str) -> Request | None:
    return await tx.maybe(Request, "select {columns} from person_requests where id = :id", id=request_id)


async def newest_mailed(tx: Tx, count: int) -> list[Request]:
    """Returns the requests with sent emails, newest first, for the outbox of demo mode."""
    return await tx.many(
        Request,
        """
        select {columns} from person_requests where mailed_at is not null
        order by id desc limit :count
        """,
        count=count,
    )


def _hash(token: str) -> bytes:
    return link_hash(token[:_LONGEST_TOKEN])
