"""Visibility of money and names: every audience by every setting, in responses, pages, events and files.

The expected values follow the product's rules and are computed here, independently of the service's code.
"""

import itertools
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from tests import make
from tests.contributions import giving
from tests.movements.reading import of_card, rows
from tests.payments import buying
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.payments.open import url_of

pytestmark = pytest.mark.anyio

WIDTHS: Final = ("everyone", "contributors", "recipient", "admins", "nobody")
# The narrowest audience that includes each person: they see a setting of at most this index.
STANDS: Final = {"public": 0, "link": 0, "contributor": 1, "recipient": 2, "admin": 3, "owner": 4}
# People with pages. View links show nothing until the card is closed.
PAGES: Final = ("link", "contributor", "public", "recipient")
NAME, TOTAL, HIDDEN = "Zebedee Quill", "€27.50", "€15.00"
SHOWN = "€12.50"

# The parts of a card that a person sees: its total, the givers, a public amount, a hidden amount.
Sees = dict[str, bool]
# A place that shows a card: returns the parts that a person sees there, or None without access.
Place = Callable[[World, dict[str, Any], str], Awaitable[Sees | None]]


def expected(who: str, total: str, givers: str) -> Sees:
    sees_total = STANDS[who] >= WIDTHS.index(total)
    sees_givers = STANDS[who] >= WIDTHS.index(givers)
    return {
        "total": sees_total,
        "givers": sees_givers,
        "amount": who == "owner" or (sees_total and sees_givers),
        "hidden": who == "owner",
    }


async def collected(world: World, total: str, givers: str) -> dict[str, Any]:
    """Creates a card with two gifts without notes, one with a hidden amount, and another person's note."""
    card = await make.card(
        world.alice,
        recipients=[{"name": "Maya"}],
        public_read=True,
        collection={
            "add_money": "everyone",
            "currency": "EUR",
            "see_total": total,
            "see_contributors": givers,
        },
    )
    await giving.gave(world.alice, card["id"], name=NAME)
    money = {"amount": 1500, "currency": "EUR", "hide_amount": True}
    await giving.gave(world.alice, card["id"], name="Ottoline Hide", money=money)
    note = {"name": "Nora Note", "note": {"text": "All the best"}}
    await world.alice.post(f"/api/cards/{card['id']}/contributions", note)
    await make.admin(world.alice, card["id"], world.bob)
    return card


