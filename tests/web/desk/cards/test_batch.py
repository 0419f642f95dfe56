"""Create many cards from a list at the desk."""

import html
import re

import httpx2
import pytest

from tests.later import day
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio
PATH = "/desk/cards/batch"


async def slug(person: Person) -> str:
    return (await person.get("/api/templates")).json()["data"][0]["slug"]


async def titles(person: Person) -> list[str]:
    return [each["title"] for each in (await person.get("/api/cards?limit=200")).json()["data"]]


async def check(visitor: Visitor, cards: str, **fields: str) -> httpx2.Response:
    """Submits a list for the check."""
    await visitor.open(PATH)
    return await visitor.press(PATH, sender="The team", cards=cards, step="check", **fields)


def again(visitor: Visitor) -> dict[str, str]:
    """Returns the form fields of the page with the checked lines."""
    found = re.search(r'<textarea name="cards" hidden>\n(.*?)</textarea>', visitor.page, re.DOTALL)
    assert found is not None
    names = ("form_token", "form_key", "sender", "timezone")
    return {**{name: visitor.value(name) for name in names}, "cards": html.unescape(found[1])}


def faults(visitor: Visitor) -> list[str]:
    return re.findall(r'<p class="p-fault"[^>]*>.*?<span>(.*?)</span>', visitor.page)


async def test_creates_the_cards_of_a_checked_list_once(alice: Person) -> None:
    visitor, design = await signed_in(alice), await slug(alice)
    text = f"=cmd('<i>');Maya;maya@example.org;{design};{day(3)}\nSecond;;;{design}"
    answer = await check(visitor, text)
    assert answer.status_code == 200
    assert "<i>" not in visitor.page
    assert "Create 2 cards" in visitor.page
    assert await titles(alice) == []
    given = again(visitor)
    places: set[str] = set()
    for _ in range(2):
        answer = await visitor.press(PATH, **given, step="create")
        assert answer.status_code == 303
        places.add(visitor.next)
    [place] = places
    await visitor.open(place)
    assert 'http-equiv="refresh"' in visitor.page
    await alice.world.work()
    await visitor.open(place)
    assert "2 cards were created" in visitor.page
    assert 'http-equiv="refresh"' not in visitor.page
    assert await titles(alice) == ["Second", "=cmd('<i>')"]


async def test_shows_each_fault_and_keeps_the_list(alice: Person) -> None:
    visitor, design = await signed_in(alice), await slug(alice)
    text = "\n".join(
        [
            f"Good;Maya;;{design};{day(3)}",
            f";Maya;nonsense;wrong;{day(-3)}",
            f"{'x' * 256};;;{design};soon",
        ]
    )
    answer = await check(visitor, text)
    assert answer.status_code == 422
    assert sorted(faults(visitor)) == sorted(
        [
            "Enter a title",
            "Enter an email address in the correct format, such as name@example.com",
            "There is no such design",
            "Choose a time in the future",
            "Shorten this text",
            "Enter a date such as 2027-12-24",
        ]
    )
    assert "2 lines need a change" in visitor.page
    assert 'value="create"' not in visitor.page
    given = again(visitor)
    assert given["cards"] == text
    assert (await visitor.press(PATH, **given, step="create")).status_code == 409
    await visitor.press(PATH, **given, step="edit")
    assert html.escape(text, quote=False) in visitor.page
    await alice.world.work()
    assert await titles(alice) == []


async def test_reads_a_file_and_refuses_what_is_no_list(alice: Person) -> None:
    visitor, design = await signed_in(alice), await slug(alice)

    async def send(content: bytes) -> httpx2.Response:
        await visitor.open(PATH)
        data = {"form_token": visitor.token(), "sender": "The team", "step": "check"}
        return await visitor.request("POST", PATH, data=data, files={"file": ("cards.csv", content)})

    good = f"\ufefftitle,template\r\nFrom a file,{design}\r\n".encode()
    for content in (good, good.decode("utf-8-sig").encode("utf-16")):
        assert (await send(content)).status_code == 200
        assert "From a file" in visitor.page
    for content, says in (
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a text file"),
        (b"x" * 300_000, "larger than 256 KB"),
        (f"Hi;;;{design}\n".encode() * 201, "at most 200 cards"),
        (b"", "Enter at least one card"),
        (b"x;" * 300, "more than 250 columns"),
    ):
        assert (await send(content)).status_code == 422, says
        assert says in visitor.page
    assert faults(visitor)


