"""The address that a contributor entered for confirmations of their payments.

Nobody can see it, not even the owner: it may identify the author of an anonymous note.
"""

from typing import Annotated, Final

from msgspec import Struct

from wellwish.accounts.user import email_key
from wellwish.base.crypto import Keys
from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.infra.http import line
from wellwish.infra.http.addresses import email_address

MAX_ADDRESS: Final = 254  # RFC 5321, section 4.5.3.1.3, without the brackets
_PAGE: Final = 1000  # rows per statement

ReceiptEmail = Annotated[
    str,
    line(
        MAX_ADDRESS,
        "Email address for confirmations of this payment: paid, failed or refunded. It is used for nothing "
        "else, never returned, and erased with the contribution.",
        check=email_address,
        schema={"format": "email"},
    ),
]


class Addressee(Struct, frozen=True):
    """The recipient of a confirmation. With ``is_invited``, the address is that of the invitation."""

    card_id: str
    email: str
    is_invited: bool


class _Found(Struct, frozen=True):
    card_id: str
    sealed_address: str | None
    invited: str | None


async def put(tx: Tx, keys: Keys, access: CardAccess, contribution_id: str, email: str | None) -> None:
    """Stores the address; None erases it."""
    if email is None:
        await erase(tx, access.account_id, contribution_id)
        return
    await tx.run(
        """
        insert into receipt_addresses (account_id, contribution_id, card_id, sealed_address, created_at)
        values (:account_id, :contribution_id, :card_id, :sealed_address, :now)
        on conflict (account_id, contribution_id) do update set sealed_address = excluded.sealed_address
        """,
        account_id=access.account_id,
        contribution_id=contribution_id,
        card_id=access.card_id,
        sealed_address=keys.seal_alike(email.encode(), sealed_context(access.account_id, contribution_id)),
    )


async def erase(tx: Tx, account_id: str, contribution_id: str) -> None:
    await tx.run(
        """
        delete from receipt_addresses
        where account_id = :account_id and contribution_id = :contribution_id
        """,
        account_id=account_id,
        contribution_id=contribution_id,
    )


async def find(tx: Tx, keys: Keys, account_id: str, contribution_id: str) -> str | None:
    """Returns the address that the contributor entered, or None."""
    sealed = await tx.value(
        """
        select sealed_address from receipt_addresses
        where account_id = :account_id and contribution_id = :contribution_id
        """,
        account_id=account_id,
        contribution_id=contribution_id,
    )
    return None if sealed is None else _unseal(keys, account_id, contribution_id, sealed)


class _Sealed(Struct, frozen=True):
    contribution_id: str
    sealed_address: str


async def all_of(tx: Tx, keys: Keys, account_id: str) -> dict[str, str]:
    """Returns the addresses of an account by contribution ID."""
    found: dict[str, str] = {}
    after, is_more = "", True
    while is_more:
        rows = await tx.many(
            _Sealed,
            """
            select {columns} from receipt_addresses
            where account_id = :account_id and contribution_id > :after
            order by contribution_id limit :count
            """,
            account_id=account_id,
            after=after,
            count=_PAGE,
        )
        is_more = len(rows) == _PAGE
        for row in rows:
            after = row.contribution_id
            found[after] = _unseal(keys, account_id, after, row.sealed_address)
    return found


async def find_of(tx: Tx, keys: Keys, account_id: str, email: str | None) -> list[str]:
    """Returns the IDs of the contributions with this address; ``email`` is its key.

    Unseals all addresses of the account, because the sealed form of an address differs between contributions.
    """
    if email is None:
        return []
    found = await all_of(tx, keys, account_id)
    return [each for each, address in found.items() if email_key(address) == email]


async def addressee(tx: Tx, keys: Keys, account_id: str, contribution_id: str) -> Addressee | None:
    """Returns the address for confirmations: the one that the contributor entered, or else the invited one.

    The invited address is not used for an anonymous author, for an invitation that many people share, or
    after the address was corrected or the link rotated, since it may then be somebody else's.
    """
    found = await tx.maybe(
        _Found,
        """
        select c.card_id, r.sealed_address, i.delivery_id as invited
        from contributions c
        left join receipt_addresses r on r.account_id = c.account_id and r.contribution_id = c.id
        left join invitations i on i.account_id = c.account_id and i.id = c.invitation_id
          and not c.anonymous and i.delivery_type = 'email' and i.link_version = 1 and i.status <> 'revoked'
        where c.account_id = :account_id and c.id = :id and c.note_status <> 'deleted'
        """,
        account_id=account_id,
        id=contribution_id,
    )
    if found is None:
        return None
    if found.sealed_address is not None:
        email = _unseal(keys, account_id, contribution_id, found.sealed_address)
        return Addressee(found.card_id, email, is_invited=False)
    return None if found.invited is None else Addressee(found.card_id, found.invited, is_invited=True)


def _unseal(keys: Keys, account_id: str, contribution_id: str, sealed: str) -> str:
    return keys.unseal_alike(sealed, sealed_context(account_id, contribution_id)).decode()


def sealed_context(account_id: str, contribution_id: str) -> str:
    return f"receipt address:{account_id}:{contribution_id}"
