"""Suppressions: addresses that get no messages, from one account or from all.

The table stores keyed hashes, so it is not a list of the addresses that opted out.
"""

from collections.abc import Collection, Iterable
from typing import Final, Literal

from msgspec import Struct

from wellwish.accounts.user import email_key
from wellwish.crypto import Keys
from wellwish.db import Tx
from wellwish.delivery.channel import EMAIL

UNSUBSCRIBED: Final = "unsubscribed"
BOUNCED: Final = "bounced"
COMPLAINED: Final = "complained"
STOPPED: Final = "stopped"  # a reply to a text

Reason = Literal["unsubscribed", "bounced", "complained", "stopped"]

_EVERYWHERE: Final = ""


def key(channel: str, address: str) -> str:
    """Returns the key that all spellings of an address share, including its channel."""
    return f"{channel}:{email_key(address) if channel == EMAIL else address}"


def address_hash(keys: Keys, address_key: str) -> bytes:
    """Returns the stored hash of an address."""
    return keys.hash(f"suppression of {address_key}")


class _Found(Struct):
    address_hash: bytes
    account_id: str
    reason: Reason


async def among(
    tx: Tx, keys: Keys, account_id: str, address_keys: Iterable[str], but: Collection[Reason] = ()
) -> dict[str, str | None]:
    """Returns the suppressed ones of the addresses, with the reason; reasons in ``but`` do not count.

    The reason is None for a suppression that another account caused.
    """
    by_hash = {address_hash(keys, each): each for each in address_keys}
    if not by_hash:
        return {}
    found = await tx.many(
        _Found,
        """
        select {columns} from suppressions
        where address_hash = any (:hashes::bytea[]) and account_id in (:account_id, '')
          and reason <> all (:but)
        order by account_id limit 20000
        """,
        account_id=account_id,
        hashes=list(by_hash),
        but=list(but),
    )
    # The account's own row comes last, so its reason wins.
    return {
        by_hash[each.address_hash]: each.reason if each.account_id == account_id else None for each in found
    }


async def suppress(tx: Tx, hashed: bytes, account_id: str, reason: Reason, *, everywhere: bool) -> None:
    """Suppresses the address from now on. Only the account that caused it sees the reason."""
    await tx.run(
        """
        insert into suppressions (address_hash, account_id, reason, created_at)
        select :hashed, scope.account_id, :reason, :now
        from unnest(:account_ids::text[]) as scope (account_id)
        on conflict (address_hash, account_id) do nothing
        """,
        hashed=hashed,
        account_ids=[account_id, _EVERYWHERE] if everywhere else [account_id],
        reason=reason,
    )


async def lift(tx: Tx, hashed: bytes) -> None:
    """Lifts the suppressions of an address for all accounts, at its owner's request."""
    await tx.run("delete from suppressions where address_hash = :hashed", hashed=hashed)
