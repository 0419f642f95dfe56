"""Report a note: the owner is notified, limits and permissions apply, and the note stays visible."""

import dataclasses
import re
from typing import Any

import httpx2
import pytest

from tests import make
from tests.web.view.card import HTML, finished, note, own_link, page
from tests.world import Person
from wellwish.app import application
from wellwish.infra.http import Visits

pytestmark = pytest.mark.anyio


async def tell(
    person: Person, link: str, note_id: str, reason: str = "hurtful", text: str = ""
) -> httpx2.Response:
    [token] = re.findall(r'name="form_token" value="([^"]+)"', await page(person, link + "/report"))
    body = {"form_token": token, "note": note_id, "reason": reason, "text": text}
    return await person.world.client.post(link + "/report", data=body, headers=HTML)


async def with_note(person: Person) -> tuple[dict[str, Any], str]:
    card = await finished(person, close=False)
    made = await note(person, card["id"], "Mean words", name="Ana")
    await person.post(f"/api/cards/{card['id']}/close")
    return card, made["id"]


async def reports(person: Person, card: dict[str, Any]) -> list[dict[str, Any]]:
    return (await person.get(f"/api/cards/{card['id']}/reports")).json()["data"]


async def test_a_report_reaches_the_owner_and_hides_nothing(alice: Person) -> None:
    card, note_id = await with_note(alice)
    answer = await tell(alice, card["view_url"], note_id, "private", "It says where I live")
    assert answer.status_code == 303
    [listed] = await reports(alice, card)
    assert listed["contribution_id"] == note_id
    assert (listed["count"], listed["reasons"], listed["texts"]) == (1, ["private"], ["It says where I live"])
    assert listed["first_reported_at"] == listed["reported_at"]
    after = answer.headers["location"]
    assert "The organisers will review it" in await page(alice, after)
    assert "Mean words" in await page(alice, after)
    [event] = [
        e for e in (await alice.get("/api/events")).json()["data"] if e["type"] == "contribution.reported"
    ]
    assert event["data"] == {"card_id": card["id"], "contribution_id": note_id, "reason": "private"}


async def test_a_browser_counts_once_for_a_note(alice: Person) -> None:
    card, note_id = await with_note(alice)
    await tell(alice, own_link(card), note_id, "spam")
    await tell(alice, own_link(card), note_id, "other", "Second thoughts")
    alice.world.client.cookies.clear()
    await tell(alice, own_link(card), note_id, "spam")
    [listed] = await reports(alice, card)
    assert (listed["count"], listed["reasons"], listed["texts"]) == (
        2,
        ["other", "spam"],
        ["Second thoughts"],
    )


async def test_limits_the_reports_of_a_note(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellwish.reports.file.MAX_OF_NOTE", 2)
    card, note_id = await with_note(alice)
    for _ in range(4):
        alice.world.client.cookies.clear()
        assert (await tell(alice, own_link(card), note_id)).status_code == 303
    [listed] = await reports(alice, card)
    assert listed["count"] == 2


async def test_requires_the_note_and_the_reason(alice: Person) -> None:
    card, note_id = await with_note(alice)
    for given in (
        ("", "spam", ""),
        (note_id, "", ""),
        (note_id, "nonsense", ""),
        (note_id, "other", "x" * 501),
    ):
        answer = await tell(alice, own_link(card), *given)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    assert await reports(alice, card) == []


async def test_only_what_one_sees_can_be_reported(alice: Person) -> None:
    card, other = await finished(alice, "Seen", close=False), await finished(alice, "Seen", close=False)
    secret = await note(alice, card["id"], "For Maya", name="Ana", visibility="recipient")
    elsewhere = await note(alice, other["id"], "Elsewhere", name="Ben")
    hidden = await note(alice, card["id"], "Hidden", name="Cleo")
    assert (await alice.post(f"/api/cards/{card['id']}/contributions/{hidden['id']}/hide")).status_code == 200
    for each in (card, other):
        await alice.post(f"/api/cards/{each['id']}/close")
    for note_id in (secret["id"], elsewhere["id"], hidden["id"]):
        answer = await tell(alice, card["view_url"], note_id)
        assert answer.status_code == 422
        assert not [text for text in ("For Maya", "Elsewhere", "Hidden") if text in answer.text]
    assert await reports(alice, card) == await reports(alice, other) == []
    assert (await tell(alice, own_link(card), secret["id"])).status_code == 303


async def test_names_the_note_from_its_own_link(alice: Person) -> None:
    card, note_id = await with_note(alice)
    text = await page(alice, f"{own_link(card)}/report?note={note_id}")
    assert f'<input type="hidden" name="note" value="{note_id}">' in text
    assert "Mean words" in text


async def test_asks_for_a_note_again_if_the_given_id_is_invalid(alice: Person) -> None:
    card, _ = await with_note(alice)
    for nonsense in ("", "nonsense", "ctb_\x00"):
        answer = await tell(alice, own_link(card), nonsense)
        assert answer.status_code == 422
        assert "Choose a note." in answer.text
    assert await reports(alice, card) == []


async def test_contributions_show_moderators_the_number_of_reports(alice: Person, bob: Person) -> None:
    card, note_id = await with_note(alice)
    await note(alice, (await make.card(alice))["id"], "Of another card", name="Ben")
    await make.admin(alice, card["id"], bob, invite_contributors=True)
    path = f"/api/cards/{card['id']}/contributions"
    assert [each["reports"] for each in (await alice.get(path)).json()["data"]] == [0]
    for _ in range(2):
        await tell(alice, own_link(card), note_id)
        alice.world.client.cookies.clear()
    assert [each["reports"] for each in (await alice.get(path)).json()["data"]] == [2]
    assert (await alice.get(f"{path}/{note_id}")).json()["reports"] == 2
    assert (await alice.post(f"{path}/{note_id}/hide")).json()["reports"] == 2
    assert (await bob.get(f"{path}/{note_id}")).json()["reports"] is None


async def test_is_for_moderators_to_read(alice: Person, bob: Person, mallory: Person) -> None:
    card, note_id = await with_note(alice)
    await tell(alice, own_link(card), note_id)
    await make.admin(alice, card["id"], bob, invite_contributors=True)
    path = f"/api/cards/{card['id']}/reports"
    assert (await bob.get(path)).status_code == 403
    assert (await mallory.get(path)).status_code == 404


async def test_too_many_reports_from_one_address_wait(alice: Person) -> None:
    card, note_id = await with_note(alice)
    [token] = re.findall(r'name="form_token" value="([^"]+)"', await page(alice, own_link(card) + "/report"))
    app = application(dataclasses.replace(alice.world.services, visits=Visits(100, 2, 100)))
    transport = httpx2.ASGITransport(app, client=("203.0.113.9", 50000))
    cookies = alice.world.client.cookies
    async with httpx2.AsyncClient(
        transport=transport, base_url="http://localhost:8080", cookies=cookies
    ) as client:
        body = {"form_token": token, "note": note_id, "reason": "spam"}
        statuses = [
            (await client.post(own_link(card) + "/report", data=body, headers=HTML)).status_code
            for _ in range(3)
        ]
    assert statuses == [303, 303, 429]
