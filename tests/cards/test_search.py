"""The filters of the list of cards, mainly `q`: words by prefix."""

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.cards import search_words
from wellwish.cards.delete import ERASE_AFTER_S
from wellwish.cards.words import MARKS, SEPARATORS, words
from wellwish.infra.db.migrate import migrations

TITLES = [
    "Happy birthday, Maya!",
    "Zanzibar 100%",
    "Äpfel_Zoë zoe\u0308",
    "Maya's O\u2019Brien",
    "STRASSE Straße",
    "ΣΊΣΥΦΟΣ Иван",
    "عيد ميلادٌ سعيد، أحمد مبـــارك",
    "お誕生日おめでとう、ケイ",
    "हिन्दी नमस्ते।",
    "🎉Party🎉 №5 ½ ﬁne",
    "Søren Łukasz İstanbul Ilg\u0131n Đặng Œuvre Æon",
    "한국어 카드",
    "x" * 255,
    "\u2018a\u2019 — “b” … c\u00add e\u200df",
]


async def listed(person: Person, **params: Any) -> list[str]:
    answer = await person.get("/api/cards", params=params)
    assert answer.status_code == 200, answer.text
    return [card["id"] for card in answer.json()["data"]]


async def rows_of(world: World, card_id: str) -> list[str]:
    """Returns the search words of a card, after checking that its row has the same."""
    rows = await world.owner.fetch("select word from card_words where card_id = $1 order by word", card_id)
    kept = await world.owner.fetchval("select words from cards where id = $1", card_id)
    assert kept is None or sorted(kept) == [row[0] for row in rows]
    return [row[0] for row in rows]


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("maya", True),
        ("MAY", True),
        ("m", True),
        ("aya", False),
        ("mayas", False),
        ("okaf happy", True),
        ("Priya, Maya!", True),
        ("okafor zebra", False),
        ("zoe", True),
        ("ZOË", True),
        ("zoe\u0308", True),
        ("20", True),
        ("%", False),
        ("_", False),
        ("\\", False),
        ("🎉", False),
        ("happy 🎉", True),
    ],
)
async def test_finds_words_by_prefix(q: str, found: bool, alice: Person) -> None:
    card = await make.card(
        alice, title="Happy 2027, Maya!", sender="Priya & friends", recipient="Okafor, Zoë-Ann"
    )
    await make.card(alice, title="Another", sender="Somebody")
    assert await listed(alice, q=q) == ([card["id"]] if found else [])


async def test_goes_through_the_pages_of_many_words_newest_first(alice: Person) -> None:
    names = ["Maya Max", "Max", "Martha", "Mara", "Maya", "Zoe", "Max Mara"]
    cards = [(await make.card(alice, title=name))["id"] for name in names]
    expected = [card for card, name in zip(cards, names, strict=True) if name != "Zoe"][::-1]
    seen: list[str] = []
    path = "/api/cards?q=ma&limit=2"
    while path:
        answer = await alice.get(path)
        seen += [card["id"] for card in answer.json()["data"]]
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<http://localhost:8080")
    assert seen == expected


async def test_finds_the_current_words_of_a_card(world: World, alice: Person) -> None:
    card = await make.card(alice, title="Farewell Maya", sender="Priya", recipient="Maya Okafor")
    assert (await alice.patch(f"/api/cards/{card['id']}", {"title": "Farewell Noor"})).status_code == 200
    assert await rows_of(world, card["id"]) == ["farewell", "maya", "noor", "okafor", "priya"]
    assert (await alice.patch(f"/api/cards/{card['id']}", {"recipient": None})).status_code == 200
    assert await rows_of(world, card["id"]) == ["farewell", "noor", "priya"]
    assert await listed(alice, q="maya") == []
    assert await listed(alice, q="noor") == [card["id"]]


async def test_has_the_words_of_the_last_of_many_changes_at_once(world: World, alice: Person) -> None:
    card = await make.card(alice, title="Zero", sender="Priya")
    path = f"/api/cards/{card['id']}"
    answers = await asyncio.gather(*(alice.patch(path, {"title": f"Title{n} same"}) for n in range(8)))
    assert all(answer.status_code == 200 for answer in answers)
    title = (await alice.get(path)).json()["title"]
    assert await rows_of(world, card["id"]) == words(title, "Priya")


async def test_keeps_no_word_of_a_deleted_card(world: World, alice: Person) -> None:
    card, other = await make.card(alice, title="Secret"), await make.card(alice, title="Secret")
    assert await rows_of(world, card["id"])
    await alice.delete(f"/api/cards/{card['id']}")
    rest = await world.owner.fetch("select distinct card_id from card_words")
    assert [row[0] for row in rest] == [other["id"]]
    assert await listed(alice, q="secret") == [other["id"]]


async def test_erases_words_that_an_older_version_left(world: World, alice: Person) -> None:
    card = await make.card(alice, title="Secret")
    kept = await world.owner.fetch("select * from card_words")
    await alice.delete(f"/api/cards/{card['id']}")
    await world.owner.executemany("insert into card_words values ($1, $2, $3)", [tuple(row) for row in kept])
    try:
        clock.move(timedelta(seconds=ERASE_AFTER_S + 1))
        await world.work()
    finally:
        clock.move(timedelta())
    assert await world.owner.fetchval("select count(*) from cards") == 0
    assert await world.owner.fetchval("select count(*) from card_words") == 0


