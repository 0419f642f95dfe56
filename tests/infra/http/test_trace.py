"""Traces: W3C Trace Context, parsed strictly, and forwarded to webhooks and providers."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email.headerregistry import Address
from typing import Any

import pytest
from aiohttp import web

from tests.outside import outside
from tests.webhooks.receivers import receiving
from wellwish.base import trace
from wellwish.base.settings.sms import SmsProvider
from wellwish.base.trace import Trace
from wellwish.infra.checkout import Merchant
from wellwish.infra.checkout.stripe_call import options
from wellwish.infra.mail import Envelope, Mail, MailError
from wellwish.infra.mail.postmark import Postmark
from wellwish.infra.sms import Carrier, CarrierUnavailableError

pytestmark = pytest.mark.anyio

ID, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
VALID = f"00-{ID}-{PARENT}-01"


@pytest.mark.parametrize(
    ("headers", "read"),
    [
        ([VALID], Trace(ID, PARENT, 1)),
        ([f"00-{ID}-{PARENT}-00"], Trace(ID, PARENT, 0)),
        ([f"00-{ID}-{PARENT}-ff"], Trace(ID, PARENT, 1)),  # unknown flags are ignored
        ([f"cc-{ID}-{PARENT}-01"], Trace(ID, PARENT, 1)),  # a later version
        ([f"cc-{ID}-{PARENT}-01-what-the-future-will-be-like"], Trace(ID, PARENT, 1)),
        ([f"cc-{ID}-{PARENT}-01.what"], None),
        ([f"{VALID}-more"], None),  # version 00 has four fields
        ([], None),
        ([VALID, VALID], None),
        ([f"{VALID},{VALID}"], None),
        ([""], None),
        ([f" {VALID}"], None),
        ([f"{VALID}\n"], None),
        ([VALID.upper()], None),
        ([f"ff-{ID}-{PARENT}-01"], None),
        ([f"00-{'0' * 32}-{PARENT}-01"], None),
        ([f"00-{ID}-{'0' * 16}-01"], None),
        ([f"00-{ID[:-1]}-{PARENT}-01"], None),
        ([f"00-{ID}-{PARENT}-1"], None),
        ([f"00-{ID[:-1]}٣-{PARENT}-01"], None),
        ([f"0-{ID}-{PARENT}-01"], None),
    ],
)
def test_reads_a_traceparent_strictly(headers: list[str], read: Trace | None) -> None:
    assert trace.parse(headers) == read


def test_begins_a_trace_or_continues_one() -> None:
    assert trace.headers() == {}
    with trace.span("request", "server", parent=Trace(ID, PARENT, 1)) as request:
        assert (request.trace.trace_id, request.trace.flags) == (ID, 1)
        assert request.trace.span_id != PARENT
        with trace.span("call", "client") as call:
            assert call.trace.trace_id == ID
            assert trace.headers() == {"traceparent": f"00-{ID}-{call.trace.span_id}-01"}
        with trace.span("job", "consumer") as job:
            assert job.trace.trace_id != ID
            assert trace.parse([job.trace.traceparent]) == job.trace
        assert trace.current() == request.trace
    assert trace.current() is None


@asynccontextmanager
async def recording() -> AsyncGenerator[tuple[str, list[str | None]]]:
    """Yields the URL of a server and the headers that it receives."""
    found: list[str | None] = []

    async def handle(request: web.Request) -> web.Response:
        found.append(request.headers.get("traceparent"))
        return web.Response(status=503)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", found
    finally:
        await runner.cleanup()


async def test_passes_the_trace_on_to_webhooks_and_providers() -> None:
    net = outside()
    async with receiving("ok") as receiver, recording() as (url, found):
        provider = SmsProvider("a", url, "AC1", "token", "+15550001", 1)
        postmark, carrier = Postmark(url, "token", "outbound", 1), Carrier(provider)
        with trace.span("job", "consumer", parent=Trace(ID, PARENT)):
            await net.call("POST", receiver.url, headers={}, body=b"{}")
            with pytest.raises(MailError):
                await postmark.send(Envelope("a@example.com", "b@example.com", _mail(), {}))
            with pytest.raises(CarrierUnavailableError):
                await carrier.send("+447400123456", "Hi", "https://example.com")
            stripe: dict[str, Any] = options(Merchant(provider="stripe", owner="operator"))
        assert "headers" not in options(Merchant(provider="stripe", owner="operator"))
        for each in (net, postmark, carrier):
            await each.close()
    sent = [receiver.messages[0].headers["traceparent"], *found, stripe["headers"]["traceparent"]]
    read = [trace.parse([each or ""]) for each in sent]
    assert [each and each.trace_id for each in read] == [ID] * 4
    assert PARENT not in {each and each.span_id for each in read}


def _mail() -> Mail:
    return Mail(Address("", "a", "example.com"), {"Subject": "Hello"}, "Hello", "<p>Hello</p>", "=_1")
