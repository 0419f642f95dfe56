"""Text submitted after the end of a session: kept, shown to its user in the same browser, never sent."""

import html
from datetime import timedelta
from typing import Any
from urllib.parse import quote, unquote

import pytest

from tests import make
from tests.later import another_time
from tests.web.desk import people
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import clock
from wellwish.web.desk.kept_form import SAYS, SAYS_FILE, SAYS_UNKEPT

pytestmark = pytest.mark.anyio
NEW = "/desk/cards/new"
TEXT = "Thirty <suits> you, & more"
TYPED = {"title": TEXT, "sender": "The team"}


async def end_sessions(person: Person) -> None:
    await person.world.owner.execute("delete from sessions where user_id = $1", person.user_id)


async def enter(visitor: Visitor, person: Person) -> str:
    """Signs in after a redirect to the sign-in page. Returns the next page."""
    following = visitor.next
    assert following.startswith("/sign-in?next=")
    await people.ask(visitor, person.email, unquote(following.partition("next=")[2]))
    path, _ = await people.link_and_code(person.world, person.email)
    await visitor.open(path)
    assert (await visitor.press(path)).status_code == 303
    return visitor.next


async def send_late(visitor: Visitor, person: Person, path: str = NEW, **typed: str) -> None:
    """Submits a page's form after the session has ended."""
    assert (await visitor.open(path)).status_code == 200
    given = {"form_token": visitor.token(), **(typed or TYPED)}
    await end_sessions(person)
    assert (await visitor.press(path, **given)).status_code == 303


async def kept(person: Person) -> int:
    return await person.world.owner.fetchval("select count(*) from kept_forms")


async def test_is_shown_after_signing_in_and_sent_only_by_its_user(alice: Person) -> None:
    visitor = await people.signed_in(alice)
    await send_late(visitor, alice)
    assert visitor.next == f"/sign-in?next={quote(NEW, safe='')}"
    sealed = await alice.world.owner.fetchval("select sealed from kept_forms")
    assert b"suits" not in sealed
    assert await enter(visitor, alice) == NEW
    for _ in range(2):
        await visitor.open(NEW)
        assert html.escape(SAYS, quote=False) in visitor.page
        assert f'value="{html.escape(TEXT)}"' in visitor.page
    assert (await alice.get("/api/cards")).json()["data"] == []
    given = {"form_token": visitor.token(), "form_key": visitor.value("form_key")}
    template = await make.template_id(alice)
    await visitor.press(NEW, **given, **TYPED, design=template)
    assert [each["title"] for each in (await alice.get("/api/cards")).json()["data"]] == [TEXT]
    assert await kept(alice) == 0
    await visitor.open(NEW)
    assert SAYS not in html.unescape(visitor.page)


@pytest.mark.parametrize(
    ("page", "typed"),
    [
        ("{card}/settings", {"title": TEXT, "sender": "Priya and friends"}),
        ("{card}/another", {"title": TEXT}),
        ("{card}/notes/new", {"name": "Ana", "text": TEXT}),
        ("{card}/invitations/new", {"people": "ana@example.com", "message": TEXT}),
        ("/desk/cards/batch", {"sender": "The team", "cards": TEXT}),
    ],
)
async def test_each_page_with_text_shows_it(alice: Person, page: str, typed: dict[str, str]) -> None:
    card = await make.card(alice)
    path = page.format(card=f"/desk/cards/{card['id']}")
    visitor = await people.signed_in(alice)
    await visitor.open(path)
    was = {"was": visitor.value("was")} if 'name="was"' in visitor.page else {}
    await send_late(visitor, alice, path, version=str(card["version"]), **was, **typed)
    assert await enter(visitor, alice) == path
    await visitor.open(path)
    assert SAYS in html.unescape(visitor.page)
    assert html.escape(TEXT) in visitor.page
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["version"] == card["version"]


