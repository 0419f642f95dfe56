"""Retrieve a refund request."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.payments.refund_requests import request
from wellwish.payments.refund_requests.request import RefundRequest


async def retrieve_refund_request(tx: Tx, owning: Owning, refund_request_id: str) -> RefundRequest:
    """Raises NotFound."""
    return request.record(await request.load(tx, owning.account_id, refund_request_id))
