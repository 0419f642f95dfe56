"""List bundles from the operator's file."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import structs

from tests.later import another_time
from tests.payments.buying import bundle
from tests.world import Person, World
from wellwish.base import clock
from wellwish.bundles.load import CATALOGUE, load, read


async def test_lists_bundles_in_the_order_of_the_file(alice: Person) -> None:
    answer = await alice.get("/api/bundles")
    assert [each["cards"] for each in answer.json()["data"]] == [1, 10, 100]
    first = answer.json()["data"][0]
    assert {"amount": 1850, "currency": "KWD"} in first["prices"]
    assert {"amount": 900, "currency": "JPY"} in first["prices"]


async def test_pages_through_bundles(alice: Person) -> None:
    first = (await alice.get("/api/bundles", params={"limit": 2})).json()
    second = (await alice.get("/api/bundles", params={"limit": 2, "cursor": first["next_cursor"]})).json()
    assert [each["cards"] for each in first["data"] + second["data"]] == [1, 10, 100]


async def test_keeps_the_id_of_a_bundle_from_one_file_to_the_next(world: World, alice: Person) -> None:
    before = await bundle(alice, 10)
    async with _owner(world) as tx:
        await load(tx, [each for each in read(CATALOGUE) if each.slug == "ten-cards"])
    listed = (await alice.get("/api/bundles")).json()["data"]
    assert [each["id"] for each in listed] == [before["id"]]
    async with _owner(world) as tx:
        await load(tx, read(CATALOGUE))
    assert (await bundle(alice, 10))["id"] == before["id"]


async def test_a_bundle_is_updated_when_it_changes(world: World, alice: Person) -> None:
    before = await bundle(alice, 10)
    dearer = [
        structs.replace(each, prices={**each.prices, "EUR": 3600}) if each.cards == 10 else each
        for each in read(CATALOGUE)
    ]
    try:
        for offers, is_changed in ((read(CATALOGUE), False), (dearer, True), (dearer, False)):
            with another_time():
                clock.move(timedelta(days=1))
                async with _owner(world) as tx:
                    await load(tx, offers)
            after = await bundle(alice, 10)
            assert (after["updated_at"] != before["updated_at"]) is is_changed
            before = after
        assert {"amount": 3600, "currency": "EUR"} in before["prices"]
    finally:
        async with _owner(world) as tx:
            await load(tx, read(CATALOGUE))


@pytest.mark.parametrize(
    "text",
    [
        "not toml [",
        '[[bundle]]\nslug = "x"\nname = "X"\ncards = 0\nprices = { EUR = 1 }',
        '[[bundle]]\nslug = "x"\nname = "X"\ncards = 1\nprices = { EUR = 1.5 }',
        '[[bundle]]\nslug = "x"\nname = "X"\ncards = 1\nprices = { eur = 1 }',
        '[[bundle]]\nslug = "x"\nname = "X"\ncards = 1\nprices = { XXX = 1 }',
        '[[bundle]]\nslug = "x"\nname = "X"\ncards = 1\nprices = {}',
        '[[bundle]]\nslug = "x"\nname = "X"\ncards = 1\nprice = 1',
        '[[bundle]]\nslug = "x"\nname = "X"\ncards = 1\nprices = { EUR = 1 }\n' * 2,
    ],
)
def test_refuses_a_faulty_file_and_names_it(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bundles.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"bundles\.toml"):
        read(file)


def _owner(world: World):
    from wellwish.infra.db.tx import Tx

    class Within:
        async def __aenter__(self) -> Tx:
            return Tx(world.owner, [])

        async def __aexit__(self, *_: object) -> None: ...

    return Within()
