"""Files of operations, downloaded from a page of the desk."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from wellwish.http import Services
from wellwish.sign_in.session import Session
from wellwish.web.desk.guard import call


async def download(
    services: Services, request: Request, session: Session, operation: str, **given: Any
) -> Response:
    """Returns the file of an operation such as ``GET /api/movements.csv``, streamed while it is generated."""
    result = await call(services, request, session, operation, **given)
    record = result.record
    return StreamingResponse(record.pieces, result.status, result.headers, record.media_type)
