"""Concurrent signers never exceed the contribution limit of a card."""

import asyncio
from collections import Counter

from tests import make
from tests.contributions.signing import signs, wish
from tests.world import Person, World
from wellwish.base.errors import CardFull

SIGNERS, LIMIT, ROUNDS = 32, 10, 5


async def outcome(world: World, url: str, number: int) -> str:
    try:
        signed = await signs(world, url, wish(f"Signer {number}"), key=f"form {number}")
    except CardFull:
        return "full"
    return signed.row.id


async def test_lets_exactly_as_many_sign_as_the_limit_says(world: World, alice: Person) -> None:
    """The signers use as many connections as the pool has; half of them submit the form twice."""
    for _ in range(ROUNDS):
        card = await make.card(alice, contribution_limit=LIMIT)
        [sent] = await make.invitations(alice, card["id"], "carol@example.com")
        calls = [(card["sign_url"], number) for number in range(SIGNERS - 1)] + [(sent["link"], SIGNERS)]
        calls += calls[: SIGNERS // 2]
        outcomes = await asyncio.gather(*(outcome(world, url, number) for url, number in calls))
        made = {each for each in outcomes if each != "full"}
        assert len(made) == LIMIT
        rows = await world.owner.fetch(
            "select id from contributions where card_id = $1 and note_status <> 'deleted'", card["id"]
        )
        assert {row["id"] for row in rows} == made
        taken = "select places_taken from cards where id = $1"
        assert await world.owner.fetchval(taken, card["id"]) == LIMIT
        counted = await world.owner.fetchval(
            "select count(*) from events where type = 'contribution.created' and card_id = $1", card["id"]
        )
        assert counted == LIMIT


async def test_overshoots_when_it_reads_before_it_writes(world: World, alice: Person) -> None:
    """The control: the same load against code that reads the counter before it writes."""
    card = await make.card(alice, contribution_limit=LIMIT)
    given = {"account_id": alice.account_id, "id": card["id"]}

    async def naive() -> bool:
        async with world.services.db.transaction([alice.account_id]) as tx:
            taken = await tx.value(
                "select places_taken from cards where account_id = :account_id and id = :id", **given
            )
            if taken >= LIMIT:
                return False
            await tx.run(
                "update cards set places_taken = :taken where account_id = :account_id and id = :id",
                taken=taken + 1,
                **given,
            )
            return True

    async def signer() -> int:
        return sum([await naive() for _ in range(4)])

    assert sum(await asyncio.gather(*(signer() for _ in range(SIGNERS)))) > LIMIT


async def test_makes_one_of_a_form_that_is_sent_twice_at_once(world: World, alice: Person) -> None:
    for number in range(ROUNDS):
        card = await make.card(alice)
        outcomes = await asyncio.gather(*(outcome(world, card["sign_url"], number) for _ in range(8)))
        assert len(set(outcomes)) == 1
        count = "select count(*) from contributions where card_id = $1"
        assert await world.owner.fetchval(count, card["id"]) == 1


async def test_makes_one_of_an_invitation_that_is_used_twice_at_once(world: World, alice: Person) -> None:
    """Eight forms from different devices; the last write wins."""
    for _ in range(ROUNDS):
        card = await make.card(alice)
        [sent] = await make.invitations(alice, card["id"], "carol@example.com")
        outcomes = await asyncio.gather(*(outcome(world, sent["link"], number) for number in range(8)))
        assert len(set(outcomes)) == 1
        count = "select count(*) from contributions where card_id = $1"
        assert await world.owner.fetchval(count, card["id"]) == 1


async def test_signs_nothing_on_a_card_that_closes(world: World, alice: Person) -> None:
    """Signers that commit before the close are on the card; all later ones get CardClosed."""
    for _ in range(ROUNDS):
        card = await make.card(alice)

        async def try_to_sign(number: int, url: str = card["sign_url"]) -> str:
            try:
                await signs(world, url, wish(f"Signer {number}"))
            except Exception as error:  # noqa: BLE001 - the test compares its name
                return type(error).__name__
            return "signed"

        calls = [try_to_sign(number) for number in range(8)]
        closing = asyncio.create_task(alice.post(f"/api/cards/{card['id']}/close"))
        outcomes = await asyncio.gather(*calls)
        assert (await closing).status_code == 200
        count = Counter(outcomes)
        assert set(count) <= {"signed", "CardClosed"}
        after = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
        assert len(after) == count["signed"]


async def test_gives_one_place_back_for_one_removal(world: World, alice: Person) -> None:
    card = await make.card(alice, contribution_limit=2)
    signed = [await signs(world, card["sign_url"]) for _ in range(2)]
    path = f"/api/cards/{card['id']}/contributions/{signed[0].row.id}"
    answers = await asyncio.gather(*(alice.delete(path) for _ in range(6)))
    assert {answer.status_code for answer in answers} == {200}
    assert await world.owner.fetchval("select places_taken from cards") == 1
    events = await world.owner.fetchval("select count(*) from events where type = 'contribution.deleted'")
    assert events == 1
