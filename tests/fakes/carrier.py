"""A fake SMS carrier on loopback that follows Twilio's public message API, with configurable faults."""

import asyncio
import itertools
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx2
from aiohttp import web

from wellwish.base.settings.sms import SmsProvider
from wellwish.infra.sms.carrier import sign

SID, TOKEN, SENDER = "AC" + "0" * 32, "s3cret-token", "+15005550006"
_AUTHORIZATION = "Basic " + b64encode(f"{SID}:{TOKEN}".encode()).decode()


@dataclass(frozen=True)
class Sent:
    """A text message that the carrier accepted."""

    sid: str
    to: str
    sender: str
    body: str
    callback: str


@dataclass
class FakeCarrier:
    """Accepts texts. ``does`` is ok or a fault: 500, 503, 429, hang, lost, html."""

    name: str
    port: int = 0
    does: str = "ok"
    codes: dict[str, int] = field(default_factory=dict)  # error code by phone number
    slow_of_ten: int = 0  # requests of ten that time out
    texts: list[Sent] = field(default_factory=list)
    requests: int = 0
    _runner: Any = None
    _count: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def provider(self, weight: int = 50) -> SmsProvider:
        """Returns the operator's configuration for this carrier."""
        return SmsProvider(self.name, self.url, SID, TOKEN, SENDER, weight)

    @property
    def copies(self) -> Counter[str]:
        """The number of accepted texts per phone number."""
        return Counter(each.to for each in self.texts)

    async def start(self) -> None:
        """Starts listening; a restart uses the same port."""
        app = web.Application()
        app.router.add_post("/2010-04-01/Accounts/{sid}/Messages.json", self._messages)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, backlog=512)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def die(self) -> None:
        """Stops listening, so that connections are refused."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def tell(
        self, client: httpx2.AsyncClient, text: Sent, status: str, code: int = 0, **change: str
    ) -> int:
        """Sends a signed status callback about a text. Returns the status of the response."""
        form = {"MessageSid": text.sid, "MessageStatus": status, "To": text.to, "AccountSid": SID}
        form |= {"ErrorCode": str(code)} if code else {}
        return (await self.call(client, text.callback, form, **change)).status_code

    async def say(
        self, client: httpx2.AsyncClient, base_url: str, sender: str, body: str, **more: str
    ) -> str:
        """Delivers an inbound text. Returns the TwiML of the response."""
        form = {"MessageSid": f"SM{next(self._count)}", "From": sender, "To": SENDER, "Body": body, **more}
        answer = await self.call(client, f"{base_url}/callbacks/sms/{self.name}/inbound", form)
        assert answer.status_code == 200, answer.text
        return answer.text

    async def call(
        self, client: httpx2.AsyncClient, url: str, form: dict[str, str], token: str = TOKEN, signed: str = ""
    ) -> httpx2.Response:
        """Posts a signed form. ``signed`` overrides the URL in the signature."""
        body = urlencode(form)
        headers = {
            "X-Twilio-Signature": sign(token, signed or url, body),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        parts = urlsplit(url)
        return await client.post(
            f"{parts.path}?{parts.query}" if parts.query else parts.path, content=body, headers=headers
        )

    async def _messages(self, request: web.Request) -> web.Response:
        self.requests += 1
        if request.headers.get("Authorization") != _AUTHORIZATION or request.match_info["sid"] != SID:
            return web.json_response({"code": 20003, "message": "Authenticate", "status": 401}, status=401)
        if self.does == "hang" or self.requests % 10 < self.slow_of_ten:
            await asyncio.sleep(60)  # longer than any caller waits
        if self.does == "html":
            return web.Response(text="<html>Bad gateway</html>", status=502, content_type="text/html")
        if self.does in ("500", "503", "429"):
            return web.json_response({"code": 20500, "status": int(self.does)}, status=int(self.does))
        form = await request.post()
        given = {name: str(form.get(name, "")) for name in ("To", "From", "Body", "StatusCallback")}
        if (code := self.codes.get(given["To"])) is not None:
            return web.json_response({"code": code, "message": "No.", "status": 400}, status=400)
        if not given["Body"] or len(given["Body"]) > 1600:
            return web.json_response(
                {"code": 21602 if not given["Body"] else 21617, "status": 400}, status=400
            )
        sid = f"SM{self.name}{next(self._count)}"
        self.texts.append(Sent(sid, given["To"], given["From"], given["Body"], given["StatusCallback"]))
        if self.does == "lost":  # accepted, but the response is lost
            assert request.transport is not None
            request.transport.abort()
        return web.json_response({"sid": sid, "status": "queued", "error_code": None}, status=201)


@asynccontextmanager
async def carrying(*names: str) -> AsyncGenerator[list[FakeCarrier]]:
    """Provides carriers that listen on loopback."""
    made = [FakeCarrier(name) for name in names]
    for each in made:
        await each.start()
    try:
        yield made
    finally:
        for each in made:
            await each.die()
