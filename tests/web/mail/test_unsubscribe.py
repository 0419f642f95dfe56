"""Unsubscribe from mail: opening the link changes nothing; one click unsubscribes from the account."""

from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.world import Person, World
from wellwish.delivery import suppression

pytestmark = pytest.mark.anyio
ONE_CLICK = {"List-Unsubscribe": "One-Click"}
AGAIN = {"subscribe": "again"}
HTML = {"Accept": "text/html"}


async def invited(person: Person, *emails: str) -> list[dict[str, Any]]:
    card = await make.card(person)
    return await make.invitations(person, card["card_id"], *emails)


def way_out(sending: Sending, index: int = -1) -> str:
    """Returns the unsubscribe path in the header of a mail."""
    header = str(sending.post.received[index].message["List-Unsubscribe"])
    return header.strip("<>").removeprefix("http://localhost:8080")


async def state(person: Person, invitation: dict[str, Any]) -> tuple[str, str | None]:
    shown = (await person.get(f"/api/cards/invitations/{invitation['invite_id']}")).json()
    return shown["status"], shown["status_reason"]


async def suppressions(world: World) -> int:
    return await world.owner.fetchval("select count(*) from suppressions")


async def test_opening_the_page_changes_nothing(sending: Sending) -> None:
    await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    path = way_out(sending)
    for method in ("GET", "HEAD", "OPTIONS"):
        answer = await sending.world.client.request(method, path, headers={"Accept": "text/html"})
        assert answer.is_success
    shown = await sending.world.client.get(path, headers={"Accept": "text/html"})
    assert shown.text.count("<button") == 1
    assert 'method="post"' in shown.text
    assert "noindex" in shown.text
    assert shown.headers["Referrer-Policy"] == "no-referrer"
    assert "default-src 'none'" in shown.headers["Content-Security-Policy"]
    assert "ana" not in shown.text.partition("<body")[2]
    assert await suppressions(sending.world) == 0


@pytest.mark.parametrize("coding", ["form", "multipart", "nothing"])
async def test_one_click_ends_the_accounts_mail_at_once(sending: Sending, coding: str) -> None:
    world = sending.world
    await invited(world.alice, "Ana@example.com")
    await world.work()
    given: dict[str, Any] = {
        "form": {"data": ONE_CLICK},
        "multipart": {"files": {"List-Unsubscribe": (None, "One-Click")}},
        "nothing": {},
    }[coding]
    answer = await world.client.post(way_out(sending), **given)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    [again] = await invited(world.alice, "ana@example.com")
    assert (again["status"], again["status_reason"], again["link"]) == ("suppressed", "unsubscribed", None)
    [others] = await invited(world.bob, "ana@example.com")
    await world.work()
    assert await state(world.bob, others) == ("sent", None)
    assert [each.recipient for each in sending.post.received] == ["Ana@example.com", "ana@example.com"]
    assert (await world.client.post(way_out(sending, 0))).status_code == 200


async def test_is_asked_again_just_before_a_mail_leaves(sending: Sending) -> None:
    """The recipient unsubscribes while the mail is in the queue."""
    world = sending.world
    card = await make.card(world.alice)
    await make.invitations(world.alice, card["card_id"], "ana@example.com")
    await world.work()
    [second] = await invited(world.alice, "ana@example.com")
    from wellwish.infra.jobs import Worker
    from wellwish.worker import JOBS

    writes = Worker(world.services.db, world.services, {"invitations.send": JOBS["invitations.send"]})
    assert await writes.drain() == 1
    await world.client.post(way_out(sending), data=ONE_CLICK)
    await world.work()
    assert await state(world.alice, second) == ("suppressed", "unsubscribed")
    assert len(sending.post.received) == 1
    assert await world.owner.fetchval("select count(*) from links where kind = 'invitation'") == 1


async def test_refuses_a_resend_to_an_unsubscribed_address(sending: Sending) -> None:
    world = sending.world
    [made] = await invited(world.alice, "ana@example.com")
    await world.work()
    await world.client.post(way_out(sending), data=ONE_CLICK)
    answer = await world.alice.post("/api/cards/invitations/resend", {"invite_id": made["invite_id"]})
    assert answer.status_code == 409
    assert answer.json()["code"] == "invitation_not_resendable"
    page = await world.client.get(made["link"], headers={"Accept": "text/html"})
    assert page.status_code == 200  # the existing link still works


async def test_the_link_out_is_one_for_an_address_and_an_account(sending: Sending) -> None:
    world = sending.world
    for person in (world.alice, world.alice, world.bob):
        await invited(person, "ana@example.com")
    await invited(world.alice, "ben@example.com")
    await world.work()
    ways = {(each.recipient, way_out(sending, index)) for index, each in enumerate(sending.post.received)}
    assert len(ways) == 3


