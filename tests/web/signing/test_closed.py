"""A closed card: what each link shows to its signers, and to nobody else."""

import html
from itertools import pairwise
from typing import Any

import pytest

from tests.cards.test_refund_all import cancel, finish
from tests.contributions import giving
from tests.web.signing.test_anonymous import invited
from tests.web.signing.test_gift import pays
from tests.web.signing.test_sign import shared
from tests.web.visitor import HTML, Visitor, path_of
from tests.world import World

pytestmark = pytest.mark.anyio

WORDS = "Words on a closed card"


async def collected(world: World, **fields: Any) -> tuple[dict[str, Any], str, Visitor]:
    """A card that somebody has signed and paid for, who asked for a refund."""
    card = await giving.card(world.alice, see_total="everyone", see_contributors="everyone")
    path = path_of(card["sign_url"])
    visitor = Visitor(world)
    await visitor.sign(path, text=WORDS, gift="500", **fields)
    await pays(world, visitor, "succeed")
    await visitor.open(f"{path}/signed")
    await visitor.press(f"{path}/refund", reason="Too much")
    return card, path, visitor


async def close(world: World, card: dict[str, Any]) -> dict[str, Any]:
    assert (await world.alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return (await world.alice.get(f"/api/cards/{card['id']}")).json()


@pytest.mark.parametrize("by", ["cookie", "own link"])
async def test_a_signer_finds_note_payment_refund_and_handover(world: World, by: str) -> None:
    """The control is a visitor with the shared link."""
    card, path, visitor = await collected(world)
    [own] = [value for name, value in visitor.cookies.items() if name.startswith("own-")]
    await close(world, card)
    made = await world.alice.post(
        f"/api/cards/{card['id']}/handover",
        {"method": "voucher", "amount": 500, "note": "With love"},
        headers={"Idempotency-Key": "handover"},
    )
    assert made.status_code == 200, made.text
    reader, at = (visitor, path) if by == "cookie" else (Visitor(world), f"/s/{own}")
    for page, there in ((reader, at), (reader, f"{at}/signed"), (Visitor(world), path)):
        answer = await page.open(there)
        assert answer.status_code == 200
        found = html.unescape(page.page)
        is_own = page is reader
        for words in (WORDS, "You chipped in €5.00. Thank you.", "Payment ID", "You asked for a refund.",
                      "Handed over", "With love"):  # fmt: skip
            assert (words in found) is is_own, (there, words)
        for gone in ("so far", "Edit my note", "Let someone else sign", "Email me a link to edit"):
            assert gone not in found, (there, gone)
        assert "This card is closed" in found


async def test_a_refund_can_be_asked_for_after_closing(world: World) -> None:
    card = await giving.card(world.alice)
    path = path_of(card["sign_url"])
    visitor = Visitor(world)
    await visitor.sign(path, text=WORDS, gift="500")
    await pays(world, visitor, "succeed")
    await close(world, card)
    await visitor.open(path)
    await visitor.press(f"{path}/refund", reason="Too late")
    await visitor.open(path)
    assert "You asked for a refund. The organisers will decide." in visitor.page


async def test_says_that_the_recipient_has_opened_the_card(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path, text=WORDS)
    card = await close(world, card)
    await visitor.open(path)
    assert "It&#39;s ready for \u2068Maya\u2069 to open." in visitor.page
    view = card["recipients"][0]["view_url"]
    assert (await world.client.post(path_of(view), headers=HTML)).status_code == 303
    for at, reader in ((path, visitor), (f"{path}/signed", visitor), (path, Visitor(world))):
        await reader.open(at)
        assert "ready for" not in reader.page
        assert ("\u2068Maya\u2069 opened it on" in reader.page) is (reader is visitor)


@pytest.mark.parametrize("anonymous", [None, "yes"])
async def test_an_invitations_link_shows_an_anonymous_part_to_nobody_else(
    world: World, anonymous: str | None
) -> None:
    """The control is a named author, whose note opens by the link."""
    card, [one] = await invited(
        world, collection={"add_money": "everyone", "see_total": "everyone", "currency": "EUR"}
    )
    path = path_of(one["link"])
    author, owner = Visitor(world), Visitor(world)
    await author.sign(path, text=WORDS, anonymous=anonymous, gift="500")
    await pays(world, author, "succeed")
    await close(world, card)
    for reader, is_shown in ((author, True), (owner, anonymous is None)):
        for at in (path, f"{path}/signed"):
            await reader.open(at)
            assert (WORDS in reader.page, "Payment ID" in reader.page) == (is_shown, is_shown), at


async def test_a_cancelled_card_still_shows_the_note_and_the_refund(world: World) -> None:
    card, path, visitor = await collected(world)
    assert (await cancel(world.alice, card["id"])).status_code == 200
    await finish(world)
    await visitor.open(path)
    assert "This card was cancelled" in visitor.page
    assert WORDS in visitor.page
    assert "Your €5.00 has been refunded." in visitor.page


@pytest.mark.parametrize("total", [True, False])
async def test_the_gift_panel_has_a_sentence(world: World, total: bool) -> None:
    card = await giving.card(
        world.alice, see_total="everyone" if total else "nobody", see_contributors="everyone"
    )
    for name in ("Ann", "Ben", "Cleo"):
        await giving.gave(world.alice, card["id"], name=name)
    path = path_of(card["sign_url"])
    visitor = Visitor(world)
    await visitor.sign(path, text=WORDS)
    for at in (path, f"{path}/signed"):
        await visitor.open(at)
        assert ("3 people have chipped in" in visitor.page) is not total
        assert ("so far" in visitor.page.replace("On the card so far", "")) is total
        assert ("from 3 people" in visitor.page) is total


@pytest.mark.parametrize(
    ("fields", "says", "silent"),
    [
        ({}, [], ["will see this", "Your name is not shown"]),
        (
            {"visibility": "recipient"},
            ["Only <bdi>Maya</bdi> and the organisers will see this."],
            ["Your name is"],
        ),
        ({"anonymous": "yes"}, ["Your name is not shown to anyone."], ["will see this", "Second Person"]),
        (
            {"anonymous": "yes", "visibility": "recipient"},
            ["Only <bdi>Maya</bdi> and the organisers will see this.", "Your name is not shown to anyone."],
            ["Second Person"],
        ),
    ],
)
async def test_says_after_signing_who_sees_what(
    world: World, fields: dict[str, str], says: list[str], silent: list[str]
) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path, text=WORDS, **{"name": "Second Person", **fields})
    await visitor.open(f"{path}/signed")
    for words in says:
        assert words in visitor.page
    for words in silent:
        assert words not in visitor.page


