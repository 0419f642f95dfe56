"""Attach media to notes: ownership, limits, and the effect of an edit."""

from typing import Any

import pytest
from asyncpg import CheckViolationError, UniqueViolationError

from tests import make
from tests.cards.media.test_create import kept
from tests.contributions.signing import edits, own_url, signs, wish
from tests.media import files, sounds
from tests.world import Person, World
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def sent(person: Person, card_id: str, kind: str = "photo") -> dict[str, Any]:
    content = {"photo": files.photo(40, 30), "gif": files.gif(), "voice": sounds.ogg(3)}
    body = (
        {"kind": "drawing", "strokes": files.STROKES}
        if kind == "drawing"
        else files.body(kind, content[kind])
    )
    answer = await person.post(f"/api/cards/{card_id}/media", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def noted(person: Person, card_id: str, *media_ids: str) -> Any:
    note = {"text": "All the best", "media": list(media_ids)}
    return await person.post(f"/api/cards/{card_id}/contributions", {"name": "Carol", "note": note})


async def test_puts_one_of_each_on_a_note(alice: Person) -> None:
    card = (await make.card(alice))["id"]
    made = [(await sent(alice, card, kind))["id"] for kind in ("voice", "photo", "drawing")]
    answer = await noted(alice, card, *made)
    assert answer.status_code == 201, answer.text
    contribution = answer.json()
    ordered = [made[1], made[2], made[0]]
    assert contribution["note"]["media"] == ordered
    path = f"/api/cards/{card}/contributions"
    assert (await alice.get(f"{path}/{contribution['id']}")).json()["note"]["media"] == ordered
    assert (await alice.get(path)).json()["data"][0]["note"]["media"] == ordered
    assert (await alice.get(f"/api/media/{made[0]}")).json()["contribution_id"] == contribution["id"]


async def test_keeps_the_order_of_four_photos_and_refuses_a_fifth(alice: Person) -> None:
    card = (await make.card(alice))["id"]
    made = [(await sent(alice, card, kind))["id"] for kind in ("photo", "gif", "photo", "photo", "photo")]
    drawing = (await sent(alice, card, "drawing"))["id"]
    answer = await noted(alice, card, *made, drawing)
    [fault] = answer.json()["errors"]
    assert (answer.status_code, fault["pointer"], fault["code"]) == (422, "/note/media/4", "too_many")
    assert (await alice.get(f"/api/cards/{card}/contributions")).json()["data"] == []
    ordered = [made[3], made[1], made[0], made[2]]
    answer = await noted(alice, card, drawing, *ordered)
    assert answer.json()["note"]["media"] == [*ordered, drawing]
    [listed] = (await alice.get(f"/api/cards/{card}/contributions")).json()["data"]
    assert listed["note"]["media"] == [*ordered, drawing]


@pytest.mark.parametrize(("kind", "says"), [("drawing", "only one drawing"), ("voice", "only one recording")])
async def test_refuses_a_second_drawing_or_recording(alice: Person, kind: str, says: str) -> None:
    card = (await make.card(alice))["id"]
    one, other = (await sent(alice, card, kind))["id"], (await sent(alice, card, kind))["id"]
    [fault] = (await noted(alice, card, one, other)).json()["errors"]
    assert (fault["pointer"], says in fault["detail"]) == ("/note/media/1", True)
    assert (await noted(alice, card, one)).status_code == 201


async def test_refuses_the_same_photo_twice(alice: Person) -> None:
    card = (await make.card(alice))["id"]
    photo = (await sent(alice, card))["id"]
    answer = await noted(alice, card, photo, photo)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/note/media/1")


async def test_reorders_replaces_and_removes_single_photos(world: World, alice: Person) -> None:
    card = await make.card(alice)
    one, two, three, four = [(await sent(alice, card["id"]))["id"] for _ in range(4)]
    signed = await signs(world, card["sign_url"], wish(media=[one, two, three]))
    url = own_url(world, signed.row)
    path = f"/api/cards/{card['id']}/contributions/{signed.row.id}"
    version = signed.row.version
    for order in ([three, one, two], [two, three], [four, three, two]):
        edited = await edits(world, url, wish(media=order))
        version += 1
        assert edited.version == version
        assert (await alice.get(path)).json()["note"]["media"] == order
        assert (await edits(world, url, wish(media=order))).version == version, "the same order is no change"
    assert (await alice.get(f"/api/media/{one}")).status_code == 404
    assert (await alice.delete(f"/api/media/{three}")).status_code == 204
    assert (await alice.get(path)).json()["note"]["media"] == [four, two]
    five = (await sent(alice, card["id"]))["id"]
    await edits(world, url, wish(media=[four, five, two]))
    assert (await alice.get(path)).json()["note"]["media"] == [four, five, two]


async def test_the_database_keeps_two_files_from_one_position(world: World, alice: Person) -> None:
    card = (await make.card(alice))["id"]
    photos = [(await sent(alice, card))["id"] for _ in range(2)]
    made = (await noted(alice, card, *photos)).json()["id"]
    with pytest.raises(UniqueViolationError):
        await world.owner.execute("update media set position = 0 where contribution_id = $1", made)
    with pytest.raises(CheckViolationError):
        await world.owner.execute("update media set position = 4 where id = $1", photos[1])
    await world.owner.execute("update media set position = 3 where id = $1", photos[1])


async def test_finds_no_media_of_another_account_card_or_kind(
    alice: Person, mallory: Person, world: World
) -> None:
    card, other = (await make.card(alice))["id"], (await make.card(alice))["id"]
    theirs = (await sent(mallory, (await make.card(mallory))["id"]))["id"]
    elsewhere = (await sent(alice, other))["id"]
    removed = (await sent(alice, card))["id"]
    await alice.delete(f"/api/media/{removed}")
    answers = [await noted(alice, card, each) for each in (ids.new("media"), theirs, elsewhere, removed)]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert answer.json()["errors"] == answers[0].json()["errors"]
    assert await world.owner.fetchval("select count(*) from contributions") == 0
    assert (await noted(alice, card, (await sent(alice, card))["id"])).status_code == 201


async def test_refuses_what_another_note_has(alice: Person) -> None:
    card = (await make.card(alice))["id"]
    photo = (await sent(alice, card))["id"]
    assert (await noted(alice, card, photo)).status_code == 201
    answer = await noted(alice, card, photo)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "in_use")


