"""Common behaviour of public pages: language, rate limits, errors, compression, security headers."""

import dataclasses
import gzip
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import brotli
import httpx2
import pytest

from tests import make
from tests.later import another_time, set_to
from tests.web.visitor import path_of
from tests.world import Person, World
from wellwish.app import application
from wellwish.base.language import LANGUAGES
from wellwish.infra.http import Visits
from wellwish.infra.http.budget import address_of
from wellwish.web.kit.style import PAPER

HTML = {"Accept": "text/html"}


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,ar;q=0.5,de;q=0.4", "ar"),
        ("en;q=0.1, de;q=0", "en"),
        ("x" * 5000, "en"),
        ("de;q=nonsense", "en"),
    ],
)
async def test_speaks_the_language_of_the_browser(world: World, header: str, expected: str) -> None:
    answer = await world.client.get("/s/nonsense", headers={**HTML, "Accept-Language": header})
    assert f'<html lang="{expected}" dir="{"rtl" if expected == "ar" else "ltr"}">' in answer.text
    assert "Accept-Language" in answer.headers["vary"]


async def test_a_choice_beats_the_browser(world: World) -> None:
    answer = await world.client.get("/s/nonsense?lang=ar", headers={**HTML, "Accept-Language": "de"})
    assert '<html lang="ar" dir="rtl">' in answer.text
    assert "لم يعد هذا الرابط يعمل" in answer.text
    again = await world.client.get("/s/nonsense?lang=xx", headers={**HTML, "Accept-Language": "de"})
    assert '<html lang="de"' in again.text


async def test_keeps_the_choice(world: World) -> None:
    answer = await world.client.get("/s/nonsense?lang=de", headers=HTML)
    assert "lang=de" in answer.headers["set-cookie"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    again = await world.client.get("/s/nonsense", headers={**HTML, "Cookie": "lang=de"})
    assert '<html lang="de"' in again.text
    assert "set-cookie" not in again.headers


async def test_a_refusal_is_a_safe_page(world: World) -> None:
    answer = await world.client.get("/s/nonsense", headers=HTML)
    assert answer.status_code == 404
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-robots-tag"] == "noindex"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["cache-control"] == "no-store"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", answer.text)
    assert answer.text.count("<h1>") == 1