async def test_offers_nothing_before_each_column_is_known(alice: Person) -> None:
    visitor, design = await signed_in(alice), await slug(alice)
    await check(visitor, f"title,design,Wann\nHi,{design},{day(3)}")
    assert "What does the column <bdi>Wann</bdi> contain?" in visitor.page
    assert 'value="create"' not in visitor.page
    given = again(visitor)
    assert (await visitor.press(PATH, **given, step="create")).status_code == 409
    await visitor.press(PATH, **given, step="check", use="2:unused")
    assert "This column is not used: <bdi>Wann</bdi>." in visitor.page
    assert 'value="create"' in visitor.page
    await visitor.press(PATH, **given, step="check", use="2:end")
    assert "What does the column" not in visitor.page
    answer = await visitor.press(PATH, **again(visitor), use=visitor.value("use"), step="create")
    assert answer.status_code == 303
    await alice.world.work()
    [card] = (await alice.get("/api/cards")).json()["data"]
    assert card["contribution_end_date"] == day(3)


async def test_asks_which_day_is_meant(alice: Person) -> None:
    visitor, design = await signed_in(alice), await slug(alice)
    year = int(day(0)[:4]) + 2
    await check(visitor, f"title,recipient,email address,design,closing day\nHi,,,{design},03/04/{year}")
    assert f"Saturday, 3 April {year}" in visitor.page or f"3 April {year}" in visitor.page
    assert f"4 March {year}" in visitor.page
    assert 'value="create"' not in visitor.page
    await visitor.press(PATH, **again(visitor), step="check", order="mdy")
    answer = await visitor.press(PATH, **again(visitor), order=visitor.value("order"), step="create")
    assert answer.status_code == 303
    await alice.world.work()
    [card] = (await alice.get("/api/cards")).json()["data"]
    assert card["contribution_end_date"] == f"{year}-03-04"


async def test_reads_the_days_of_spreadsheets_and_names_doubles(alice: Person) -> None:
    visitor, design = await signed_in(alice), await slug(alice)
    year = int(day(0)[:4]) + 2
    text = f"Hi;Maya <maya@example.org>;;{design};31.12.{year}"
    await check(visitor, f"{text}\n{text}\nYo;Leo;leo@acme;{design};12/31/{year}")
    assert faults(visitor) == ["Check the part after the @: it has no ending such as .com."]
    assert "The same card as in line 1" in visitor.page
    await check(visitor, text)
    assert f"31 December {year}" in visitor.page
    assert "maya@example.org" in visitor.page


async def test_creates_none_with_too_little_capacity(bob: Person) -> None:
    visitor, design = await signed_in(bob), await slug(bob)
    await check(visitor, f"Hi;;;{design}\n" * 11)
    assert "The list has 11 cards, and the account has 10 left" in visitor.page
    assert 'href="/desk/bundles"' in visitor.page
    assert 'value="create"' not in visitor.page
    given = again(visitor)
    assert (await visitor.press(PATH, **given, step="create")).status_code == 409
    await bob.world.work()
    assert await titles(bob) == []


async def test_the_outcome_is_for_the_account_only(alice: Person, mallory: Person) -> None:
    visitor, design = await signed_in(alice), await slug(alice)
    await check(visitor, f"Hi;;;{design}")
    given = again(visitor)
    assert (await visitor.press(PATH, **{**given, "form_token": "x"}, step="create")).status_code == 403
    assert (await visitor.press(PATH, **given, step="create")).status_code == 303
    stranger = await signed_in(mallory)
    texts: set[str] = set()
    for batch_id in (visitor.next.rpartition("/")[2], ids.new("cb")):
        answer = await stranger.open(f"{PATH}/{batch_id}")
        assert answer.status_code == 404
        texts.add(answer.text.replace(answer.headers["Request-Id"], "REQ").replace(batch_id, "BATCH"))
    assert len(texts) == 1
