"""The metadata document of a client: its required content, and the limits on fetching it."""

import time

import pytest

from tests.auth.consents.consenting import asking
from tests.fakes.client_site import HOST, ClientSite
from tests.outside import NAMES
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.auth.consents import client
from wellwish.auth.consents.client import Client, is_redirect_uri

pytestmark = pytest.mark.anyio


async def is_asked(visitor: Visitor, site: ClientSite, **changed: str) -> bool:
    """Returns whether the page asks for consent; if not, checks that it does not redirect to the client."""
    answer = await visitor.open(asking(site, **changed))
    if answer.status_code == 200:
        return True
    assert answer.status_code == 400, answer.text
    assert "location" not in answer.headers
    assert 'name="answer"' not in answer.text
    return False


async def test_asks_with_the_name_and_both_hosts(alice: Person, client_site: ClientSite) -> None:
    visitor = await entered(alice)
    client_site.changed = {
        "client_name": "Ada\u202e <b>assistant</b>\n",
        "redirect_uris": ["https://elsewhere.example.com/callback"],
    }
    assert await is_asked(visitor, client_site, redirect_uri="https://elsewhere.example.com/callback")
    assert "<bdi>Ada &lt;b&gt;assistant&lt;/b&gt;</bdi>" in visitor.page
    assert f"<bdi>{HOST}</bdi>" in visitor.page
    assert "<bdi>elsewhere.example.com</bdi>" in visitor.page
    assert "program on this device" not in visitor.page


async def test_warns_of_programs_on_this_device(alice: Person, client_site: ClientSite) -> None:
    visitor = await entered(alice)
    assert await is_asked(visitor, client_site)
    assert "program on this device" in visitor.page


