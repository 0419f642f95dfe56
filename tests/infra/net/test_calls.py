"""Outgoing HTTP calls: limits on responses, and redirects that are not followed."""

import aiohttp
import pytest

from tests.outside import outside
from tests.webhooks.receivers import PACKED, receiving
from wellwish.infra.net import CallFailedError, Limits, Reply

pytestmark = pytest.mark.anyio


async def call(does: str, **given: float) -> tuple[Reply | str, int]:
    """Returns the reply or the reason of the failure, and the number of connections."""
    net = outside()
    async with receiving(does) as receiver:
        try:
            found = await net.call("POST", receiver.url, headers={}, body=b"{}", limits=Limits(**given))  # pyright: ignore[reportArgumentType]
        except CallFailedError as error:
            return error.reason, receiver.connections
        finally:
            await net.close()
        return found, receiver.connections


async def test_returns_a_redirect_unfollowed() -> None:
    reply, connections = await call("302")
    assert isinstance(reply, Reply)
    assert (reply.status, reply.headers["location"], connections) == (302, "http://127.0.0.1:1/", 1)


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("huge", "too_large"), ("endless", "too_large"), ("drip", "timeout"), ("hang", "timeout"),
        ("reset before", "reset"), ("reset after", "reset"), ("no http", "protocol"),
        ("long head", "protocol"),
    ],
)  # fmt: skip
async def test_gives_up_on_an_answer_that_is_too_large_too_slow_or_none(does: str, reason: str) -> None:
    assert (await call(does, total_s=0.5 if reason == "timeout" else 60))[0] == reason


async def test_takes_a_body_within_the_limit_whole() -> None:
    reply, _ = await call("ok", max_bytes=2)
    assert isinstance(reply, Reply)
    assert reply.body == b"ok"
    assert (await call("ok", max_bytes=1))[0] == "too_large"


async def test_expands_no_compressed_body() -> None:
    reply, _ = await call("gzip", max_bytes=len(PACKED))
    assert isinstance(reply, Reply)
    assert reply.body == PACKED


async def test_uses_no_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiving() as proxy:
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        reply, connections = await call("ok")
        assert isinstance(reply, Reply)
        assert (connections, proxy.connections) == (1, 0)
        # The control: a client that trusts the environment goes through the proxy.
        async with aiohttp.ClientSession(trust_env=True) as trusting, trusting.get("http://example.com/"):
            pass
        assert proxy.connections == 1
