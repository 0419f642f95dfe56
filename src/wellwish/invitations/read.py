"""Read an invitation."""

from wellwish.cards.access import OnCard
from wellwish.db import Tx
from wellwish.http import Parts
from wellwish.invitations.invitation import Invitation, load, single


async def read(tx: Tx, on: OnCard, parts: Parts, invite_id: str) -> Invitation:
    """Of a saved group with its progress. Raises NotFound."""
    return await single(tx, on, parts, await load(tx, on, invite_id))