async def test_erases_the_media_of_a_removed_note(world: World, alice: Person) -> None:
    before = await kept(world)
    card = (await make.card(alice))["id"]
    photo = await sent(alice, card)
    made = (await noted(alice, card, photo["id"])).json()
    assert (await world.client.get(photo["files"][0]["url"])).status_code == 200
    assert (await alice.delete(f"/api/cards/{card}/contributions/{made['id']}")).status_code == 200
    assert (await world.client.get(photo["files"][0]["url"])).status_code == 404
    await world.work()
    assert await kept(world) == before
    assert await world.owner.fetchval("select count(*) from media_paths") == 0


async def test_puts_another_in_the_place_of_the_first_when_the_note_is_edited(
    world: World, alice: Person
) -> None:
    before = await kept(world)
    card = await make.card(alice)
    first, second = await sent(alice, card["id"]), await sent(alice, card["id"], "gif")
    drawing = await sent(alice, card["id"], "drawing")
    both = [first["id"], drawing["id"]]
    signed = await signs(world, card["sign_url"], wish(media=both))
    url = own_url(world, signed.row)

    unchanged = await edits(world, url, wish())
    assert unchanged.version == signed.row.version, "a form that says nothing of media leaves them"
    assert (await edits(world, url, wish(media=both))).version == signed.row.version

    edited = await edits(world, url, wish(media=[second["id"], drawing["id"]]))
    assert edited.version == signed.row.version + 1
    assert (await world.client.get(first["files"][0]["url"])).status_code == 404
    assert (await world.client.get(second["files"][0]["url"])).status_code == 200
    await edits(world, url, wish(media=[]))
    assert await world.owner.fetchval("select count(*) from media") == 0
    await world.work()
    assert await kept(world) == before
