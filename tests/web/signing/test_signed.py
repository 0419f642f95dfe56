"""After signing: a mailed link to one's own note for any browser, and the removal of the note."""

import asyncio
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.later import another_time, frozen_at, set_to
from tests.web.signing.test_sign import notes, shared
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.base import clock
from wellwish.delivery import budget, suppression

pytestmark = pytest.mark.anyio


async def mails(world: World) -> list[dict[str, Any]]:
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    return [each for each in answer.json()["data"] if each["kind"] == "own_link"]


async def test_sends_the_link_that_opens_ones_own_note(world: World) -> None:
    card, path = await shared(world, contribution_end_date="2099-11-27")
    visitor = Visitor(world)
    await visitor.sign(path, text="Secret words")
    await visitor.open(f"{path}/signed")
    answer = await visitor.press(f"{path}/mail", email=" Noor@Example.COM ")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}/signed?mailed=1")
    await visitor.open(f"{path}/signed?mailed=1")
    assert "the link is on its way" in visitor.page
    [mail] = await mails(world)
    assert mail["recipient"] == "Noor@example.com"
    assert mail["subject"] == "Your note on “Happy birthday, Maya”"
    assert "Secret words" not in mail["body"]
    assert "You can edit your note until Friday, 27 November 2099." in mail["body"]
    assert "List-Unsubscribe" in mail["headers"]
    own = path_of(mail["link"])
    elsewhere = Visitor(world)
    await elsewhere.open(own)
    assert "Secret words</textarea>" in elsewhere.page
    assert (await elsewhere.send(own, text="From the train")).status_code == 303
    [note] = await notes(world, card)
    assert note["note"]["text"] == "From the train"
    await elsewhere.open(f"{own}/signed")
    assert "From the train" in elsewhere.page
    assert card["sign_url"] not in elsewhere.page
    await elsewhere.press(f"{own}/remove")
    assert await notes(world, card) == []
    assert (await elsewhere.open(own)).status_code == 404


async def test_asked_for_twice_within_an_hour_it_is_one_mail(world: World) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    with another_time():
        for time, sent in (("12:10", 1), ("12:50", 1), ("13:10", 2)):
            set_to(f"2027-03-01T{time}:00")
            answer = await visitor.press(f"{path}/mail", email="noor@example.com")
            assert answer.headers["location"] == f"{path}/signed?mailed=1"
            assert len(await mails(world)) == sent


async def test_sends_nothing_to_a_suppressed_address_and_does_not_show_it(world: World) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    await visitor.press(f"{path}/mail", email="noor@example.com")
    [mail] = await mails(world)
    way_out = re.search(r"/u/[\w-]+", mail["headers"]["List-Unsubscribe"])
    assert way_out is not None
    await world.client.post(way_out[0], data={"List-Unsubscribe": "One-Click"})
    await world.owner.execute("delete from messages")
    answer = await visitor.press(f"{path}/mail", email="noor@example.com")
    assert answer.headers["location"] == f"{path}/signed?mailed=1"
    assert await mails(world) == []


async def test_one_address_gets_so_many_a_day(world: World) -> None:
    _, path = await shared(world)
    for _ in range(8):
        visitor = Visitor(world)
        await visitor.sign(path)
        await visitor.open(f"{path}/signed")
        await visitor.press(f"{path}/mail", email="noor@example.com")
    assert len(await mails(world)) == 4


async def test_one_notes_link_goes_to_three_addresses_a_day(world: World) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    with another_time():
        with frozen_at("2027-03-01T12:10:00"):
            for name in ("a", "b", "c", "B"):
                answer = await visitor.press(f"{path}/mail", email=f"{name}@example.com")
                assert answer.headers["location"] == f"{path}/signed?mailed=1"
            answer = await visitor.press(f"{path}/mail", email="d@example.com")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(11 * 3600 + 50 * 60))
        assert "already emailed this link to three addresses today" in visitor.page
        assert 'value="d@example.com"' in visitor.page
        set_to("2027-03-01T14:10:00")
        # Addresses that received the link may receive it again; a refused address is not among them.
        assert (await visitor.press(f"{path}/mail", email="a@example.com")).status_code == 303
        assert (await visitor.press(f"{path}/mail", email="d@example.com")).status_code == 429
        assert sorted(mail["recipient"] for mail in await mails(world)) == [
            "a@example.com", "a@example.com", "b@example.com", "c@example.com",
        ]  # fmt: skip
        set_to("2027-03-02T00:10:00")
        assert (await visitor.press(f"{path}/mail", email="d@example.com")).status_code == 303


