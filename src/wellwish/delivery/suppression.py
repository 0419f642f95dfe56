"""The suppression: an address that gets no messages, from one account or from all.

The table stores keyed hashes and sealed addresses, so a copy of it does not reveal the addresses that opted
out. A row without an account applies to all accounts. A row with an account applies to that account and
appears in its list; with the reason ``elsewhere``, it only appears in the list.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Final, Literal

from msgspec import Struct

from wellwish.accounts.user import email_key
from wellwish.base import ids
from wellwish.base.crypto import Keys
from wellwish.delivery.channel import EMAIL
from wellwish.infra.db import Tx

UNSUBSCRIBED: Final = "unsubscribed"
BOUNCED: Final = "bounced"
COMPLAINED: Final = "complained"
STOPPED: Final = "stopped"  # a reply to a text message
ELSEWHERE: Final = "elsewhere"

Reason = Literal["unsubscribed", "bounced", "complained", "stopped"]

# A mailbox that does not exist today may be created later.
BOUNCE_LASTS: Final = timedelta(days=30)

# Values of Postmark's "SuppressionReason". Recipients who unsubscribe at Postmark also have
# "ManualSuppression".
PROVIDER_REASONS: Final[dict[str, Reason]] = {
    "HardBounce": BOUNCED,
    "SpamComplaint": COMPLAINED,
    "ManualSuppression": UNSUBSCRIBED,
}

EVERYWHERE: Final = ""  # account ID of rows that apply to all accounts
SEALED_CONTEXT: Final = "address of a suppression"


class Address(Struct, frozen=True):
    """An address as it is stored. ``sealed`` is None if the account must not see it, and for old links."""

    hashed: bytes
    delivery_type: str
    sealed: bytes | None


def key(channel: str, address: str) -> str:
    """Returns the key that all spellings of an address share, including its channel."""
    return f"{channel}:{email_key(address) if channel == EMAIL else address}"


def address_hash(keys: Keys, address_key: str) -> bytes:
    """Returns the stored hash of an address."""
    return keys.pseudonym(f"suppression of {address_key}")


def seal(keys: Keys, address_key: str) -> Address:
    """Returns an address in its stored form, hashed and sealed."""
    channel, _, address = address_key.partition(":")
    sealed = keys.seal(address.encode(), SEALED_CONTEXT)
    return Address(address_hash(keys, address_key), channel, sealed)


def unseal(keys: Keys, sealed: bytes) -> str:
    """Decrypts the address of a suppression."""
    return keys.unseal(sealed, SEALED_CONTEXT).decode()


class _Found(Struct):
    address_hash: bytes
    account_id: str
    reason: str


async def among(
    tx: Tx, keys: Keys, account_id: str, address_keys: Iterable[str], but: Collection[Reason] = ()
) -> dict[str, str | None]:
    """Returns the suppressed addresses, each with its reason. Ignores suppressions with a reason in ``but``.

    The reason is None for a suppression caused by another account. Suppressions of live data do not apply to
    test data, which reaches nobody.
    """
    by_hash = {address_hash(keys, each): each for each in address_keys}
    if not by_hash:
        return {}
    found = await tx.many(
        _Found,
        """
        select {columns} from suppressions
        where address_hash = any (:hashes::bytea[])
          and (account_id = :account_id or account_id = '' and not exists (
            select 1 from test_accounts t where t.account_id = :account_id))
          and reason <> 'elsewhere' and reason <> all (:but)
          and (expires_at is null or expires_at > :now)
        order by account_id limit 20000
        """,
        account_id=account_id,
        hashes=list(by_hash),
        but=list(but),
    )
    # The account's own row comes last, so its reason takes precedence.
    return {
        by_hash[each.address_hash]: each.reason if each.account_id == account_id else None for each in found
    }


async def barred(
    tx: Tx, keys: Keys, account_id: str, address_keys: Iterable[str], but: Collection[Reason] = ()
) -> dict[str, str | None]:
    """Like ``among``, but adds the addresses that another account suppressed to the account's list."""
    found = await among(tx, keys, account_id, address_keys, but)
    unexplained = [seal(keys, each) for each, reason in found.items() if reason is None]
    await _record(tx, account_id, unexplained, ELSEWHERE, expires=False)
    return found


async def suppress(tx: Tx, address: Address, account_id: str, reason: Reason, *, everywhere: bool) -> None:
    """Suppresses the address from now on. Only the account that caused it sees the reason.

    ``account_id`` can be ``EVERYWHERE``, if no account caused it.
    """
    expires = reason == BOUNCED
    if everywhere and account_id != EVERYWHERE:
        await _record(tx, EVERYWHERE, [address], reason, expires=expires)
    await _record(tx, account_id, [address], reason, expires=expires)


