"""The card's shared link, for contributors who signed through it."""

from msgspec import Struct

from wellwish.cards.link import SIGN, Link
from wellwish.db import Tx


class _Shared(Struct):
    shared_link_version: int


async def find_link(tx: Tx, account_id: str, card_id: str, contribution_id: str) -> Link | None:
    """Returns the link while the card is open and shared, if the contribution was made through it.

    None after a rotation, which ends the link for everyone who has the former one.
    """
    found = await tx.maybe(
        _Shared,
        """
        select {columns} from cards c
        where c.account_id = :account_id and c.id = :card_id and c.shared_link and c.state = 'open'
          and c.shared_link_version = 1
          and exists (
            select from contributions s
            where s.account_id = :account_id and s.id = :contribution_id and s.source = 'shared_link')
        """,
        account_id=account_id,
        card_id=card_id,
        contribution_id=contribution_id,
    )
    return None if found is None else Link(SIGN, card_id, found.shared_link_version)
