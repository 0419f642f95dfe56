"""Retrieve an erasure."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import data_request
from wellwish.privacy.erasures.erasure import DataErasure, record


async def retrieve_erasure(tx: Tx, owning: Owning, services: Services, erasure_id: str) -> DataErasure:
    """Returns its progress and, once it is completed, its receipt. Raises NotFound."""
    return record(services, await data_request.load(tx, owning.account_id, "erasure", erasure_id))