async def test_mails_the_link_to_the_invited_address_with_one_press(world: World) -> None:
    _, [one] = await invited(world, "jonas@acme.example")
    path = path_of(one["link"])
    visitor = Visitor(world)
    await visitor.sign(path, text=WORDS)
    await visitor.open(f"{path}/signed")
    assert "Email the link to \u2066jo…\u2060@acme.example\u2069" in visitor.page
    assert "jonas@acme.example" not in visitor.page
    await visitor.press(f"{path}/mail-invited", signed="yes")
    assert visitor.next == f"{path}/signed?mailed=1"
    await visitor.open(visitor.next)
    assert "the link is on its way" in visitor.page
    await world.work()
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    [mail] = [each for each in answer.json()["data"] if each["kind"] == "own_link"]
    assert mail["recipient"] == "jonas@acme.example"


async def test_forty_new_notes_have_different_looks(world: World) -> None:
    _, path = await shared(world)
    looks: list[tuple[str, ...]] = []
    for number in range(40):
        if number:
            await Visitor(world).sign(path, text=f"Note {number}")
        visitor = Visitor(world)
        await visitor.open(path)
        looks.append(tuple(_checked(visitor.page, name) for name in ("pen", "ink", "paper")))
    assert len(set(looks)) >= 30
    assert looks[0] == ("kalam", "navy", "cream")
    assert {each[0] for each in looks} == {"kalam", "patrick", "gochi", "shadows", "reenie"}
    assert all(one != other for one, other in pairwise(looks))


def _checked(page: str, name: str) -> str:
    [value] = [
        each.partition('"')[0]
        for each in page.split(f'name="{name}" id="')[1:]
        if " checked" in each.partition(">")[0]
    ]
    return value.removeprefix(f"{name}-")
