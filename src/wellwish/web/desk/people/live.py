"""The stream of events that reports changes of a card's invitations, so that the page reloads itself.

The stream never contains an invitation. It checks session and access in the database every few seconds and
ends after 50 seconds; the browser then opens the next stream.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from wellwish.auth.sign_in import session as sessions
from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import MissingPrivilege, NotFound, Unavailable
from wellwish.base.limiter import Key, Limiter, LimiterError
from wellwish.infra.http import Services
from wellwish.web.desk.guard import SESSION, signed_in
from wellwish.web.desk.people.invitations import load_revision
from wellwish.web.kit import cookie

_STREAMS: Final = Limiter(200, card_waiting=2)
_OF_SESSION: Final = 4  # streams of a session in one process
_RETRY_S: Final = 20
_STREAM_S: Final = 50.0
_LOOK_S: Final = 3.0
_held: Final[Counter[str]] = Counter()


@signed_in
async def invitations_stream(services: Services, request: Request, session: Session) -> Response:
    """Streams an event whenever the card changes.

    Raises NotFound, MissingPrivilege, and Unavailable if the session or its account has too many streams.
    """
    first = await load_revision(services, request, session)
    if _held[session.id] >= _OF_SESSION:
        raise Unavailable(headers={"Retry-After": str(_RETRY_S)})
    async with AsyncExitStack() as stack:
        key = Key(session.account_id or session.user_id, session.id)
        try:
            await stack.enter_async_context(_STREAMS.slot(key, 0.1))
        except LimiterError as error:
            raise Unavailable(headers={"Retry-After": str(_RETRY_S)}) from error
        body = _events(services, request, session, first, stack.pop_all())
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(body, headers=headers, media_type="text/event-stream")


async def _events(
    services: Services, request: Request, session: Session, seen: str, place: AsyncExitStack
) -> AsyncGenerator[bytes]:
    _held[session.id] += 1
    try:
        async with place:
            yield _event(seen)
            ends_at = asyncio.get_running_loop().time() + _STREAM_S
            while asyncio.get_running_loop().time() < ends_at:
                await asyncio.sleep(_LOOK_S)
                try:
                    now = await _again(services, request, session)
                except (NotFound, MissingPrivilege):
                    yield b"event: end\ndata: {}\n\n"
                    return
                yield b":\n\n" if now == seen else _event(now)
                seen = now
    finally:
        _held[session.id] -= 1
        if not _held[session.id]:
            del _held[session.id]


async def _again(services: Services, request: Request, session: Session) -> str:
    """Returns the revision. Raises NotFound if the session has ended, MissingPrivilege."""
    secret = cookie.read(services, request, SESSION)
    found = None if secret is None else await sessions.find(services, secret, is_use=False)
    if found is None or found.account_id != session.account_id:
        raise NotFound
    return await load_revision(services, request, found)


def _event(revised: str) -> bytes:
    return f"event: changed\nid: {revised}\ndata: {{}}\n\n".encode()
