"""The link through which a contributor signed: the card's shared link or an invitation's link."""

from msgspec import Struct

from wellwish.cards.link import INVITATION, SIGN, Link
from wellwish.contributions.contribution import ContributionRow
from wellwish.infra.db import Tx


class _Link(Struct):
    id: str
    version: int


async def find_link(tx: Tx, account_id: str, card_id: str, contribution_id: str) -> Link | None:
    """Returns the shared link if the contribution was made through it and the card is open and shared.

    Returns None after a rotation, which invalidates the previous link for everyone.
    """
    found = await tx.maybe(
        _Link,
        """
        select c.id, c.shared_link_version as version from cards c
        where c.account_id = :account_id and c.id = :card_id and c.shared_link and c.state = 'open'
          and c.shared_link_version = 1
          and exists (
            select 1 from contributions s
            where s.account_id = :account_id and s.id = :contribution_id and s.source = 'shared_link')
        """,
        account_id=account_id,
        card_id=card_id,
        contribution_id=contribution_id,
    )
    return None if found is None else Link(SIGN, found.id, found.version)


async def find_route(tx: Tx, row: ContributionRow, account_id: str) -> Link | None:
    """Returns the link through which the contributor signed, or None if it has ended.

    Also returns None for an anonymous contribution that was signed through an invitation.
    """
    if row.invitation_id is None:
        return await find_link(tx, account_id, row.card_id, row.id)
    if row.anonymous:
        return None
    found = await tx.maybe(
        _Link,
        """
        select id, link_version as version from invitations
        where account_id = :account_id and id = :id and link_version = 1 and status <> 'revoked'
        """,
        account_id=account_id,
        id=row.invitation_id,
    )
    return None if found is None else Link(INVITATION, found.id, found.version)
