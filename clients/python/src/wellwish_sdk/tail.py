"""Tailing events: every event once, in the order of their commits on the server."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from wellwish_sdk import models
from wellwish_sdk.core import Input, Operation
from wellwish_sdk.resource import AsyncResource, Resource

_LIST: Final = Operation("GET", "/api/events", models.EventList)


def _query(after: str | None) -> dict[str, Any]:
    return {"order": "asc", "after": after, "limit": 200}


class Tail(Resource):
    def tail(self, after: str | None = None, *, poll_s: float = 2.0) -> Iterator[models.Event]:
        """Yields events as they happen, indefinitely.

        ``after``: ID of the last event that you processed; without it, the tail begins with new
        events. The server keeps events for 90 days.
        """
        if after is None:
            latest = self._perform(_LIST, {}, Input(query={"limit": 1})).data
            after = latest[0].id if latest else None
        while True:
            found: list[models.Event] = self._perform(_LIST, {}, Input(query=_query(after))).data
            for event in found:
                yield event
                after = event.id
            if not found:
                time.sleep(poll_s)


class AsyncTail(AsyncResource):
    async def tail(self, after: str | None = None, *, poll_s: float = 2.0) -> AsyncIterator[models.Event]:
        """Yields events as they happen, indefinitely.

        ``after``: ID of the last event that you processed; without it, the tail begins with new
        events. The server keeps events for 90 days.
        """
        if after is None:
            latest = (await self._perform(_LIST, {}, Input(query={"limit": 1}))).data
            after = latest[0].id if latest else None
        while True:
            found: list[models.Event] = (await self._perform(_LIST, {}, Input(query=_query(after)))).data
            for event in found:
                yield event
                after = event.id
            if not found:
                await asyncio.sleep(poll_s)