async def interface(world: World, card: dict[str, Any], who: str) -> Sees | None:
    """Reads the card's record and the list of its contributions."""
    people: dict[str, Person] = {"owner": world.alice, "admin": world.bob}
    if who not in people:
        return None
    record = (await people[who].get(f"/api/cards/{card['id']}")).json()
    listed = (await people[who].get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    gifts = [each["money"] for each in listed if each["money"] is not None]
    amounts = [gift["amount"]["amount"] for gift in gifts if gift["amount"] is not None]
    names = [each["name"] for each in listed]
    assert len(listed) == 3, "what there is can be counted by everybody who runs the card"
    assert (NAME in names) is bool(gifts)
    assert "Nora Note" in names, "the control: names on notes go by another setting"
    assert all((gift["payment_id"] is not None) is (who == "owner") for gift in gifts)
    return {
        "total": "collected" in record,
        "givers": bool(gifts),
        "amount": 1250 in amounts,
        "hidden": 1500 in amounts,
    }


async def pages(world: World, card: dict[str, Any], who: str) -> Sees | None:
    """Reads the signing page with a signing link, and the card itself with a view link."""
    if who not in PAGES:
        return None
    visitor = Visitor(world, **{"Accept-Language": "en"})
    if who == "link":
        await visitor.open(path_of(card["sign_url"]))
    elif who == "contributor":
        [invitation] = await make.invitations(world.alice, card["id"], "carol@example.com")
        await visitor.open(path_of(invitation["link"]))
    else:
        await world.alice.post(f"/api/cards/{card['id']}/close")
        url = card["view_url"] if who == "public" else card["recipients"][0]["view_url"]
        await visitor.open(f"{path_of(url)}?as=board")
        assert "All the best" in visitor.page, "the control: the card itself is shown"
    if who in ("link", "contributor"):
        return _on(visitor.page, named=False)
    return _on(visitor.page, named=True)


def _on(page: str, *, named: bool) -> Sees:
    """Returns the parts that a page shows.

    The signing page shows the number of givers, the card also their names; one setting controls both.
    """
    givers = "from 2 people" in page or "2 people have chipped in" in page
    assert (NAME in page) is (givers and named)
    return {
        "total": TOTAL in page,
        "givers": givers,
        "amount": SHOWN in page if named else givers and TOTAL in page,
        "hidden": f"Hide\u2069 · {HIDDEN}" in page,
    }


async def explained(world: World, card: dict[str, Any], who: str) -> Sees | None:
    """Reads GET /access, which must agree with the places that the person sees."""
    words = {"link": "everyone", "contributor": "contributor", "recipient": "recipient", "admin": "admin"}
    if who not in words:
        return None
    await world.alice.post(f"/api/cards/{card['id']}/close")
    answer = await world.alice.get(f"/api/cards/{card['id']}/access", params={"as": words[who]})
    found = {each["what"]: each["allowed"] for each in answer.json()["entries"]}
    total, givers = found["see_total"], found["see_contributors"]
    return {"total": total, "givers": givers, "amount": total and givers, "hidden": False}


async def exports(world: World, card: dict[str, Any], who: str) -> Sees | None:
    """Reads the export of the card's movements, and the chart of its money."""
    people: dict[str, Person] = {"owner": world.alice, "admin": world.bob}
    if who not in people:
        return None
    found = await rows(people[who], of_card(card["id"]))
    chart = await people[who].get(f"/api/cards/{card['id']}/money-chart")
    assert chart.status_code in (200, 403)
    amounts = {each["amount"] for each in found}
    return {
        "total": chart.status_code == 200,
        "givers": NAME in {each["name"] for each in found},
        "amount": "12.50" in amounts,
        "hidden": "15.00" in amounts,
    }


PLACES: Final[dict[str, Place]] = {
    "interface": interface,
    "pages": pages,
    "access": explained,
    "exports": exports,
}


# Each audience of the total, combined with an equal and with a different audience of the givers.
_DECIDING = {(WIDTHS[n], WIDTHS[(n + more) % 5]) for n in range(5) for more in (0, 2)}


@pytest.mark.parametrize(
    ("total", "givers"),
    [
        each if each in _DECIDING else pytest.param(*each, marks=pytest.mark.full)
        for each in itertools.product(WIDTHS, WIDTHS)
    ],
)
async def test_everyone_sees_the_same_by_the_settings_everywhere(
    total: str, givers: str, world: World
) -> None:
    card = await collected(world, total, givers)
    seen: dict[tuple[str, str], Sees] = {}
    # Sign first: the pages of readers need a closed card.
    for who in ("link", "contributor", "admin", "owner", "public", "recipient"):
        for place in ("interface", "pages"):
            found = await PLACES[place](world, card, who)
            if found is not None:
                seen[who, place] = found
    for who in STANDS:
        for place in PLACES.keys() - {"interface", "pages"}:
            found = await PLACES[place](world, card, who)
            if found is not None:
                seen[who, place] = found
    assert {who for who, _ in seen} == STANDS.keys(), "everybody looks somewhere"
    assert seen == {(who, place): expected(who, total, givers) for who, place in seen}


async def test_events_reveal_neither_names_nor_amounts(world: World) -> None:
    await collected(world, "everyone", "everyone")
    answer = await world.alice.get("/api/events", params={"limit": 200})
    text = re.sub(r"[a-z]+_[0-7][0-9a-z]{25}", "", answer.text)  # an ID can contain any digits
    assert "contribution.paid" in text, "the control: the events are there"
    for word in (NAME, "Ottoline", "Nora", "1250", "1500", "amount"):
        assert word not in text, word


@pytest.mark.parametrize("names", range(4))
async def test_names_on_notes_go_by_their_own_setting(names: int, world: World) -> None:
    card = await make.card(
        world.alice,
        recipients=[{"name": "Maya"}],
        public_read=True,
        collection={"see_contributor_names": names, "see_contributors": "nobody"},
    )
    note = {"name": NAME, "note": {"text": "All the best"}}
    await world.alice.post(f"/api/cards/{card['id']}/contributions", note)
    [invitation] = await make.invitations(world.alice, card["id"], "carol@example.com")
    for who, url in (("link", card["sign_url"]), ("contributor", invitation["link"])):
        visitor = Visitor(world)
        await visitor.open(path_of(url))
        assert NAME not in visitor.page, "the signing page has only the initials"
        assert ("<b>ZQ</b>" in visitor.page) is (STANDS[who] >= names), who
    await world.alice.post(f"/api/cards/{card['id']}/close")
    for who, url in (("public", card["view_url"]), ("recipient", card["recipients"][0]["view_url"])):
        visitor = Visitor(world)
        await visitor.open(f"{path_of(url)}?as=board")
        assert "All the best" in visitor.page
        assert (NAME in visitor.page) is (STANDS[who] >= names), who


async def came(world: World, card: dict[str, Any], who: str, number: int) -> tuple[Visitor, str]:
    """Opens the signing page as a new visitor: with the link, invited, or after signing through the link."""
    visitor, path = Visitor(world, **{"Accept-Language": "en"}), path_of(card["sign_url"])
    if who == "invited":
        [invitation] = await make.invitations(world.alice, card["id"], f"guest{number}@example.com")
        path = path_of(invitation["link"])
    if who == "signed":
        assert (await visitor.sign(path)).status_code == 303
    await visitor.open(path)
    return visitor, path


@pytest.mark.parametrize(
    ("money", "cash"), list(itertools.product(WIDTHS, ("nobody", "everybody", "invited")))
)
async def test_everyone_gives_by_the_settings_everywhere(money: str, cash: str, world: World) -> None:
    """The page offers exactly the choices that are accepted afterwards, and ``GET /access`` agrees."""
    settings = {"add_money": money, "add_cash": cash != "nobody", "restrict_cash": cash == "invited"}
    card = await make.card(world.alice, collection={"currency": "EUR", **settings})
    for number, (who, stands) in enumerate({"link": 0, "signed": 1, "invited": 1}.items()):
        online = stands >= WIDTHS.index(money)
        promises = cash == "everybody" or (cash == "invited" and who == "invited")
        visitor, path = await came(world, card, who, number)
        assert ("Chip in for a gift" in visitor.page) is (online or promises), who
        assert ("Give cash in person" in visitor.page) is (online and promises), who
        sent = [(await visitor.send(path, gift="500", way="online")).status_code]
        visitor, path = await came(world, card, who, number + 10)
        sent.append((await visitor.send(path, gift="500", way="cash")).status_code)
        assert sent == [303 if online else 409, 303 if promises else 409], who
        if who != "signed":
            params = {"as": "contributor" if who == "invited" else "everyone"}
            answer = await world.alice.get(f"/api/cards/{card['id']}/access", params=params)
            found = {each["what"]: each["allowed"] for each in answer.json()["entries"]}
            assert (found["add_money"], found["add_cash"]) == (online, promises), who
    taken = [
        (await giving.post(world.alice, card["id"], money={**giving.MONEY, "method": method})).status_code
        for method in ("online", "cash")
    ]
    assert taken == [201, 409 if cash == "nobody" else 201], "the owner is let in by every setting"


@pytest.mark.parametrize(("button", "counts"), [("succeed", True), ("decline", False), (None, False)])
async def test_a_payer_is_a_contributor(button: str | None, counts: bool, world: World) -> None:
    """A completed payment makes its giver a contributor; a pending or declined one does not."""
    card = await make.card(
        world.alice,
        collection={"add_money": "everyone", "currency": "EUR", "see_total": "contributors"},
    )
    await giving.gave(world.alice, card["id"])
    visitor, path = await came(world, card, "link", 0)
    assert "€12.50" not in visitor.page
    assert (await visitor.send(path, gift="500", text="")).status_code == 303
    if button is not None:
        [made] = [
            each
            for each in (await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
            if each["status"] == "pending"
        ]
        await buying.press(world, url_of(world.services, made["id"]), button)
        await world.work()
    await visitor.open(path)
    assert ("€17.50" in visitor.page) is counts
