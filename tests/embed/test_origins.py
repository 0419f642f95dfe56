"""The origins whose pages may embed the signing form: the accepted ones, and their spelling."""

from typing import Any

import pytest

from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/api/account"


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("https://portal.example.com", "https://portal.example.com"),
        ("HTTPS://Portal.Example.COM/", "https://portal.example.com"),
        ("https://portal.example.com:443", "https://portal.example.com"),
        ("https://portal.example.com:8443", "https://portal.example.com:8443"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("http://localhost:80", "http://localhost"),
        ("https://localhost:3000", "https://localhost:3000"),
    ],
)
async def test_stores_origins_as_browsers_write_them(alice: Person, given: str, stored: str) -> None:
    answer = await alice.patch(PATH, {"embed_origins": [given, stored]})
    assert answer.status_code == 200, answer.text
    assert answer.json()["embed_origins"] == [stored]
    assert (await alice.get(PATH)).json()["embed_origins"] == [stored]


@pytest.mark.parametrize(
    "given",
    [
        "null", "*", "https://*", "https://*.example.com", "https://example.*", "portal.example.com",
        "//portal.example.com", "http://portal.example.com", "ftp://portal.example.com", "https:", "https://",
        "https://portal.example.com/cards", "https://portal.example.com//", "https://portal.example.com?a=1",
        "https://portal.example.com#top", "https://user@portal.example.com", "https://a:b@portal.example.com",
        "https://portal.example.com\\@evil.example", "https://portal", "https://portal.example.com.",
        "https://.example.com", "https://a..example.com", "https://-a.example.com", "https://a_b.example.com",
        "https://portal.example.com:0", "https://portal.example.com:65536", "https://portal.example.com:x",
        "https://portal.example.com:", "https://203.0.113.7", "https://2130706433", "https://0x7f.1",
        "https://127.1", "https://127.0.0.0x1", "https://0177.0.0.1", "https://\uff11\uff12\uff17.0.0.1", "https://[::1]",
        "https://[::1]:8443", "https://127.0.0.1", "http://127.0.0.1:3000", "http://localhost.example.com",
        "http://localhost:3000/app", "https://a.example.com https://b.example.com",
        "https://a.example;script-src",         "https://a.example,https://b.example", "https://'self'", "https://ex%61mple.com",
        "data:text/html,x", "javascript:alert(1)", "blob:https://a.example.com/1",
        "https://" + "a" * 112 + ".example",
    ],
)  # fmt: skip
async def test_refuses_what_is_no_origin_with_its_pointer(alice: Person, given: str) -> None:
    answer = await alice.patch(PATH, {"embed_origins": ["https://a.example.com", given]})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/embed_origins/1"]
    assert (await alice.get(PATH)).json()["embed_origins"] == []


@pytest.mark.parametrize("given", ["https://a.example.com", [7], [None], [""], {"a": 1}, True])
async def test_refuses_what_is_no_list_of_texts(alice: Person, given: Any) -> None:
    assert (await alice.patch(PATH, {"embed_origins": given})).status_code == 422


async def test_takes_twenty_origins(alice: Person) -> None:
    origins = [f"https://{number}.example.com" for number in range(21)]
    assert (await alice.patch(PATH, {"embed_origins": origins})).status_code == 422
    assert (await alice.patch(PATH, {"embed_origins": origins[:20]})).json()["embed_origins"] == origins[:20]
    assert (await alice.patch(PATH, {"embed_origins": None})).json()["embed_origins"] == []


async def test_the_origins_of_an_account_are_its_own(alice: Person, mallory: Person) -> None:
    await alice.patch(PATH, {"embed_origins": ["https://portal.example.com"]})
    assert (await mallory.get(PATH)).json()["embed_origins"] == []
