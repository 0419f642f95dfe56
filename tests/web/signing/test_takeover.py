"""The link of an invitation gives nothing that opens the note once it is anonymous.

The sender of a card can read that link. Through it, the sender signs, edits, names and hides a named note,
and keeps the resulting cookies, links, mails and forms.
"""

import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

import pytest

from tests import make
from tests.embed.portal import embedded, framed, reader
from tests.web.signing.test_anonymous import notes
from tests.web.signing.test_own_link import MINE, THEIRS, opens
from tests.web.signing.test_signed import mails
from tests.web.visitor import HTML, Visitor, path_of
from tests.world import World
from wellwish.privacy.export import export
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio

SENDER, AUTHOR = "sender@example.com", "noor@example.com"


class Sender:
    """The browsers of the sender, the links that they got, and the forms that they can send again."""

    def __init__(self, world: World, path: str) -> None:
        self.world, self.path = world, path
        self.browser = Visitor(world)
        self.links: list[str] = []
        self.again: list[tuple[str, Visitor]] = []

    async def hides(self) -> None:
        assert (await self.browser.sign(self.path, text=MINE, anonymous="yes")).status_code == 303

    async def names(self) -> None:
        assert (await self.browser.sign(self.path, text=MINE, anonymous=None)).status_code == 303


async def keeps_the_cookie(sender: Sender) -> None:
    await sender.hides()
    await sender.names()


async def mails_the_link(sender: Sender) -> None:
    await sender.hides()
    await sender.browser.open(f"{sender.path}/signed")
    await sender.browser.press(f"{sender.path}/mail", email=SENDER)
    sender.links += [path_of(each["link"]) for each in await mails(sender.world)]
    assert len(sender.links) == 1
    await sender.names()


async def hands_over(sender: Sender) -> None:
    await sender.hides()
    await sender.browser.open(sender.path)
    await sender.browser.press(f"{sender.path}/hand-over")
    [own] = set(re.findall(r'value="http://localhost:8080(/s/[^"]+)"', sender.browser.page))
    sender.links.append(own)
    assert (await sender.browser.sign(own, text=MINE, anonymous=None)).status_code == 303


async def mails_the_link_to_the_author(sender: Sender) -> None:
    """The author hides the note through a link that the sender also has."""
    await sender.hides()
    await sender.names()
    await sender.browser.open(f"{sender.path}/signed")
    await sender.browser.press(f"{sender.path}/mail", email=AUTHOR)


async def names_another_note(sender: Sender) -> None:
    """The form says that its page showed a note which does not exist."""
    await sender.browser.open(sender.path)
    answer = await sender.browser.send(sender.path, text=MINE, anonymous="yes", own="ctb_x")
    assert answer.status_code == 303
    await sender.names()


async def opens_it_in_a_frame(sender: Sender) -> None:
    """A frame without cookies is redirected to the private link."""
    frame, path = reader(sender.world), framed(sender.path)
    await frame.open(path)
    frame.cookies.clear()
    await frame.send(path, text=MINE, anonymous="yes")
    own = frame.next.removesuffix("/signed").replace("/e/", "/s/", 1)
    assert own != sender.path
    sender.links.append(own)
    assert (await sender.browser.sign(own, text=MINE, anonymous=None)).status_code == 303


async def signs_first(sender: Sender) -> None:
    """The author finds a note in their name, and changes it."""
    await sender.browser.open(sender.path)
    form = Visitor(sender.world)
    form.page = sender.browser.page
    await sender.browser.send(sender.path, text=MINE)
    form.cookies = {name: value for name, value in sender.browser.cookies.items() if name == "browser"}
    sender.again.append((sender.path, form))


WAYS: dict[str, Callable[[Sender], Awaitable[None]]] = {
    "cookie": keeps_the_cookie,
    "mail": mails_the_link,
    "mail to the author": mails_the_link_to_the_author,
    "another note": names_another_note,
    "link": hands_over,
    "frame": opens_it_in_a_frame,
    "first": signs_first,
}


async def by_the_invitation(world: World, path: str) -> Visitor:
    author = Visitor(world)
    assert (await author.sign(path, text=THEIRS, anonymous="yes")).status_code == 303
    return author


async def by_a_mailed_link(world: World, path: str) -> Visitor:
    """The author asks for the link of the named note."""
    author = Visitor(world)
    await author.open(path)
    await author.press(f"{path}/mail-invited")
    await world.work()
    own = {path_of(each["link"]) for each in await mails(world) if each["recipient"] == AUTHOR}.pop()
    assert (await author.sign(own, text=THEIRS, anonymous="yes")).status_code == 303
    return author


HIDES: dict[str, Callable[[World, str], Awaitable[Visitor]]] = {
    "the invitation": by_the_invitation,
    "a mailed link": by_a_mailed_link,
}


