"""Liveness and readiness probes."""

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wellwish.base.errors import Unavailable
from wellwish.infra.http import Services

_PATIENCE_S: Final = 1.5  # leaves time to respond within 2 s


async def livez(services: Services, request: Request) -> Response:
    """Returns 200 while the process responds."""
    del services, request
    return JSONResponse({"status": "ok"})


async def readyz(services: Services, request: Request) -> Response:
    """Returns 200 if the database responds, is readable, and writes durably. Raises Unavailable.

    A draining process is not ready, so that proxies stop sending requests.
    """
    del request
    try:
        async with asyncio.timeout(_PATIENCE_S):
            await services.readiness.check(services.db)
    except TimeoutError as error:
        raise Unavailable("The database is not responding.", headers={"Retry-After": "2"}) from error
    return JSONResponse({"status": "ok"})
