"""Read an invitation."""

from wellwish.cards.access import OnCard
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.invitations.invitation import Invitation, load, single


async def read(tx: Tx, on: OnCard, services: Services, invite_id: str) -> Invitation:
    """Of a saved group with its progress. Raises NotFound."""
    return await single(tx, on, services, await load(tx, on, invite_id))
