"""The envelope sender of an email, which identifies the email in a bounce.

Each email has a different one, ``bounce+TOKEN@...`` (VERP). The token is derived from the server key, so only
people who have seen the email can send a bounce for it.
"""

import hashlib
import re
from base64 import b32encode
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.delivery import suppression
from wellwish.delivery.message import MessageRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

_TOKEN: Final = "[a-z2-7]{26}"  # noqa: S105 - a pattern: 128 bits; some servers lower the case of a local part
_MOST_TOKENS: Final = 20


class SentMail(Struct):
    """The email that a token names. ``address_hash`` is the recipient's hash; None if the email is stored."""

    token_hash: bytes
    account_id: str
    message_id: str
    address_hash: bytes | None


def sender(services: Services, row: MessageRow) -> str | None:
    """Returns the envelope sender of an email, or None if no address for bounces is set."""
    address = services.settings.bounces.address
    if address is None:
        return None
    local, _, domain = address.partition("@")
    return f"{local}+{_token(services.keys, row.account_id, row.id)}@{domain}"


def _token(keys: Keys, account_id: str, message_id: str) -> str:
    digest = keys.link_bytes("bounce", f"{account_id}/{message_id}", 1)
    return b32encode(digest).decode().rstrip("=").lower()


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


async def expect(tx: Tx, services: Services, row: MessageRow) -> None:
    """Stores the token of an email before it is sent, so that its bounce can be matched.

    Stored messages need tokens only with SMTP servers and a bounce address: callbacks of email providers
    identify the message.
    """
    is_stored = row.account_id != ""
    if is_stored and (services.settings.bounces.address is None or not services.settings.smtp_servers):
        return
    await tx.run(
        """
        insert into bounce_addresses (token_hash, account_id, message_id, address_hash, created_at)
        values (:token_hash, :account_id, :message_id, :address_hash, :now)
        on conflict (token_hash) do nothing
        """,
        token_hash=_hash(_token(services.keys, row.account_id, row.id)),
        account_id=row.account_id,
        message_id=row.id,
        address_hash=None if is_stored else suppression.address_hash(services.keys, row.address_key),
    )


async def find(tx: Tx, services: Services, sent_to: str) -> SentMail | None:
    """Returns the email whose envelope sender appears in the text, locked, or None."""
    return await _find(tx, _tokens(services, sent_to))


async def find_unstored(tx: Tx, services: Services, message_id: str) -> SentMail | None:
    """Returns an email that is not stored, locked, or None if its bounce was already applied."""
    return await _find(tx, [_token(services.keys, "", message_id)])


async def _find(tx: Tx, tokens: Sequence[str]) -> SentMail | None:
    return await tx.maybe(
        SentMail,
        """
        select {columns} from bounce_addresses where token_hash = any (:hashes::bytea[])
        order by token_hash limit 1 for update
        """,
        hashes=[_hash(token) for token in tokens],
    )


def is_one(services: Services, sent_to: str) -> bool:
    """Returns whether the text contains an envelope sender of this service, even for an unknown email."""
    return bool(_tokens(services, sent_to))


async def use_up(tx: Tx, sent: SentMail) -> None:
    """Deletes the token, so that reading a bounce message again has no effect."""
    await tx.run("delete from bounce_addresses where token_hash = :token_hash", token_hash=sent.token_hash)


def _tokens(services: Services, sent_to: str) -> list[str]:
    """Returns the tokens in the addresses to which a report was sent."""
    local, _, domain = (services.settings.bounces.address or "").partition("@")
    if not domain:
        return []
    form = re.compile(rf"{re.escape(local)}\+({_TOKEN})@{re.escape(domain)}\b", re.IGNORECASE)
    return [found.lower() for found in form.findall(sent_to)[:_MOST_TOKENS]]
