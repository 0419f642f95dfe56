"""Delete a card: immediately inaccessible, erased within 30 days."""

from datetime import timedelta

from tests import make
from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.later import another_time
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock

TABLES = ("cards", "recipients", "card_admins", "card_grants", "links", "invitations", "expansions")


async def deleted(alice: Person, bob: Person) -> dict[str, str]:
    card = await make.card(
        alice, title="Zanzibar", recipient="Maya", recipient_email="maya@example.com", public_read=True
    )
    await make.admin(alice, card["id"], bob, can_update=True)
    await make.invitations(alice, card["id"], "carol@example.com", "dora@example.com")
    answer = await alice.delete(f"/api/cards/{card['id']}")
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"object": "card", "id": card["id"], "card_id": card["id"], "deleted": True}
    return card


async def test_disappears_at_once_for_everyone(world: World, alice: Person, bob: Person) -> None:
    card = await deleted(alice, bob)
    path = f"/api/cards/{card['id']}"
    lists = [f"{path}/{each}" for each in ("thanks", "reports", "payments", "invitations", "contributions")]
    for person in (alice, bob):
        for each in (path, *lists, f"/api/card-admins/card/{card['id']}"):
            is_problem(await person.get(each), 404, "not_found")
        assert (await person.get("/api/cards")).json()["data"] == []
    is_problem(await alice.delete(f"/api/cards/{card['id']}"), 404, "not_found")
    assert await world.owner.fetchval("select count(*) from links where card_id = $1", card["id"]) == 0


async def test_is_erased_within_thirty_days(world: World, alice: Person, bob: Person) -> None:
    card = await deleted(alice, bob)
    kept = await make.card(alice, recipient="Noor")
    await world.work()
    assert await world.owner.fetchval("select count(*) from cards where id = $1", card["id"]) == 1
    try:
        clock.move(timedelta(days=29))
        await world.work()
    finally:
        clock.move(timedelta())
    for table in TABLES:
        rows = await world.owner.fetch(f"select t::text from {table} t")
        assert not [row for row in rows if card["id"] in row[0] or "Zanzibar" in row[0]], table
    assert (await alice.get(f"/api/cards/{kept['id']}")).json()["recipients"][0]["name"] == "Noor"


async def test_leaves_no_words_in_the_books(world: World, alice: Person) -> None:
    """The ledger keeps gifts permanently, but only as IDs and amounts."""
    card = await make.card(alice, title="Zanzibar", collection=giving.OPEN)
    gift = await giving.gave(alice, card["id"], name="Zanzibar")
    assert (await buying.refund(alice, gift["money"]["payment_id"])).status_code == 201
    await world.work()
    assert await tables_with(world, "Zanzibar") >= {"payments", "cards", "contributions"}  # the control
    assert (await alice.delete(f"/api/cards/{card['id']}")).status_code == 200
    with another_time():
        clock.move(timedelta(days=29))
        await world.work()
    assert await tables_with(world, "Zanzibar") == set()
    assert await world.owner.fetchval("select count(*) from ledger where payment_id is not null") == 5


async def tables_with(world: World, word: str) -> set[str]:
    """Returns the tables that contain a word, except the sandbox's, which belong to a provider."""
    found: set[str] = set()
    for (name,) in await world.owner.fetch("select tablename from pg_tables where schemaname = 'public'"):
        stands = await world.owner.fetchval(f"select bool_or(t::text like $1) from {name} t", f"%{word}%")
        if stands and not name.startswith("sandbox_"):
            found.add(name)
    return found


async def test_erases_nothing_of_a_card_that_was_not_deleted(world: World, alice: Person) -> None:
    """The control: the job itself checks the card before it erases anything."""
    from wellwish.cards import erase

    card = await make.card(alice, recipient="Maya")
    await erase.run(world.services, {"account_id": alice.account_id, "card_id": card["id"]})
    assert await make.same(alice, card["id"]) == card


async def test_does_not_give_the_unit_back(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await alice.delete(f"/api/cards/{card['id']}")
    (purchase,) = (await alice.get("/api/bundle-purchases")).json()["data"]
    assert purchase["cards_used"] == 1


async def test_refuses_an_outdated_version(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}"
    is_problem(await alice.delete(path, headers={"If-Match": '"9"'}), 412, "precondition_failed")
    assert (await alice.delete(path, headers={"If-Match": '"1"'})).status_code == 200