async def test_keeps_no_address_in_the_clear(sending: Sending) -> None:
    world = sending.world
    await invited(world.alice, "ana@example.com")
    await world.work()
    await world.client.post(way_out(sending), data=ONE_CLICK)
    rows = await world.owner.fetch("select s::text as row from suppressions s")
    links = await world.owner.fetch("select l::text as row from links l where kind = 'unsubscribe'")
    assert rows
    assert not [each["row"] for each in (*rows, *links) if "ana" in each["row"]]
    assert way_out(sending).removeprefix("/u/") not in str(links)


@pytest.mark.parametrize("token", ["nonsense", "a" * 22, "%00", "x" * 500])
async def test_other_links_reveal_nothing(world: World, token: str) -> None:
    for method in ("GET", "POST"):
        answer = await world.client.request(method, f"/u/{token}", headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert "This link no longer works" in answer.text


async def test_a_signing_link_ends_no_mail(sending: Sending) -> None:
    [made] = await invited(sending.world.alice, "ana@example.com")
    token = made["link"].rpartition("/")[2]
    assert (await sending.world.client.post(f"/u/{token}", data=ONE_CLICK)).status_code == 404
    assert await suppressions(sending.world) == 0


async def test_takes_no_large_body(sending: Sending) -> None:
    await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    answer = await sending.world.client.post(way_out(sending), content=b"x" * 10_000)
    assert answer.status_code == 413


async def test_the_page_speaks_its_readers_language(sending: Sending) -> None:
    await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    for method in ("GET", "POST"):
        headers = {"Accept": "text/html", "Accept-Language": "ar"}
        shown = await sending.world.client.request(method, way_out(sending), headers=headers)
        assert '<html lang="ar" dir="rtl">' in shown.text
        assert "إلغاء الاشتراك" in shown.text


async def test_the_page_has_an_undo(sending: Sending) -> None:
    world = sending.world
    await invited(world.alice, "ana@example.com")
    await world.work()
    path = way_out(sending)
    done = await world.client.post(path, data=ONE_CLICK, headers=HTML)
    assert 'name="subscribe" value="again"' in done.text
    opened = await world.client.get(path, headers=HTML)
    assert 'name="subscribe" value="again"' in opened.text  # the undo is also there later
    assert "One-Click" not in opened.text
    assert await suppressions(world) == 1  # opening the link changed nothing
    back = await world.client.post(path, data=AGAIN, headers=HTML)
    assert "subscribed again" in back.text
    assert "<form" not in back.text.partition("<main")[2].partition("</main")[0]
    assert await suppressions(world) == 0
    [again] = await invited(world.alice, "ana@example.com")
    await world.work()
    assert await state(world.alice, again) == ("sent", None)
    assert "One-Click" in (await world.client.get(path, headers=HTML)).text
    # Unsubscribes again by the button of a mail program.
    assert (await world.client.post(path, files={"List-Unsubscribe": (None, "One-Click")})).status_code == 200
    assert await suppressions(world) == 1


@pytest.mark.parametrize(
    "body",
    [b"subscribe=never", b"subscribe=again&subscribe=never", b"Subscribe=again", b"\xff=again", b"again"],
)
async def test_any_other_request_unsubscribes(sending: Sending, body: bytes) -> None:
    await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await sending.world.client.post(way_out(sending), content=body, headers=headers)
    assert answer.status_code == 200
    assert await suppressions(sending.world) == 1


async def test_the_undo_lifts_nothing_else(sending: Sending) -> None:
    """The link in a forwarded mail must not resubscribe somebody who complained."""
    world = sending.world
    await invited(world.alice, "ana@example.com")
    await world.work()
    key = suppression.key("email", "ana@example.com")
    async with world.services.db.transaction() as tx:
        address = suppression.seal(world.services.keys, key)
        await suppression.suppress(tx, address, world.alice.account_id, "complained", everywhere=True)
    await world.client.post(way_out(sending), data=ONE_CLICK)
    answer = await world.client.post(way_out(sending), data=AGAIN, headers=HTML)
    assert "still can" in answer.text
    [again] = await invited(world.alice, "ana@example.com")
    assert (again["status"], again["status_reason"]) == ("suppressed", "complained")


async def test_the_undo_ends_only_that_accounts(sending: Sending) -> None:
    world = sending.world
    for person in (world.alice, world.bob):
        await invited(person, "ana@example.com")
        await world.work()
        await world.client.post(way_out(sending), data=ONE_CLICK)
    await world.client.post(way_out(sending, 0), data=AGAIN)
    [mine] = await invited(world.alice, "ana@example.com")
    [theirs] = await invited(world.bob, "ana@example.com")
    assert (mine["status"], theirs["status"]) == ("queued", "suppressed")


async def test_the_undo_speaks_its_readers_language(sending: Sending) -> None:
    await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    path = way_out(sending)
    for language, button, heading in (
        ("ar", "الاشتراك من جديد", "عاد اشتراكك"),
        ("de", "Wieder anmelden", "wieder"),
    ):
        headers = {**HTML, "Accept-Language": language}
        assert button in (await sending.world.client.post(path, data=ONE_CLICK, headers=headers)).text
        assert heading in (await sending.world.client.post(path, data=AGAIN, headers=headers)).text
