"""Retire a design: new cards cannot use it, but existing cards keep it."""

from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx


async def retire(tx: Tx, template_id: str) -> None:
    """Runs as the owner of the tables. Raises NotFound."""
    if not await tx.run(
        "update templates set retired_at = coalesce(retired_at, :now) where id = :id", id=template_id
    ):
        raise NotFound(f"There is no template {template_id}.")
