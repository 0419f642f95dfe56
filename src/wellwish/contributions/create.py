"""Add a contribution in someone's name."""

from wellwish.cards import card
from wellwish.cards.access import OnCard
from wellwish.contributions import seen
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.note import NewContribution
from wellwish.contributions.sign import OWNER, sign
from wellwish.db import Tx
from wellwish.http import Parts


async def create(tx: Tx, on: OnCard, parts: Parts, new: NewContribution) -> Contribution:
    """It is published at once, whatever the card's `moderation`.

    Raises NotFound, CardClosed, CardState, CardFull.
    """
    signed = await sign(tx, parts, on, OWNER, new)
    return await seen.shown_one(
        tx, signed.row, seen.sight(await card.load(tx, on), seen.of_caller(on), tx.now)
    )
