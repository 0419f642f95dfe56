"""The unsubscribe link in each email, which ends the account's email to the reader.

The token is derived like those of cards; the table of links contains the hashes of the token and the address.
"""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from wellwish.base.crypto import Keys, link_hash
from wellwish.delivery.channel import EMAIL
from wellwish.delivery.suppression import (
    UNSUBSCRIBED,
    Address,
    address_hash,
    lift_for_account,
    seal,
    suppress,
)
from wellwish.infra.db import Tx

KIND: Final = "unsubscribe"
# Versions of the link. The second one does not list the unsubscribed address, which the account must not see.
_LISTED: Final = 1
_UNLISTED: Final = 2


def url(keys: Keys, base_url: str, account_id: str, address_key: str, *, lists: bool) -> str:
    """Returns the link, which is a secret: for messages, never for a table or a log."""
    return f"{base_url}/u/{_token(keys, account_id, address_hash(keys, address_key), lists=lists)}"


def _token(keys: Keys, account_id: str, hashed: bytes, *, lists: bool) -> str:
    return keys.link_token(KIND, f"{account_id}/{hashed.hex()}", _LISTED if lists else _UNLISTED)


async def publish(
    tx: Tx, keys: Keys, account_id: str, address_keys: Iterable[str], *, lists: bool = True
) -> None:
    """Activates the unsubscribe links of the addresses; with ``lists``, the account sees who unsubscribes."""
    addresses = sorted((seal(keys, each) for each in set(address_keys)), key=lambda each: each.hashed)
    await tx.run(
        """
        insert into links (hash, account_id, kind, subject_id, sealed_address)
        select l.hash, :account_id, :kind, l.subject_id, l.sealed_address
        from unnest(:hashes::bytea[], :subjects::text[], :sealed::bytea[])
          as l (hash, subject_id, sealed_address)
        on conflict (hash) do nothing
        """,
        account_id=account_id,
        kind=KIND,
        hashes=[link_hash(_token(keys, account_id, each.hashed, lists=lists)) for each in addresses],
        subjects=[each.hashed.hex() for each in addresses],
        sealed=[each.sealed if lists else None for each in addresses],
    )


async def forget_address(tx: Tx, keys: Keys, account_id: str, hashed: bytes) -> None:
    """Erases the address from its link, which still works; a later opt-out is listed without the address."""
    await tx.run(
        "update links set sealed_address = null where hash = :hash",
        hash=link_hash(_token(keys, account_id, hashed, lists=True)),
    )


class OptOut(Struct, frozen=True):
    """The account and the address that a link unsubscribes."""

    account_id: str
    subject_id: str
    sealed_address: bytes | None


async def find_opt_out(tx: Tx, token: str) -> OptOut | None:
    """Returns the target of the token, or None."""
    return await tx.maybe(
        OptOut,
        "select {columns} from links where hash = :hash and kind = :kind",
        hash=link_hash(token),
        kind=KIND,
    )


async def take(tx: Tx, way: OptOut) -> None:
    """Suppresses the account's emails to the address immediately. Repeated calls have no effect."""
    address = Address(bytes.fromhex(way.subject_id), EMAIL, way.sealed_address)
    await suppress(tx, address, way.account_id, UNSUBSCRIBED, everywhere=False)


async def undo(tx: Tx, way: OptOut) -> None:
    """Lifts the suppression that unsubscribing caused; bounces and complaints remain."""
    await lift_for_account(tx, bytes.fromhex(way.subject_id), way.account_id, [UNSUBSCRIBED])


async def standing(tx: Tx, way: OptOut) -> Literal["subscribed", "unsubscribed", "suppressed"]:
    """Returns whether the account's email reaches the address.

    ``suppressed`` means that a reason other than this link prevents it.
    """
    return await tx.value(
        """
        select case
          when bool_or(account_id = :account_id and reason = 'unsubscribed') then 'unsubscribed'
          when count(*) > 0 then 'suppressed' else 'subscribed' end
        from suppressions
        where address_hash = :hashed and reason <> 'elsewhere'
          and (account_id = :account_id or account_id = '' and not exists (
            select 1 from test_accounts t where t.account_id = :account_id))
          and (expires_at is null or expires_at > :now)
        """,
        hashed=bytes.fromhex(way.subject_id),
        account_id=way.account_id,
    )
