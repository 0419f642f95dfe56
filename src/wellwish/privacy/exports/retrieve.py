"""Retrieve an export."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import data_request
from wellwish.privacy.exports.export import DataExport, record


async def retrieve_export(tx: Tx, owning: Owning, services: Services, export_id: str) -> DataExport:
    """Raises NotFound."""
    return record(services, await data_request.load(tx, owning.account_id, "export", export_id))
