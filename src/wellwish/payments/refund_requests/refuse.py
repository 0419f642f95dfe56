"""Refuse a refund request."""

from typing import Annotated

from wellwish.accounts.access import Owning
from wellwish.base.errors import RefundRequestState
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, IfMatch, text
from wellwish.payments.refund_requests import request
from wellwish.payments.refund_requests.request import MAX_TEXT, RefundRequest


class Refusing(Body, frozen=True, kw_only=True):
    """The reason for the contributor."""

    note: Annotated[str, text(MAX_TEXT, "Note for the contributor.")] | None = None


async def refuse(
    tx: Tx, owning: Owning, refund_request_id: str, new: Refusing, if_match: IfMatch
) -> RefundRequest:
    """The contributor sees the refusal and the note. A payment can have up to three requests.

    Raises NotFound, PreconditionFailed, RefundRequestState.
    """
    row = await request.load(tx, owning.account_id, refund_request_id)
    if_match.check(row.version)
    decided = await request.decide(tx, owning.account_id, row, "refused", note=new.note)
    if decided is None:
        row = await request.load(tx, owning.account_id, refund_request_id)
        raise RefundRequestState(f"The request is {row.status}.")
    return request.record(decided)