async def test_finds_granted_cards_and_no_others(alice: Person, bob: Person, mallory: Person) -> None:
    granted = await make.card(alice, title="Maya at work")
    own = await make.card(bob, title="Maya at home")
    await make.card(alice, title="Maya at sea")
    await make.admin(alice, granted["id"], bob)
    assert await listed(bob, q="maya") == [own["id"], granted["id"]]
    assert await listed(bob, q="maya work") == [granted["id"]]
    assert await listed(bob, q="🎉") == []
    assert await listed(bob, q="maya", template_id="nonsense") == []
    assert await listed(mallory, q="maya") == []


FILTERS = [
    "status", "q", "template_id", "external_id", "bundle_purchase_id", "created_after", "created_before",
]  # fmt: skip


@pytest.mark.parametrize("frequent", [0, 2, search_words._FREQUENT])
async def test_combines_all_filters(frequent: int, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is the intersection of all filters, whichever one the query starts with."""
    monkeypatch.setattr(search_words, "_FREQUENT", frequent)
    chance = random.Random(7)
    templates = [each["id"] for each in (await alice.get("/api/templates")).json()["data"]][:2]
    await buying.bought(alice)
    available = (await alice.get("/api/bundle-purchases/available")).json()["data"]
    purchases = [each["id"] for each in available]
    assert len(purchases) == 2
    cards: list[dict[str, Any]] = []
    for n in range(16):
        card = await make.card(
            alice,
            title=chance.choice(["Happy birthday", "Farewell", "Happy new job"]),
            sender=chance.choice(["Priya", "Noor and Priya"]),
            template_id=chance.choice(templates),
            external_id=f"order {n}",
            bundle_purchase_id=chance.choice(purchases),
        )
        action = chance.choice(["", "", "close", "cancel", "end"])
        if action == "end":  # ended by the clock, before a job has processed it
            await alice.world.owner.execute(
                "update cards set contribution_ends_at = created_at where id = $1", card["id"]
            )
        elif action:
            answer = await alice.post(f"/api/cards/{card['id']}/{action}")
            assert answer.status_code == 200, answer.text
        cards.insert(0, (await alice.get(f"/api/cards/{card['id']}")).json())
    values = {
        "status": ["open", "closed", "cancelled"],
        "q": ["happy", "pri far", "n", "zebra"],
        "template_id": templates,
        "external_id": ["order 3"],
        "bundle_purchase_id": [*purchases, "bp_none"],
        "created_after": [cards[12]["created_at"]],
        "created_before": [cards[3]["created_at"]],
    }
    shown = 0
    for _ in range(60):
        given = chance.sample(FILTERS, chance.choice([1, 2, 2, 3]))
        params = {name: chance.choice(values[name]) for name in given}
        expected = [card["id"] for card in cards if all(passes(card, *each) for each in params.items())]
        assert await listed(alice, **params) == expected, params
        assert await listed(alice, **params, limit=1) == expected[:1], params
        shown += bool(expected)
    assert shown >= 15, "the control: some filters let cards through"


def passes(card: dict[str, Any], name: str, value: str) -> bool:
    if name == "q":
        has = words(card["title"], card["sender"], card["recipient"])
        return all(any(word.startswith(term) for word in has) for term in words(value))
    if name in ("created_after", "created_before"):
        return card["created_at"] > value if name == "created_after" else card["created_at"] < value
    return card[name] == value


async def test_bounds_ids_by_time_for_any_instant(alice: Person) -> None:
    card = await make.card(alice)
    for far, other in (
        ("0001-01-02T00:00:00Z", "9999-12-31T23:59:59Z"),
        ("1969-12-31T00:00:00Z", "2200-01-01T00:00:00Z"),
    ):
        assert await listed(alice, created_after=far, created_before=other) == [card["id"]]
        assert await listed(alice, created_before=far) == []
        assert await listed(alice, created_after=other) == []


async def test_makes_ids_by_the_clock_that_times_go_by(alice: Person) -> None:
    """`created_after` and `created_before` also bound IDs, so both must use the same clock."""
    for days in (0, 400, -400):
        clock.move(timedelta(days=days))
        try:
            alice.token = await alice.exchange()
            card = await make.card(alice)
            earliest = ids.earliest("card", clock.now() - timedelta(minutes=1))
            assert earliest < card["id"] < ids.earliest("card", clock.now() + timedelta(minutes=1))
        finally:
            clock.move(timedelta())


@pytest.mark.parametrize("text", ["Maya's O\u2019Brien", "Äpfel_Zoë", "x" * 255])
def test_knows_each_word_once_without_case_and_marks(text: str) -> None:
    expected = {
        "Maya's O\u2019Brien": ["brien", "maya", "o", "s"],
        "Äpfel_Zoë": ["apfel", "zoe"],
        "x" * 255: ["x" * 64],
    }
    assert words(text, None, text.upper()) == expected[text]


async def test_the_migration_indexes_the_words_of_existing_cards(world: World, alice: Person) -> None:
    """The migration splits words exactly as the service does."""
    backfill = next(each.sql for each in migrations() if each.name.startswith("0027_"))
    assert MARKS in backfill
    assert SEPARATORS in backfill
    cards = {(await make.card(alice, title=title, recipient="Zoë"))["id"]: title for title in TITLES}
    deleted = await make.card(alice, title="Secret")
    await alice.delete(f"/api/cards/{deleted['id']}")
    await world.owner.execute("delete from card_words; update cards set words = '{}'")
    assert await listed(alice, q="zoe") == [], "the control: without its words no card is found"
    await world.owner.execute(backfill)
    for card_id, title in cards.items():
        assert await rows_of(world, card_id) == words(title, "Priya and friends", "Zoë"), title
    assert await rows_of(world, deleted["id"]) == []
    assert len(await listed(alice, q="zoe")) == len(TITLES)
