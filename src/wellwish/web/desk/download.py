"""Let users of the desk download the file that an operation returns."""

from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import Response, StreamingResponse

from wellwish.infra.http import Csv
from wellwish.movements.sheet import BOM
from wellwish.web.desk.guard import call
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.page import HEADERS


async def download(visit: Visit, operation: str, **given: Any) -> Response:
    """Returns the file of an operation such as ``GET /api/movements.csv``, streamed while it is generated.

    CSV files begin with a byte order mark, which spreadsheets need and the API omits.
    """
    result = await call(visit, operation, **given)
    record = result.record
    pieces = _marked(record.pieces) if isinstance(record, Csv) else record.pieces
    headers = {**result.headers, "Referrer-Policy": HEADERS["Referrer-Policy"]}
    return StreamingResponse(pieces, result.status, headers, record.media_type)


async def _marked(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield BOM
    async for piece in pieces:
        yield piece
