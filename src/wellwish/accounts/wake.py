"""Wake the job that creates cards for occasions, after a change that affects its plan."""

from datetime import datetime
from typing import Final

from wellwish.infra import jobs
from wellwish.infra.db import Tx

CREATE_CARDS: Final = "occasions.create_cards"


async def create_cards(tx: Tx, account_id: str, at: datetime | None = None) -> None:
    """Runs the account's job after this transaction, or at ``at``. The job sets the time of its next run."""
    await jobs.wake(tx, CREATE_CARDS, {account_id: {"account_id": account_id}}, at=at)
