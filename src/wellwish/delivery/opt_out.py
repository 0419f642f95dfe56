"""The unsubscribe link in each mail, which ends the account's mail to the reader.

Its token is derived like those of cards; the table of links holds its hash and the hash of the address.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from wellwish.crypto import Keys, link_hash
from wellwish.db import Tx
from wellwish.delivery.suppression import UNSUBSCRIBED, address_hash, suppress

KIND: Final = "unsubscribe"
_VERSION: Final = 1


def url(keys: Keys, base_url: str, account_id: str, address_key: str) -> str:
    """Returns the link, which is a secret: for messages, never for a table or a log."""
    return f"{base_url}/u/{_token(keys, account_id, address_hash(keys, address_key))}"


def _token(keys: Keys, account_id: str, hashed: bytes) -> str:
    return keys.link_token(KIND, f"{account_id}/{hashed.hex()}", _VERSION)


async def publish(tx: Tx, keys: Keys, account_id: str, address_keys: Iterable[str]) -> None:
    """Activates the unsubscribe links of the addresses."""
    hashes = sorted({address_hash(keys, each) for each in address_keys})
    await tx.run(
        """
        insert into links (hash, account_id, kind, subject_id)
        select l.hash, :account_id, :kind, l.subject_id
        from unnest(:hashes::bytea[], :subjects::text[]) as l (hash, subject_id)
        on conflict (hash) do nothing
        """,
        account_id=account_id,
        kind=KIND,
        hashes=[link_hash(_token(keys, account_id, each)) for each in hashes],
        subjects=[each.hex() for each in hashes],
    )


class OptOut(Struct, frozen=True):
    """The account and the address that a link unsubscribes."""

    account_id: str
    subject_id: str


async def find_opt_out(tx: Tx, token: str) -> OptOut | None:
    """Returns the target of the token, or None."""
    return await tx.maybe(
        OptOut,
        "select {columns} from links where hash = :hash and kind = :kind",
        hash=link_hash(token),
        kind=KIND,
    )


async def take(tx: Tx, way: OptOut) -> None:
    """Suppresses the account's mail to the address at once; a repetition changes nothing."""
    await suppress(tx, bytes.fromhex(way.subject_id), way.account_id, UNSUBSCRIBED, everywhere=False)
