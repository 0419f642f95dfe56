"""Anonymous notes signed by invitation, although the owner can read the invitation's link."""

from typing import Any

import pytest

from tests import make
from tests.later import another_time, set_to
from tests.web.signing.test_signed import mails
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World

pytestmark = pytest.mark.anyio

LINE = "Signed already? We can email you the link to your note"
OWN_LINE = "<b>We can email you the link to your note</b>"  # next to the note itself
WORDS, NAME = "Only I could write this", "Ximena Quux"


async def invited(world: World, *emails: str, **fields: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    card = await make.card(world.alice, **fields)
    await make.invitations(world.alice, card["id"], *(emails or ("noor@example.com",)))
    await world.work()
    found = (await listed(world, card)).json()["data"]
    return card, sorted(found, key=lambda each: each["delivery_id"])


async def listed(world: World, card: dict[str, Any]) -> Any:
    return await world.alice.get(f"/api/cards/{card['id']}/invitations")


async def notes(world: World, card: dict[str, Any]) -> list[dict[str, Any]]:
    return (await world.alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]


async def about(person: Person, *invitations: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the events about the invitations."""
    found = (await person.get("/api/events", params={"limit": 200})).json()["data"]
    return [each for each in found if any(one["id"] in str(each) for one in invitations)]


async def signed(world: World, path: str, **fields: Any) -> Visitor:
    author = Visitor(world)
    answer = await author.sign(path, **{"name": NAME, "text": WORDS, "anonymous": "yes", **fields})
    assert answer.status_code == 303
    return author


def stable(visitor: Visitor) -> str:
    """Returns the page without the values that differ in every response."""
    page = visitor.page
    for name in ("form_token", "form_key"):
        if f'name="{name}"' in page:
            page = page.replace(visitor.value(name), "")
    return page


async def test_the_link_shows_the_page_as_before_signing(world: World) -> None:
    card, [one, two] = await invited(world, "noor@example.com", "sami@example.com")
    path, other = path_of(one["link"]), path_of(two["link"])
    await signed(world, path)
    after, unsigned = Visitor(world), Visitor(world)
    await after.open(path)
    await unsigned.open(other)
    assert WORDS not in after.page
    assert NAME not in after.page
    assert "You've signed this card." not in after.page
    ours, theirs = (stable(each).replace(at, "") for each, at in ((after, path), (unsigned, other)))
    assert ours == theirs
    answer = await after.open(f"{path}/signed")
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    assert len(await notes(world, card)) == 1


@pytest.mark.parametrize("anonymous", [None, "yes"])
async def test_the_owner_neither_changes_nor_removes_it(world: World, anonymous: str | None) -> None:
    card, [one] = await invited(world)
    path = path_of(one["link"])
    author = await signed(world, path)
    [before] = await notes(world, card)
    owner = Visitor(world)
    await owner.open(path)
    await owner.press(f"{path}/remove")
    assert (await notes(world, card))[0] == before
    owner = Visitor(world)
    await owner.open(path)
    for _ in range(2):  # a form sent twice creates one contribution
        answer = await owner.send(path, name="Alice", text="Rewritten", anonymous=anonymous, own=before["id"])
        assert (answer.status_code, answer.headers["location"]) == (303, f"{path}/signed")
    first, second = sorted(await notes(world, card), key=lambda each: each["id"])
    assert first == before
    assert second["note"]["text"] == "Rewritten"
    await author.open(path)
    assert f"{WORDS}</textarea>" in author.page
    assert (await author.send(path, name=NAME, text="Edited", anonymous="yes")).status_code == 303
    assert {each["note"]["text"] for each in await notes(world, card)} == {"Edited", "Rewritten"}
    await author.press(f"{path}/remove")
    assert [each["note"]["text"] for each in await notes(world, card)] == ["Rewritten"]


async def test_an_old_tab_of_the_author_makes_no_second_note(world: World) -> None:
    card, [one] = await invited(world)
    path = path_of(one["link"])
    author = Visitor(world)
    await author.open(path)
    empty = author.page
    await author.send(path, text=WORDS, anonymous="yes")
    await author.open(path)
    author.page = empty.replace(author.value("form_key"), "x")
    assert (await author.send(path, text="Later", anonymous="yes")).status_code == 303
    assert [each["note"]["text"] for each in await notes(world, card)] == ["Later"]


async def test_closing_changes_no_invitation_that_was_used_anonymously(world: World, alice: Person) -> None:
    """The control is a named signer, whose invitation changes immediately."""
    card, [one, two, named] = await invited(world, "a@example.com", "b@example.com", "c@example.com")
    before = (await listed(world, card)).content
    single = (await alice.get(f"/api/cards/invitations/{one['id']}")).content
    events = await about(alice, one, two)
    await signed(world, path_of(one["link"]))
    author = await signed(world, path_of(two["link"]))
    await author.sign(path_of(two["link"]), text="Edited", anonymous="yes")
    assert (await listed(world, card)).content == before
    assert (await alice.get(f"/api/cards/invitations/{one['id']}")).content == single
    await signed(world, path_of(named["link"]), anonymous=None)
    answered = (await listed(world, card)).content
    assert answered != before
    for step in ("close", "reopen", "close", "archive"):
        assert (await alice.post(f"/api/cards/{card['id']}/{step}")).status_code == 200
        await world.work()
        assert (await listed(world, card)).content == answered
    assert await about(alice, one, two) == events


@pytest.mark.parametrize("ending", ["end", "cancel"])
async def test_no_end_of_the_card_changes_its_invitations(world: World, alice: Person, ending: str) -> None:
    card, [one, _] = await invited(
        world, "a@example.com", "b@example.com", contribution_end_date="2099-11-27", auto_reminders=False
    )
    before = (await listed(world, card)).json()["data"]
    await signed(world, path_of(one["link"]))
    if ending == "cancel":
        assert (await alice.post(f"/api/cards/{card['id']}/cancel")).status_code == 200
        await world.work()
        assert (await listed(world, card)).json()["data"] == before
        return
    with another_time():
        set_to("2099-11-29T12:00:00")
        await world.work()
    rows = await world.owner.fetch("select id, status, version, contributed_at from invitations order by id")
    expected = {each["id"]: (each["status"], each["version"], None) for each in before}
    assert {row["id"]: tuple(row)[1:] for row in rows} == expected


async def test_revoking_leaves_the_note(world: World, alice: Person) -> None:
    """The cookie opens the note through the link only while the link works; the private link always does."""
    card, [one] = await invited(world)
    author = await signed(world, path_of(one["link"]))
    await author.open(f"{path_of(one['link'])}/signed")
    await author.press(f"{path_of(one['link'])}/mail", email="secret@author.example")
    [before] = await notes(world, card)
    answer = await alice.post(f"/api/cards/invitations/{one['id']}/revoke")
    assert (answer.status_code, answer.json()["status"]) == (200, "revoked")
    assert await notes(world, card) == [before]
    assert (await author.open(path_of(one["link"]))).status_code == 404
    [mail] = await mails(world)
    assert (await author.open(path_of(mail["link"]))).status_code == 200
    assert f"{WORDS}</textarea>" in author.page


async def test_an_author_who_adds_a_name_answers_the_invitation(world: World) -> None:
    card, [one] = await invited(world)
    path = path_of(one["link"])
    author = await signed(world, path)
    assert (await author.sign(path, name=NAME, anonymous=None)).status_code == 303
    [after] = (await listed(world, card)).json()["data"]
    assert after["status"] == "contributed"
    elsewhere = Visitor(world)
    await elsewhere.open(path)
    assert "You've signed this card." in elsewhere.page


async def test_resend_and_reminders_go_on(world: World, alice: Person) -> None:
    card, [one, two] = await invited(world, "a@example.com", "b@example.com")
    await signed(world, path_of(one["link"]))
    for each in (one, two):
        answer = await alice.post("/api/cards/invitations/resend", {"invite_id": each["id"]})
        assert answer.status_code == 201, answer.text
    await world.work()
    counts = [each["sent_count"] for each in (await listed(world, card)).json()["data"]]
    assert counts == [2, 2]


async def test_every_page_of_an_invitation_by_mail_offers_the_link(world: World, alice: Person) -> None:
    card, [one, two] = await invited(world, "a@example.com", "b@example.com")
    path, other = path_of(one["link"]), path_of(two["link"])
    author, guest, stranger = Visitor(world), Visitor(world), Visitor(world)
    await author.open(path)
    assert LINE in author.page
    await signed(world, path)
    named = await signed(world, other, anonymous=None)
    for visitor, at, line in ((guest, path, LINE), (stranger, other, OWN_LINE), (named, other, OWN_LINE)):
        await visitor.open(at)
        assert line in visitor.page
    await alice.post(f"/api/cards/{card['id']}/close")
    for visitor, at, line in ((guest, path, LINE), (named, other, OWN_LINE)):
        await visitor.open(at)
        assert line in visitor.page
    shared = Visitor(world)
    await shared.open(path_of(card["sign_url"]))
    assert LINE not in shared.page


async def test_mails_the_invited_address_only_and_responds_alike(world: World) -> None:
    _, [one, two] = await invited(world, "noor@example.com", "sami@example.com")
    path, other = path_of(one["link"]), path_of(two["link"])
    await signed(world, path)
    pages: list[str] = []
    for at in (path, other):
        visitor = Visitor(world)
        await visitor.open(at)
        for _ in range(2):
            answer = await visitor.press(
                f"{at}/mail-invited", form_token=visitor.token(), email="eve@example.com"
            )
            assert (answer.status_code, answer.headers["location"]) == (303, f"{at}?mailed=1")
            await visitor.open(f"{at}?mailed=1")
            assert "the link to the address your invitation was sent to" in visitor.page
        pages.append(stable(visitor).replace(at, ""))
    assert pages[0] == pages[1]
    await world.work()
    [mail] = await mails(world)
    assert mail["recipient"] == "noor@example.com"
    assert WORDS not in mail["body"]
    elsewhere = Visitor(world)
    await elsewhere.open(path_of(mail["link"]))
    assert f"{WORDS}</textarea>" in elsewhere.page
    foreign = await Visitor(world).request("POST", f"{path}/mail-invited", data={"form_token": "x"})
    assert foreign.status_code == 403


async def test_requests_for_own_links_leave_the_resends_of_the_account(world: World, alice: Person) -> None:
    _, invitations = await invited(world, "noor@example.com", "sami@example.com")
    await signed(world, path_of(invitations[0]["link"]))
    for each in invitations:
        visitor = Visitor(world)
        await visitor.open(path_of(each["link"]))
        await visitor.press(f"{path_of(each['link'])}/mail-invited")
    await world.work()
    statuses = [
        [
            (await alice.post("/api/cards/invitations/resend", {"invite_id": each["id"]})).status_code
            for _ in range(6)
        ]
        for each in invitations
    ]
    assert statuses[0] == statuses[1]
    assert statuses[0] == [201] * 5 + [429]


async def test_a_corrected_address_gets_no_link_to_an_earlier_note(world: World, alice: Person) -> None:
    card, [one] = await invited(world)
    author = await signed(world, path_of(one["link"]))
    [before] = await notes(world, card)
    answer = await alice.patch(f"/api/cards/invitations/{one['id']}", {"delivery_id": "alice@example.com"})
    assert answer.status_code == 200, answer.text
    path = path_of(answer.json()["link"])
    owner = Visitor(world)
    await owner.open(path)
    await owner.press(f"{path}/mail-invited")
    await world.work()
    assert await mails(world) == []
    assert await notes(world, card) == [before]
    await author.open(path)
    assert WORDS not in author.page, "the new link is another person's"


@pytest.mark.parametrize("same_browser", [True, False])
async def test_the_key_of_a_form_works_in_its_browser_only(world: World, same_browser: bool) -> None:
    """The control is the form sent twice by the browser that opened it, which creates one note."""
    card = await make.card(world.alice)
    path = path_of(card["sign_url"])
    author = Visitor(world)
    await author.open(path)
    key, page = author.value("form_key"), author.page
    await author.send(path, name=NAME, text=WORDS)
    other = author if same_browser else Visitor(world)
    if same_browser:
        other.page = page
        other.cookies = {name: value for name, value in author.cookies.items() if name == "browser"}
    else:
        await other.open(path)
    await other.send(path, name="Eve", text="Rewritten", form_key=key)
    texts = {each["note"]["text"] for each in await notes(world, card)}
    assert texts == ({"Rewritten"} if same_browser else {WORDS, "Rewritten"})
