"""The event stream that reports changes to a card, so that its list of invitations reloads itself.

The stream never contains an invitation. It checks session and access in the database every few seconds and
ends after 50 seconds; the browser then opens the next stream.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final

from starlette.responses import Response, StreamingResponse

from wellwish.auth.sign_in import session as sessions
from wellwish.base.errors import MissingPrivilege, NotFound, Unavailable
from wellwish.base.limiter import Key, Limiter, LimiterError
from wellwish.web.desk.guard import SESSION, signed_in
from wellwish.web.desk.people.invitations import load_revision
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie

_STREAMS: Final = Limiter(200, card_waiting=2)
_OF_SESSION: Final = 4  # streams per session in one process
_RETRY_S: Final = 20
_STREAM_S: Final = 50.0
_LOOK_S: Final = 3.0
_held: Final[Counter[str]] = Counter()


@signed_in
async def invitations_stream(visit: Visit) -> Response:
    """Streams an event whenever the card changes.

    Raises NotFound, MissingPrivilege, and Unavailable if the session or its account has too many streams.
    """
    first = await load_revision(visit)
    if _held[visit.session.id] >= _OF_SESSION:
        raise Unavailable(headers={"Retry-After": str(_RETRY_S)})
    async with AsyncExitStack() as stack:
        key = Key(visit.session.account_id or visit.session.user_id, visit.session.id)
        try:
            await stack.enter_async_context(_STREAMS.slot(key, 0.1))
        except LimiterError as error:
            raise Unavailable(headers={"Retry-After": str(_RETRY_S)}) from error
        body = _events(visit, first, stack.pop_all())
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(body, headers=headers, media_type="text/event-stream")


async def _events(visit: Visit, seen: str, place: AsyncExitStack) -> AsyncGenerator[bytes]:
    _held[visit.session.id] += 1
    try:
        async with place:
            yield _event(seen)
            ends_at = asyncio.get_running_loop().time() + _STREAM_S
            while asyncio.get_running_loop().time() < ends_at:
                await asyncio.sleep(_LOOK_S)
                try:
                    now = await _again(visit)
                except (NotFound, MissingPrivilege):
                    yield b"event: end\ndata: {}\n\n"
                    return
                yield b":\n\n" if now == seen else _event(now)
                seen = now
    finally:
        _held[visit.session.id] -= 1
        if not _held[visit.session.id]:
            del _held[visit.session.id]


async def _again(visit: Visit) -> str:
    """Returns the revision. Raises NotFound if the session has ended, MissingPrivilege."""
    secret = cookie.read(visit.services, visit.request, SESSION)
    found = None if secret is None else await sessions.find(visit.services, secret, is_use=False)
    if found is None or found.account_id != visit.session.account_id:
        raise NotFound
    return await load_revision(replace(visit, session=found))


def _event(revised: str) -> bytes:
    return f"event: changed\nid: {revised}\ndata: {{}}\n\n".encode()
