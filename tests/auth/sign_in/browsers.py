"""Browsers in different networks that request sign-in and privacy mails."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx2

from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.app import application
from wellwish.auth.sign_in import attempt


@asynccontextmanager
async def behind_proxy(world: World, **limits: int) -> AsyncGenerator[World]:
    """Yields the same service behind a proxy, whose ``X-Forwarded-For`` names the network of a browser."""
    settings = replace(
        world.services.settings, proxies=1, limits=replace(world.services.settings.limits, **limits)
    )
    services = replace(world.services, settings=settings)
    transport = httpx2.ASGITransport(application(services), client=("127.0.0.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        yield World(services, client, world.owner)


async def link_and_code(world: World) -> tuple[str, str]:
    """Returns the path of the link and the code in the newest sign-in mail. The outbox would take longer."""
    mail_id = await world.owner.fetchval(
        "select id from sign_in_attempts where mailed_at is not null order by id desc limit 1"
    )
    keys = world.services.keys
    return path_of(attempt.link(keys, world.services.settings.base_url, mail_id)), attempt.code(keys, mail_id)


class Browser(Visitor):
    """A browser in a network. It opens each form once, since form tokens do not depend on the network."""

    def __init__(self, proxied: World, network: str) -> None:
        super().__init__(proxied)
        self.network = network
        self._tokens: dict[str, str] = {}

    async def request(self, method: str, path: str, **given: Any) -> httpx2.Response:
        headers = {**given.pop("headers", {}), "X-Forwarded-For": self.network}
        return await super().request(method, path, headers=headers, **given)

    async def ask(self, form: str, email: str, network: str = "") -> int:
        """Requests a mail by the form at ``/sign-in`` or ``/privacy``; returns the status."""
        if form not in self._tokens:
            await self.open(form)
            self._tokens[form] = self.token()
        self.network = network or self.network
        return (await self.press(form, form_token=self._tokens[form], email=email)).status_code

    async def sign_in(self, world: World, email: str) -> bool:
        """Signs in by mail, after a refusal as the page says; returns whether it worked."""
        if await self.ask("/sign-in", email) == 429:
            if "Open the link in the newest one in this browser" not in self.page:
                return False
            newest, _ = await link_and_code(world)
            await self.open(newest)
            if 'name="again"' not in self.page or (await self.press(newest, again="1")).status_code != 303:
                return False
        return await self.enter_code(world)

    async def enter_code(self, world: World) -> bool:
        """Enters the code of the newest mail."""
        await world.work()
        _, code = await link_and_code(world)
        await self.open("/sign-in/code")
        if not re.search(r'name="form_token"', self.page):
            return False
        await self.press("/sign-in/code", code=code)
        return self.next == "/desk"