@pytest.mark.parametrize("coding", ["br", "gzip", "gzip, deflate, br;q=1.0"])
@pytest.mark.parametrize("path", ["/s/nonsense", "base.css"])
async def test_compresses_large_responses(world: World, coding: str, path: str) -> None:
    if path.endswith(".css"):
        from wellwish.web.kit.static import address

        path = address(path)
    plain = await world.client.get(path, headers={**HTML, "Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    async with world.client.stream("GET", path, headers={**HTML, "Accept-Encoding": coding}) as answer:
        raw = b"".join([chunk async for chunk in answer.aiter_raw()])
    assert answer.headers["content-encoding"] == ("br" if "br" in coding else "gzip")
    assert "Accept-Encoding" in answer.headers["vary"]
    assert int(answer.headers["content-length"]) == len(raw) < len(plain.content) / 2
    unpacked = brotli.decompress(raw) if "br" in coding else gzip.decompress(raw)
    assert re.sub(rb"req_\w+", b"", unpacked) == re.sub(rb"req_\w+", b"", plain.content)


@pytest.fixture
async def small(world: World) -> AsyncIterator[httpx2.AsyncClient]:
    """The same service with limits of five requests and two wrong links per minute."""
    app = application(dataclasses.replace(world.services, visits=Visits(5, 2, 2)))
    transport = httpx2.ASGITransport(app, client=("203.0.113.9", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        yield client


_LINKS = (
    "/s/{}",
    "/c/{}",
    "/pay/{}",
    "/pay/{}/done",
    "/sandbox/{}",
    "/u/{}",
    "/media/{}/photo.webp",
    "/person/acct_1/per_1/{}",
)


@pytest.mark.parametrize("path", _LINKS)
async def test_slows_down_visitors_who_try_wrong_links(small: httpx2.AsyncClient, path: str) -> None:
    guesses = ("nonsense", "x" * 100, "A" * 22)
    statuses = [(await small.get(path.format(each), headers=HTML)).status_code for each in guesses]
    assert statuses == [404, 404, 429]


async def test_counts_wrong_links_of_all_kinds_together(small: httpx2.AsyncClient) -> None:
    first, second, *others = [path.format("A" * 22) for path in (*_LINKS[3:], *_LINKS[:3])]
    assert [(await small.get(each, headers=HTML)).status_code for each in (first, second)] == [404, 404]
    for each in others:
        assert (await small.get(each, headers=HTML)).status_code == 429, each


async def test_right_links_work_after_many_wrong_ones(world: World, alice: Person) -> None:
    """A person with invalid links does not lock out an office with the same address."""
    card = await make.card(alice)
    right = path_of(card["sign_url"])
    app = application(dataclasses.replace(world.services, visits=Visits(100, 100, 2)))
    transport = httpx2.ASGITransport(app, client=("203.0.113.9", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        wrong = [(await client.get("/s/" + "A" * 22, headers=HTML)).status_code for _ in range(4)]
        assert wrong == [404, 404, 429, 429]
        assert (await client.get(right, headers=HTML)).status_code == 200
        assert (await client.get("/s/" + "A" * 22, headers=HTML)).status_code == 429  # the control


async def test_says_how_long_to_wait(small: httpx2.AsyncClient) -> None:
    german = {**HTML, "Accept-Language": "de"}
    answers = [await small.get("/s/nonsense", headers=german) for _ in range(6)]
    answer = answers[-1]
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert "Bitte warten Sie einen Moment" in answer.text
    assert re.search(r"in \d+ Sekunde", answer.text)
    assert answer.text.count("<h1>") == 1


_NETWORK = "2001:db8:1:2::/64"


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("203.0.113.9:1234", "203.0.113.9"),  # Azure Application Gateway, IIS ARR
        ("[203.0.113.9]", "203.0.113.9"),
        ("[203.0.113.9]:443", "203.0.113.9"),
        ("203.0.113.9%eth0", "203.0.113.9"),
        ('"203.0.113.9:1234"', "203.0.113.9"),
        (" 203.0.113.9\t", "203.0.113.9"),
        ("2001:db8:1:2:3::4", _NETWORK),
        ("2001:DB8:1:2:ffff::9", _NETWORK),
        ("[2001:db8:1:2::4]", _NETWORK),
        ("[2001:db8:1:2::4]:8443", _NETWORK),
        ("2001:db8:1:2::4%eth0", _NETWORK),
        ("[2001:db8:1:2::4%25eth0]:80", _NETWORK),
        ('"[2001:db8:1:2::4]:80"', _NETWORK),
        ("2001:db8:1:3::4", "2001:db8:1:3::/64"),
        ("::1", "::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("[::ffff:203.0.113.9]:80", "203.0.113.9"),
        ("::ffff:cb00:7109", "203.0.113.9"),
        *(
            (each, "")
            for each in (
                "", "-", "unknown", "_hidden", "localhost", "203.0.113", "203.0.113.9.1", "203.0.113.256",
                "0203.0.113.9", "203.0.113.9:1:2", "2001:db8::1::2", "[2001:db8", "[]", ":80", "%eth0",
                "203.0.113.9, 198.51.100.1", "\u0662\u0660\u0663.0.113.9", "3405803785", "x" * 10_000,
            )
        ),
    ],
)  # fmt: skip
def test_an_address_is_what_one_subscriber_has(peer: str, address: str) -> None:
    assert address_of(peer) == address


@pytest.mark.parametrize("form", ["198.51.100.7:{}", "[2001:db8:1:2::{}]:{}", "198.51.100.7%{}", "host-{}"])
async def test_a_port_is_no_other_client(world: World, form: str) -> None:
    settings = dataclasses.replace(world.services.settings, proxies=1)
    app = application(dataclasses.replace(world.services, settings=settings, visits=Visits(5, 2, 2)))
    async with httpx2.AsyncClient(
        transport=httpx2.ASGITransport(app), base_url="http://localhost:8080"
    ) as client:
        statuses = [
            (
                await client.get(
                    "/sign-in", headers={**HTML, "X-Forwarded-For": form.replace("{}", str(port))}
                )
            ).status_code
            for port in range(1024, 1030)
        ]
        other = await client.get("/sign-in", headers={**HTML, "X-Forwarded-For": "203.0.113.200:1024"})
    assert statuses == [200] * 5 + [429]
    assert other.status_code == 200  # the control


def test_writes_numbers_and_days_as_the_language_does() -> None:
    at = datetime(2026, 11, 27, 23, 30, tzinfo=UTC)
    with another_time():
        set_to("2027-05-01")
        assert LANGUAGES["en"].day(at, "UTC") == "Fri 27 Nov"
        assert LANGUAGES["de"].day(at, "Europe/Berlin") == "Sa. 28. Nov."
        assert LANGUAGES["ar"].day(at, "UTC") == "الجمعة ٢٧ نوفمبر"
        for far in ("2027-06-01", "2026-05-01"):
            set_to(far)
            assert LANGUAGES["en"].day(at, "UTC") == "Fri 27 Nov 2026"
            assert LANGUAGES["de"].day(at, "Europe/Berlin") == "Sa. 28. Nov. 2026"
            assert LANGUAGES["ar"].day(at, "UTC") == "الجمعة ٢٧ نوفمبر ٢٠٢٦"
            assert LANGUAGES["en"].short_day(at, "UTC") == "Fri 27 Nov"
    assert LANGUAGES["ar"].number(1200) == "١٬٢٠٠"  # noqa: RUF001
    assert LANGUAGES["de"].number(1200) == "1.200"
    assert LANGUAGES["en"].long_day(at, "UTC") == "27 November 2026"


def test_the_paper_look_is_small() -> None:
    assert len(brotli.compress(PAPER.css.encode())) < 6_000
