"""The services of a running process, passed to handlers and jobs that declare the parameter."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import structlog

from wellwish.base import trace
from wellwish.base.crypto import Keys
from wellwish.base.logs import outlived
from wellwish.base.settings import Settings
from wellwish.infra.checkout import Providers
from wellwish.infra.db import Database, follow_server_key
from wellwish.infra.http.body_memory import BodyMemory
from wellwish.infra.http.budget import Budget, Visits
from wellwish.infra.http.readiness import Readiness
from wellwish.infra.http.slowdown import Slowdown
from wellwish.infra.jobs import Batcher
from wellwish.infra.mail import Mailer
from wellwish.infra.meter import Kind, Meter
from wellwish.infra.net import Net
from wellwish.infra.sms import Carriers
from wellwish.infra.storage import Storage

# Messages that a process sends concurrently. After a kill, messages that are not recorded as sent are sent
# again. The limit is low, so that a processor and a connection are free to record an accepted message without
# delay. For a burst of 1,000 messages, a limit of 2 instead of this one took 15 s instead of 9 s, and
# duplicated 1.1 % instead of 2.5 %.
MAX_SENDS_STARTING: Final = 4
_FOLLOW_EVERY_S: Final = 10.0

log: Final = structlog.get_logger("wellwish.http")


@dataclass(frozen=True)
class Services:
    settings: Settings
    db: Database
    keys: Keys
    budget: Budget
    visits: Visits
    body_memory: BodyMemory
    net: Net
    mail: Mailer
    sms: Carriers
    storage: Storage
    checkout: Providers
    meter: Meter
    readiness: Readiness = field(default_factory=Readiness)
    slowdown: Slowdown = field(default_factory=Slowdown)
    send_slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_SENDS_STARTING))
    accepted: Batcher = field(default_factory=Batcher)  # sent messages that are not recorded yet

    @asynccontextmanager
    async def running(self, kind: Kind = "serve") -> AsyncGenerator[None]:
        """During the block, writes the meter's counts and follows the server key; then closes everything.

        Raises Unavailable, and ValueError if the database was written with another server key.
        """
        try:
            await self.follow_key()
            self.meter.process.kind = kind
            metering = asyncio.create_task(self.meter.run())
            following = asyncio.create_task(self._keep_following())
            try:
                yield
            finally:
                following.cancel()
                self.meter.stop()
                await metering
        finally:
            await self.close()

    async def follow_key(self) -> None:
        """Updates the keys after a rotation. Raises Unavailable, or ValueError for another server key."""
        async with self.db.statement() as tx:
            await follow_server_key(tx, self.keys)

    async def _keep_following(self) -> None:
        while True:
            await asyncio.sleep(_FOLLOW_EVERY_S)
            try:
                await self.follow_key()
            except Exception as error:  # noqa: BLE001 - the next round tries again
                outlived(log, "server key not followed", error)

    async def close(self) -> None:
        """Closes every connection, the database last; an error in one does not stop the others."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(asyncio.to_thread, trace.stop)
            for each in (self.db, self.checkout, self.sms, self.mail, self.net):
                stack.push_async_callback(each.close)
