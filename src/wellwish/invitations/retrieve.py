"""Retrieve an invitation."""

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations.invitation import Invitation, load, single


async def retrieve_invitation(tx: Tx, access: CardAccess, services: Services, invite_id: str) -> Invitation:
    """The invitation of a saved group includes its progress. Raises NotFound."""
    return await single(tx, access, services, await load(tx, access, invite_id))