async def test_settings_that_somebody_changed_meanwhile_are_shown_with_the_text(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/desk/cards/{card['id']}/settings"
    visitor = await people.signed_in(alice)
    await visitor.open(path)
    was = visitor.value("was")
    await send_late(
        visitor, alice, path, title=TEXT, sender="Priya and friends", version=str(card["version"]), was=was
    )
    await alice.patch(f"/api/cards/{card['id']}", {"title": "Of somebody else"})
    await enter(visitor, alice)
    assert (await visitor.open(path)).status_code == 409
    assert "Of somebody else" in visitor.page
    assert html.escape(TEXT) in visitor.page


async def test_another_user_and_another_browser_do_not_see_it(alice: Person, bob: Person) -> None:
    visitor = await people.signed_in(alice)
    await send_late(visitor, alice)
    following, cookies = visitor.next, dict(visitor.cookies)
    assert await enter(visitor, bob) == NEW
    await visitor.open(NEW)
    assert TEXT not in html.unescape(visitor.page)
    other = await people.signed_in(alice)
    for stolen in ({}, {"kept": "1"}, {"kept": "1", "user": cookies["user"]}):
        other.cookies |= stolen
        await other.open(NEW)
        assert TEXT not in html.unescape(other.page)
    assert await kept(alice) == 1
    visitor.cookies, visitor.next = cookies, following  # the control: the same user in the same browser
    await enter(visitor, alice)
    await visitor.open(NEW)
    assert TEXT in html.unescape(visitor.page)


async def test_a_form_of_another_site_or_of_nobody_is_not_kept(alice: Person, bob: Person) -> None:
    visitor = await people.signed_in(alice)
    cookies = dict(visitor.cookies)
    await end_sessions(alice)
    name, tag = cookies["user"].split(".")
    for changed, headers in (
        ({}, {"Origin": "https://evil.example"}),
        ({}, {"Sec-Fetch-Site": "cross-site"}),
        ({"user": f"{bob.user_id}.{tag}"}, {}),
        ({"user": f"{name}.x"}, {}),
        ({"user": ""}, {}),
        ({"browser": "another"}, {}),
    ):
        visitor.cookies = {**cookies, **changed}
        answer = await visitor.request("POST", NEW, data=TYPED, headers=headers)
        assert answer.status_code == 303
        assert "kept" not in visitor.cookies
        assert await kept(alice) == 0
    visitor.cookies = dict(cookies)  # the control
    await visitor.request("POST", NEW, data=TYPED)
    assert ("kept" in visitor.cookies, await kept(alice)) == (True, 1)


async def test_is_limited_in_size_number_and_time(alice: Person) -> None:
    visitor = await people.signed_in(alice)
    await send_late(visitor, alice, title="x" * 70_000)
    assert await kept(alice) == 0
    for number in range(3):
        await visitor.request("POST", NEW, data={"title": f"{TEXT} {number}"})
    assert await kept(alice) == 1
    await enter(visitor, alice)
    await visitor.open(NEW)
    assert f"{TEXT} 2" in html.unescape(visitor.page)
    with another_time():
        clock.move(timedelta(minutes=59))
        await visitor.open(NEW)
        assert TEXT in html.unescape(visitor.page)
        clock.move(timedelta(minutes=61))
        await visitor.open(NEW)
        assert TEXT not in html.unescape(visitor.page)


async def test_nothing_is_kept_after_signing_out(alice: Person) -> None:
    visitor = await people.signed_in(alice)
    await visitor.open(NEW)
    token = visitor.token()
    await visitor.press("/sign-out", form_token=token)
    assert not {"user", "kept", "session"} & visitor.cookies.keys()
    await visitor.press(NEW, form_token=token, **TYPED)
    assert await kept(alice) == 0


async def test_a_button_leads_back_to_its_page(alice: Person) -> None:
    card: dict[str, Any] = await make.card(alice)
    visitor = await people.signed_in(alice)
    await end_sessions(alice)
    page = f"/desk/cards/{card['id']}"
    for path, back in (
        (f"{page}/close", page),
        ("/sign-out", "/desk"),
        (f"{page}/wall/delete", f"{page}/wall"),
    ):
        await visitor.request("POST", path, data={"form_token": "x"})
        assert visitor.next == f"/sign-in?next={quote(back, safe='')}"
    assert await kept(alice) == 0


async def send_file_late(visitor: Visitor, person: Person, path: str, size: int, **typed: str) -> None:
    """Submits a form with a file of ``size`` bytes (0: no file) after the session has ended."""
    await end_sessions(person)
    name = "cards.csv" if size else ""
    answer = await visitor.request("POST", path, data=typed, files={"file": (name, b"x" * size)})
    assert answer.status_code == 303


@pytest.mark.parametrize(("size", "says"), [(0, SAYS), (9, SAYS_FILE), (1_000_000, SAYS_FILE)])
async def test_says_that_a_file_must_be_chosen_again(alice: Person, size: int, says: str) -> None:
    """The text is kept; the file is not, whatever its size."""
    path = "/desk/cards/batch"
    visitor = await people.signed_in(alice)
    await send_file_late(visitor, alice, path, size, sender=TEXT, cards="Hi")
    assert await alice.world.owner.fetchval("select length(sealed) < 1000 from kept_forms")
    assert await enter(visitor, alice) == path
    await visitor.open(path)
    assert [each in html.unescape(visitor.page) for each in (SAYS, SAYS_FILE)] == [
        says == each for each in (SAYS, SAYS_FILE)
    ]
    assert html.escape(TEXT) in visitor.page


async def test_a_file_without_text_is_told_on_its_page(alice: Person) -> None:
    visitor = await people.signed_in(alice)
    group = (await alice.post("/api/groups", {"name": "Team", "members": []})).json()
    for path, page in (
        ("/account/logo", "/account"),
        (f"/desk/groups/{group['id']}/save", f"/desk/groups/{group['id']}"),
    ):
        await send_file_late(visitor, alice, path, 9)
        assert await enter(visitor, alice) == f"{page}?unsent"
        await visitor.open(visitor.next)
        assert SAYS_UNKEPT in html.unescape(visitor.page)
        await visitor.open(page)  # the control
        assert SAYS_UNKEPT not in html.unescape(visitor.page)


async def test_a_file_of_nobody_is_not_read(alice: Person) -> None:
    """The service reads no body without a user's cookie, and at most 64 KiB of text with it."""
    visitor = await people.signed_in(alice)
    cookies = dict(visitor.cookies)
    for changed, sender in (({"user": ""}, "x"), ({}, "x" * 70_000)):
        visitor.cookies = {**cookies, **changed}
        await send_file_late(visitor, alice, "/desk/cards/batch", 1_000, sender=sender)
        assert visitor.next.endswith(quote("/desk/cards/batch?unsent", safe=""))
        assert await kept(alice) == 0