@pytest.mark.parametrize(("names", "sent"), [("abcdefgh", 3), ("aaaaaaab", 2)])
async def test_requests_at_once_share_the_limit(world: World, names: str, sent: int) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    token = visitor.token()
    answers = await asyncio.gather(
        *(visitor.press(f"{path}/mail", form_token=token, email=f"{each}@example.com") for each in names)
    )
    assert len(await mails(world)) == sent
    assert [answer.status_code for answer in answers].count(429) == (len(names) - 3 if sent == 3 else 0)


async def test_each_card_has_a_limit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "OWN_LINKS_OF_A_CARD", 4)
    _, path = await shared(world)
    answers: list[int] = []
    visitor = Visitor(world)
    for each in range(6):
        visitor = Visitor(world)
        await visitor.sign(path)
        await visitor.open(f"{path}/signed")
        answers.append((await visitor.press(f"{path}/mail", email=f"{each}@example.com")).status_code)
    assert answers == [303] * 4 + [429] * 2
    assert "emailed a lot of links for this card today" in visitor.page
    assert len(await mails(world)) == 4


async def test_a_refusal_reveals_nothing_about_an_address(world: World) -> None:
    """Suppressed addresses count and are refused like any other."""
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    address = suppression.seal(world.services.keys, "email:b@example.com")
    async with world.services.db.transaction() as tx:
        await suppression.suppress(tx, address, world.alice.account_id, "bounced", everywhere=True)
    answers = [
        (await visitor.press(f"{path}/mail", email=f"{each}@example.com")).status_code for each in "bcadb"
    ]
    assert answers == [303, 303, 303, 429, 303]
    assert len(await mails(world)) == 2


async def test_own_links_leave_the_accounts_budget(sending: Sending) -> None:
    world = sending.world
    settings = replace(world.services.settings, messages_per_day=1, messages_per_day_unproven=1)
    world.services = replace(world.services, settings=settings)
    card, path = await shared(world)
    with another_time():
        for number, name in enumerate("abc", 1):
            visitor = Visitor(world)
            await visitor.open(path)
            clock.move(
                timedelta(seconds=10 * number)
            )  # outside demo mode, a form sent immediately comes from a program
            await visitor.send(path)
            await visitor.open(f"{path}/signed")
            answer = await visitor.press(f"{path}/mail", email=f"{name}@example.com")
            assert answer.headers["location"] == f"{path}/signed?mailed=1"
        await make.invitations(world.alice, card["card_id"], "ana@example.com", "ben@example.com")
        await world.work()
    sent = [mail.recipient.partition("@")[0] for mail in sending.post.received]
    assert [name for name in ("a", "b", "c") if name in sent] == ["a", "b", "c"]
    assert [name for name in ("ana", "ben") if name in sent] == ["ana"]  # the account may send one


@pytest.mark.parametrize(
    "email", ["", "noor", "noor@", "a@b@c", "x" * 300 + "@example.com", "noor@example.com\nBcc: a@b.c"]
)
async def test_reports_a_wrong_address_and_shows_it_again(world: World, email: str) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    answer = await visitor.press(f"{path}/mail", email=email)
    assert answer.status_code == 422
    assert "Enter an email address in the correct format, like name@example.org" in visitor.page
    assert 'role="alert"' in visitor.page
    assert await mails(world) == []


async def test_redirects_visitors_without_a_note_to_the_form(world: World) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    for answer in (
        await visitor.request("GET", f"{path}/signed"),
        await visitor.press(f"{path}/mail", form_token=await _token(visitor, path), email="a@example.com"),
    ):
        assert (answer.status_code, answer.headers["location"]) == (303, path)
    answer = await visitor.press(f"{path}/remove", form_token=await _token(visitor, path))
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}?removed=1")


async def _token(visitor: Visitor, path: str) -> str:
    await visitor.open(path)
    return visitor.token()


async def test_a_repeated_removal_has_the_same_answer(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(path)
    page, cookies = visitor.page, dict(visitor.cookies)
    for _ in range(2):
        visitor.page, visitor.cookies = page, dict(cookies)
        assert (await visitor.press(f"{path}/remove")).headers["location"] == f"{path}?removed=1"
    assert await notes(world, card) == []
    await visitor.open(path)
    assert "You've signed" not in visitor.page


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("hide", "Your note isn&#39;t shown on the card at the moment."),
        ("reject", "did not put your note on the card. If you change it, it will be reviewed again."),
    ],
)
async def test_says_what_the_organisers_did_with_the_note(world: World, action: str, says: str) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path, text="A rude joke")
    [note] = await notes(world, card)
    moved = await world.alice.post(f"/api/cards/{card['id']}/contributions/{note['id']}/{action}")
    assert moved.status_code == 200, moved.text
    await visitor.open(f"{path}/signed")
    assert says in visitor.page
    await visitor.sign(path, text="A kind word")
    [note] = await notes(world, card)
    assert note["note"]["status"] == ("pending" if action == "reject" else "hidden")
