"""Passkeys (WebAuthn level 2): register, sign in, list, delete.

A challenge is a form token of the page, so no table has a row for each page view; a row of ``throttles``
ensures that it is used once. User verification is required, because a passkey replaces the mailbox and is not
a second factor.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct

from wellwish.base import ids
from wellwish.base.settings import Settings
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

if TYPE_CHECKING:
    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.registration.verify_registration_response import VerifiedRegistration

CHALLENGE_LIFETIME: Final = timedelta(hours=1)  # long, because a sign-in page may stay open for a while
MAX_OF_USER: Final = 20

_NAMES: Final = ("localhost",)  # the only loopback name that browsers accept as an RP ID
T = TypeVar("T")


class Passkey(Struct, frozen=True):
    """A row of passkeys, as its user sees it."""

    id: str
    agent: str
    created_at: datetime
    last_used_at: datetime | None


class PasskeyRefusedError(Exception):
    """The authenticator's response is invalid, expired or already used, or from an unknown passkey."""


def rp_id(settings: Settings) -> str | None:
    """Returns the relying party ID of this server; None for an IP address or http, which browsers refuse."""
    host = urlsplit(settings.base_url).hostname or ""
    is_name = host in _NAMES or (settings.base_url.startswith("https:") and not _is_address(host))
    return host if is_name else None


def _is_address(host: str) -> bool:
    return ":" in host or host.rpartition(".")[2].isdigit()


async def register(
    tx: Tx, services: Services, user_id: str, challenge: str, credential: str, agent: str
) -> bool:
    """Stores a passkey. Returns False if it is already stored or the user has ``MAX_OF_USER`` passkeys.

    Raises PasskeyRefusedError.
    """
    await _take(tx, services, challenge)
    verified = await _verified(lambda: _registration(services, challenge, credential))
    stored = await tx.run(
        """
        insert into passkeys (id, user_id, credential_id, public_key, sign_count, agent, created_at)
        select :id, :user_id, :credential_id, :public_key, :sign_count, :agent, :now
        where (select count(*) from passkeys where user_id = :user_id) < :max_of_user
        on conflict (credential_id) do nothing
        """,
        id=ids.new("pk"),
        user_id=user_id,
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        agent=agent,
        max_of_user=MAX_OF_USER,
    )
    return stored > 0


class _Known(Struct):
    id: str
    user_id: str
    public_key: bytes
    sign_count: int


async def authenticate(tx: Tx, services: Services, challenge: str, credential: str) -> str:
    """Returns the ID of the user whose passkey signed the challenge. Raises PasskeyRefusedError."""
    await _take(tx, services, challenge)
    known = await tx.maybe(
        _Known,
        """
        select id, user_id, public_key, sign_count from passkeys
        where credential_id = :credential_id for no key update
        """,
        credential_id=await _verified(lambda: _credential_id(credential)),
    )
    if known is None:
        raise PasskeyRefusedError
    verified = await _verified(lambda: _authentication(services, challenge, credential, known))
    await tx.run(
        "update passkeys set sign_count = :sign_count, last_used_at = :now where id = :id",
        id=known.id,
        sign_count=verified.new_sign_count,
    )
    return known.user_id


async def list_passkeys(tx: Tx, user_id: str) -> list[Passkey]:
    """Returns the passkeys of a user, newest first."""
    return await tx.many(
        Passkey,
        "select {columns} from passkeys where user_id = :user_id order by id desc limit 100",
        user_id=user_id,
    )


async def delete_passkey(tx: Tx, user_id: str, passkey_id: str) -> int:
    """Deletes a passkey of the user. Returns 0 if it belongs to another user."""
    return await tx.run(
        "delete from passkeys where id = :id and user_id = :user_id", id=passkey_id, user_id=user_id
    )


async def _take(tx: Tx, services: Services, challenge: str) -> None:
    """Uses up the challenge. Raises PasskeyRefusedError for one that is used, expired or from the future."""
    made_ms = challenge.partition("-")[0]
    age_s = tx.now.timestamp() - int(made_ms) / 1000 if made_ms.isdecimal() else -1.0
    # The clocks of processes may differ by a second.
    if not -1 <= age_s <= CHALLENGE_LIFETIME.total_seconds():
        raise PasskeyRefusedError
    subject = services.keys.pseudonym(f"passkey challenge {challenge}")
    ends_at = datetime.fromtimestamp(int(made_ms) / 1000, tx.now.tzinfo) + CHALLENGE_LIFETIME
    if not await budget.take(tx, [subject], 1, ends_at):
        raise PasskeyRefusedError


async def _verified(verify: Callable[[], T]) -> T:
    """Verifies in a thread, because the library takes a second to load. Returns the result."""
    try:
        return await asyncio.to_thread(verify)
    except Exception as error:  # several parsers process this untrusted response
        raise PasskeyRefusedError from error


def _expected(services: Services, challenge: str) -> dict[str, Any]:
    parts = urlsplit(services.settings.base_url)
    return {
        "expected_challenge": challenge.encode(),
        "expected_rp_id": rp_id(services.settings) or "",
        "expected_origin": f"{parts.scheme}://{parts.netloc}",
        "require_user_verification": True,
    }


def _registration(services: Services, challenge: str, credential: str) -> "VerifiedRegistration":
    from webauthn import verify_registration_response

    return verify_registration_response(credential=credential, **_expected(services, challenge))


def _credential_id(credential: str) -> bytes:
    from webauthn.helpers import parse_authentication_credential_json

    return parse_authentication_credential_json(credential).raw_id


def _authentication(
    services: Services, challenge: str, credential: str, known: _Known
) -> "VerifiedAuthentication":
    from webauthn import verify_authentication_response

    return verify_authentication_response(
        credential=credential,
        credential_public_key=known.public_key,
        credential_current_sign_count=known.sign_count,
        **_expected(services, challenge),
    )