@pytest.mark.parametrize("hides", ["the browser that signed", *HIDES])
@pytest.mark.parametrize("way", WAYS)
async def test_the_link_of_an_invitation_leaves_nothing_that_opens_an_anonymous_note(
    world: World, way: str, hides: str
) -> None:
    card, shared = await embedded(world, see_notes="nobody")
    [invite] = await make.invitations(world.alice, card["id"], AUTHOR)
    await world.work()
    path = path_of(invite["link"])
    sender = Sender(world, path)
    first = Visitor(world)
    if way != "first":
        assert (await first.sign(path, text=MINE)).status_code == 303
    await WAYS[way](sender)
    if hides == "the browser that signed":
        author = first
        assert (await author.sign(path, text=THEIRS, anonymous="yes")).status_code == 303
    else:
        author = await HIDES[hides](world, path)
    tokens = [f"/s/{value}" for name, value in sender.browser.cookies.items() if name.startswith("own-")]
    assert tokens or sender.links
    for at in (path, shared.replace("/e/", "/s/", 1), *tokens, *sender.links):
        assert not await opens(sender.browser, at, THEIRS), at
        assert THEIRS not in sender.browser.page
        assert not await opens(Visitor(world), at, THEIRS), at
    for at, form in sender.again:
        await form.send(at, text="Rewritten", anonymous=None)
        assert not await opens(form, at, THEIRS)
        assert not any(THEIRS in each for each in form.cookies)
    texts = [each["note"]["text"] for each in await notes(world, card)]
    assert texts.count(THEIRS) == 1
    assert await opens(author, path, THEIRS)  # the control
    tokens = [f"/s/{value}" for name, value in author.cookies.items() if name.startswith("own-")]
    assert [await opens(Visitor(world), at, THEIRS) for at in tokens] == [True]


@pytest.mark.parametrize("hidden_meanwhile", [True, False])
@pytest.mark.parametrize("page", ["/hand-over", "/mail"])
async def test_a_slow_request_gets_no_link_to_a_note_that_is_hidden_meanwhile(
    world: World, page: str, *, hidden_meanwhile: bool
) -> None:
    """The control is a slow request without the change."""
    card = await make.card(world.alice)
    [invite] = await make.invitations(world.alice, card["id"], AUTHOR)
    await world.work()
    path = path_of(invite["link"])
    assert (await Visitor(world).sign(path, text=MINE)).status_code == 303
    sender = Sender(world, path)
    await keeps_the_cookie(sender)
    await sender.browser.open(f"{path}/signed")
    given = {**sender.browser.named(), "email": SENDER, "form_token": sender.browser.token()}
    body = urlencode(given).encode()

    async def slowly() -> AsyncGenerator[bytes]:
        yield body[:9]
        if hidden_meanwhile:
            await by_the_invitation(world, path)
        yield body[9:]

    kind = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
    answer = await sender.browser.request("POST", f"{path}{page}", content=slowly(), headers=kind)
    links = re.findall(r'value="http://localhost:8080(/s/[^"]+)"', answer.text)
    links += [path_of(each["link"]) for each in await mails(world) if each["recipient"] == SENDER]
    assert bool(links) != hidden_meanwhile


async def test_a_repeated_request_for_the_link_leaves_the_mailed_one(world: World) -> None:
    card: dict[str, Any] = await make.card(world.alice)
    [invite] = await make.invitations(world.alice, card["id"], AUTHOR)
    await world.work()
    path = path_of(invite["link"])
    author = Visitor(world)
    await author.sign(path, text=MINE)
    for _ in range(3):
        await author.open(path)
        await author.press(f"{path}/mail-invited")
        await world.work()
    [mail] = await mails(world)
    assert await opens(Visitor(world), path_of(mail["link"]), MINE)


async def taken_back(world: World) -> tuple[dict[str, Any], str, Visitor]:
    """The sender has a link mailed. Returns the card, the invitation's path, and the author's browser."""
    card = await make.card(world.alice, recipients=[{"name": "Maya"}])
    [invite] = await make.invitations(world.alice, card["id"], AUTHOR)
    await world.work()
    path = path_of(invite["link"])
    assert (await Visitor(world).sign(path, text=MINE)).status_code == 303
    await mails_the_link(Sender(world, path))
    return card, path, await by_the_invitation(world, path)


@pytest.mark.parametrize("by", ["sender", "author"])
async def test_mails_about_the_card_go_to_the_address_of_the_current_link(world: World, by: str) -> None:
    """The control is an author who has the current link mailed."""
    card, path, author = await taken_back(world)
    if by == "author":
        await author.open(f"{path}/signed")
        await author.press(f"{path}/mail", email="noor@example.net")
    await world.alice.post(f"/api/cards/{card['id']}/close")
    assert (await world.client.post(card["recipients"][0]["view_url"], headers=HTML)).status_code == 303
    await world.work()
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    sent = [each for each in answer.json()["data"] if each["kind"] == "card_opened"]
    assert [each["recipient"] for each in sent] == [AUTHOR if by == "sender" else "noor@example.net"]


async def test_a_mailed_link_that_was_replaced_makes_the_note_nobodys_data(world: World) -> None:
    await taken_back(world)
    of = {each: str(await export(world.services, parse_person(each))) for each in (SENDER, AUTHOR)}
    assert THEIRS not in of[SENDER]
    assert THEIRS in of[AUTHOR]  # the control