async def _record(
    tx: Tx, account_id: str, addresses: Sequence[Address], reason: str, *, expires: bool
) -> None:
    """Writes rows of one account. The stronger of two reasons wins, and a repeated bounce extends the
    suppression.
    """
    if not addresses:
        return
    # A fixed order, so that concurrent transactions with the same addresses wait instead of deadlocking.
    ordered = sorted(addresses, key=lambda each: each.hashed)
    await tx.value(
        """
        with written as (
          insert into suppressions as s (
            address_hash, account_id, id, delivery_type, sealed_address, reason, created_at, expires_at)
          select a.hashed, :account_id::text, nullif(a.id, ''), a.delivery_type, a.sealed, :reason::text,
            :now, :expires_at::timestamptz
          from unnest(:hashes::bytea[], :ids::text[], :types::text[], :sealed::bytea[])
            as a (hashed, id, delivery_type, sealed)
          on conflict (address_hash, account_id) do update set
            id = coalesce(s.id, excluded.id), delivery_type = excluded.delivery_type,
            sealed_address = coalesce(s.sealed_address, excluded.sealed_address), reason = excluded.reason,
            created_at = case when s.reason = excluded.reason then s.created_at else excluded.created_at end,
            expires_at = excluded.expires_at
          where s.expires_at <= :now
            or array_position(:ranks::text[], excluded.reason) > array_position(:ranks::text[], s.reason)
            or (s.reason = excluded.reason and (s.id is null or s.expires_at is not null))
          returning s.id)
        select count(*) from written
        """,
        account_id=account_id,
        reason=reason,
        expires_at=tx.now + BOUNCE_LASTS if expires else None,
        hashes=[each.hashed for each in ordered],
        ids=["" if account_id == EVERYWHERE or not each.sealed else ids.new("sup") for each in ordered],
        types=[each.delivery_type for each in ordered],
        sealed=[each.sealed for each in ordered],
        ranks=[ELSEWHERE, BOUNCED, UNSUBSCRIBED, COMPLAINED, STOPPED],
    )


async def lift(tx: Tx, hashed: bytes) -> None:
    """Lifts the suppressions of an address for all accounts, at its owner's request."""
    await tx.run("delete from suppressions where address_hash = :hashed", hashed=hashed)


async def lift_bounces(tx: Tx, hashed: bytes) -> int:
    """Lifts all bounces of an address, and an unsubscription at the mail provider; returns their number."""
    return await tx.run(
        """
        delete from suppressions
        where address_hash = :hashed
          and (reason = 'bounced' or (account_id = '' and reason = 'unsubscribed'))
        """,
        hashed=hashed,
    )


class _Held(Struct):
    account_id: str
    reason: str


async def lift_for_account(tx: Tx, hashed: bytes, account_id: str, reasons: Sequence[Reason]) -> bool:
    """Lifts the account's suppression of an address if it has one of the reasons; returns whether it had.

    A bounce that the account caused is lifted for all accounts except those whose own messages bounced. If
    the address remains suppressed for all accounts, it stays in the account's list, without a reason.
    """
    rows = await tx.many(
        _Held,
        """
        select {columns} from suppressions
        where address_hash = :hashed and account_id in (:account_id, '')
        order by account_id limit 2
        for update
        """,
        hashed=hashed,
        account_id=account_id,
    )
    own = next((row.reason for row in rows if row.account_id == account_id), None)
    if own not in reasons:
        return False
    if own == BOUNCED:
        await tx.run(
            """
            delete from suppressions
            where address_hash = :hashed and account_id = '' and reason = 'bounced'
            """,
            hashed=hashed,
        )
    kept = await tx.run(
        """
        update suppressions s set reason = 'elsewhere', created_at = :now, expires_at = null
        where s.address_hash = :hashed and s.account_id = :account_id
          and exists (
            select 1 from suppressions o
            where o.address_hash = :hashed and o.account_id = ''
              and (o.expires_at is null or o.expires_at > :now))
        """,
        hashed=hashed,
        account_id=account_id,
    )
    if not kept:
        await tx.run(
            "delete from suppressions where address_hash = :hashed and account_id = :account_id",
            hashed=hashed,
            account_id=account_id,
        )
    return True


async def reactivate(tx: Tx, hashed: bytes) -> None:
    """Lifts the bounces of an address, and an unsubscription at the mail provider, for all accounts.

    An unsubscription at the provider has a row for all accounts, unlike one through our link. The account's
    row that was written with it has the same time.
    """
    await tx.run(
        """
        delete from suppressions s
        where s.address_hash = :hashed and (s.reason = 'bounced' or (s.reason = 'unsubscribed' and exists (
          select 1 from suppressions o
          where o.address_hash = :hashed and o.account_id = '' and o.reason = 'unsubscribed'
            and o.created_at = s.created_at)))
        """,
        hashed=hashed,
    )
