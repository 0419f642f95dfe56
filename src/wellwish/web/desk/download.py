"""Files of operations, downloaded from a page of the desk."""

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

    People open it in a spreadsheet, so a CSV file begins with a byte order mark, which the API leaves out.
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