@pytest.mark.parametrize(
    "changed",
    [
        {"client_id": "https://assistant.example.com/other.json"},
        {"client_id": None},
        {"client_name": None},
        {"client_name": " \u202e\n"},
        {"client_name": 7},
        {"redirect_uris": None},
        {"redirect_uris": []},
        {"redirect_uris": "http://127.0.0.1:33418/callback"},
        {"redirect_uris": ["http://127.0.0.1:33418/callback"] * 51},
        {"grant_types": ["client_credentials"]},
        {"response_types": ["token"]},
        {"token_endpoint_auth_method": "private_key_jwt"},
        {"token_endpoint_auth_method": "client_secret_basic"},
    ],
    ids=str,
)
async def test_refuses_a_document_with_another_content(
    changed: dict[str, object], alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    client_site.changed = changed
    assert not await is_asked(visitor, client_site)
    client_site.changed = {}  # the control, which also shows that no faulty document is cached
    assert await is_asked(visitor, client_site)


@pytest.mark.parametrize(
    "given",
    [
        {"status": 302, "headers": {"location": "https://assistant.example.com/client.json"}},
        {"status": 404},
        {"status": 500},
        {"body": b"{"},
        {"body": b"[]"},
        {"body": b'{"client_id": "\xff"}'},
        {"changed": {"more": "x" * 5200}},
        {"headers": {"content-type": "text/html"}},
        {"headers": {"content-encoding": "gzip"}, "body": b"\x1f\x8b"},
    ],
    ids="-".join,
)
async def test_refuses_a_response_that_is_no_document(
    given: dict[str, object], alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    for name, value in given.items():
        setattr(client_site, name, value)
    assert not await is_asked(visitor, client_site)
    assert client_site.asked == ["/client.json"], "a redirect is not followed"
    for name, value in vars(ClientSite(client_site.port)).items():
        setattr(client_site, name, value)
    assert await is_asked(visitor, client_site)  # the control


async def test_does_not_wait_for_a_slow_document(
    alice: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = await entered(alice)
    client_site.wait_s = 2
    with monkeypatch.context() as impatient:
        impatient.setattr(client, "_CALL_S", 0.2)
        assert not await is_asked(visitor, client_site)
    client_site.wait_s = 0
    assert await is_asked(visitor, client_site)  # the control


@pytest.mark.parametrize("address", ["10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "fd00::1", "0.0.0.0"])
async def test_calls_no_private_address(
    address: str, alice: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = await entered(alice)
    monkeypatch.setitem(NAMES, HOST, [address, "127.0.0.1"])
    assert not await is_asked(visitor, client_site)
    assert "could not be fetched" in visitor.page
    assert address not in visitor.page
    assert client_site.asked == []
    monkeypatch.setitem(NAMES, HOST, ["127.0.0.1"])  # the tests permit this address
    assert await is_asked(visitor, client_site)  # the control


@pytest.mark.parametrize(
    "client_id",
    [
        "", "assistant", "http://{host}/client.json", "https://{host}", "https://{host}/",
        "https://user:pw@{host}/client.json", "https://{host}/client.json#part",
        "https://{host}/a/../client.json", "https://{host}/a/%2E%2e/client.json", "https://{host}/./client.json",
        "https://{host}/client.json\\@evil.example", "https://{host}/client json", "//{host}/client.json",
        "javascript:alert(1)", "https://[::1]/client.json", "https://{host}/" + "x" * 500,
    ],
)  # fmt: skip
async def test_an_id_is_a_plain_https_url_with_a_path(
    client_id: str, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    host = f"{HOST}:{client_site.port}"
    assert not await is_asked(visitor, client_site, client_id=client_id.replace("{host}", host))
    assert client_site.asked == []
    assert await is_asked(visitor, client_site, client_id=f"https://{host}/a.b/c.json?v=1")  # the control


async def test_nobody_without_a_session_makes_the_service_fetch(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    stranger = Visitor(world)
    assert (await stranger.open(asking(client_site))).status_code == 303
    assert client_site.asked == []
    assert await is_asked(await entered(alice), client_site)  # the control
    assert client_site.asked == ["/client.json"]


async def test_keeps_a_document_for_minutes(
    alice: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, started = await entered(alice), time.monotonic()
    for seconds, cache_control, fetched in (
        (0, "no-store", 1),
        (59, "no-store", 1),
        (61, "max-age=600", 2),
        (660, "", 2),
        (662, "max-age=31536000", 3),
        (662 + 3599, "", 3),
        (662 + 3601, "", 4),
        (662 + 3601 + 299, "", 4),
        (662 + 3601 + 301, "", 5),
    ):
        monkeypatch.setattr(client, "monotonic", lambda at=started + seconds: at)
        client_site.headers = {"cache-control": cache_control}
        assert await is_asked(visitor, client_site)
        assert len(client_site.asked) == fetched, seconds


async def test_limits_the_documents_that_a_user_fetches_per_hour(
    alice: Person, bob: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "FETCHES_AN_HOUR", 3)
    visitor = await entered(alice)
    ids = [f"https://{HOST}:{client_site.port}/{number}.json" for number in range(4)]
    for client_id in ids[:3]:
        assert await is_asked(visitor, client_site, client_id=client_id)
    answer = await visitor.open(asking(client_site, client_id=ids[3]))
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
    assert await is_asked(visitor, client_site, client_id=ids[0])  # cached
    assert await is_asked(await entered(bob), client_site, client_id=ids[3])


async def test_limits_the_number_of_cached_documents(
    alice: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_KEPT_CLIENTS", 2)
    visitor = await entered(alice)
    for number in range(4):
        await is_asked(visitor, client_site, client_id=f"https://{HOST}:{client_site.port}/{number}.json")
    assert len(client._fetched) == 2


def test_redirects_go_to_tls_or_this_machine() -> None:
    for good in (
        "https://assistant.example.com/callback", "https://assistant.example.com:8443/a?b=c",
        "http://127.0.0.1:1/callback", "http://localhost/callback", "http://[::1]:8/", "https://a.example",
    ):  # fmt: skip
        assert is_redirect_uri(good), good
    for bad in (
        "http://assistant.example.com/callback", "cursor://callback", "javascript:alert(1)", "data:,x",
        "https://user@assistant.example.com/", "https://assistant.example.com/#part", "https:///callback",
        "https://assistant.example.com/a b", "https://assistant.example.com/\r\nX: y", "//a.example/",
        "https://a.example;script-src *//", "https://a.example/\\b", "http://127.0.0.1.evil.example/",
        "https://a.example/" + "x" * 1000, "https://a.example/<x>",
        "http://127.0.0.1:0/callback", "http://localhost:65536/", "http://[::1]:99999/",
        "https://a.example:0/", "http://127.0.0.1:00000/", "http://127.0.0.1:\u0661/", "http://127.0.0.1:/",
        'https://a.example/"', "",
    ):  # fmt: skip
        assert not is_redirect_uri(bad), bad


def test_only_the_port_of_this_machine_may_differ() -> None:
    made = Client(
        "https://a.example/c.json",
        "A",
        ("http://127.0.0.1:1/callback", "http://localhost/callback", "https://a.example/callback"),
    )
    for good in (*made.redirect_uris, "http://127.0.0.1:65535/callback", "http://localhost:5/callback"):
        assert made.takes(good), good
    for bad in (
        "http://127.0.0.1:1/", "http://127.0.0.1:1/callback?x=1", "http://[::1]:1/callback",
        "http://127.0.0.1:0/callback", "http://127.0.0.1:99999/callback", "http://localhost:65536/callback",
        "https://127.0.0.1:1/callback", "https://a.example:444/callback", "https://a.example/callback/",
        "https://a.example/callback?x", "https://A.example/callback", "https://b.example/callback",
    ):  # fmt: skip
        assert not made.takes(bad), bad
