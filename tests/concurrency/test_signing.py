"""Forms of the signing page that arrive at the same time."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.contributions import signing

AT_ONCE, ROUNDS = 6, 4


async def send(world: World, path: str, visitors: list[Visitor], **fields: Any) -> list[int]:
    """Submits every visitor's open form concurrently and returns the statuses."""

    async def one(visitor: Visitor, number: int) -> int:
        body = {**visitor.hidden(), "name": f"Signer {number}", "text": f"Words {number}", **fields}
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        headers = {**visitor.headers, "Cookie": cookies}
        answer = await world.client.post(path, data=body, headers=headers)
        return answer.status_code

    return await asyncio.gather(*(one(visitor, number) for number, visitor in enumerate(visitors)))


async def notes(world: World, card: dict[str, Any]) -> list[dict[str, Any]]:
    rows = await world.owner.fetch(
        "select id, note_text, version from contributions where card_id = $1", card["id"]
    )
    return [dict(row) for row in rows]


async def opened(world: World, path: str, count: int) -> list[Visitor]:
    visitors = [Visitor(world) for _ in range(count)]
    for visitor in visitors:
        await visitor.open(path)
    return visitors


async def by_one_invitation(world: World, alice: Person) -> int:
    """Submits one invitation's form from several browsers at once; returns the number of contributions."""
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    path = path_of(sent["link"])
    assert set(await send(world, path, await opened(world, path, AT_ONCE))) == {303}
    return len(await notes(world, card))


async def test_one_form_sent_several_times_is_one_contribution(world: World, alice: Person) -> None:
    for _ in range(ROUNDS):
        card = await make.card(alice, contribution_limit=1)
        path = path_of(card["sign_url"])
        [visitor] = await opened(world, path, 1)
        assert set(await send(world, path, [visitor] * AT_ONCE)) == {303}
        [note] = await notes(world, card)
        assert await world.owner.fetchval("select places_taken from cards where id = $1", card["id"]) == 1
        assert note["note_text"].startswith("Words ")


async def test_an_invitation_used_by_several_browsers_is_one_contribution(
    world: World, alice: Person
) -> None:
    assert [await by_one_invitation(world, alice) for _ in range(ROUNDS)] == [1] * ROUNDS


async def test_control_requests_without_the_row_lock_create_duplicates(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same requests without the row lock create more than one contribution."""
    locked = signing.load

    async def unlocked(tx: Any, link: Any, remembered: Any = signing.NOTHING, *, lock: bool = False) -> Any:
        del lock
        return await locked(tx, link, remembered)

    monkeypatch.setattr(signing, "load", unlocked)
    assert max([await by_one_invitation(world, alice) for _ in range(ROUNDS)]) > 1


async def test_an_anonymous_form_of_an_invitation_sent_several_times_is_one_contribution(
    world: World, alice: Person
) -> None:
    """The form's key identifies it, because the invitation opens no anonymous note."""
    for _ in range(ROUNDS):
        card = await make.card(alice)
        [sent] = await make.invitations(alice, card["id"], "carol@example.com")
        path = path_of(sent["link"])
        [visitor] = await opened(world, path, 1)
        assert set(await send(world, path, [visitor] * AT_ONCE, anonymous="yes")) == {303}
        assert len(await notes(world, card)) == 1


async def test_signing_anonymously_while_the_card_closes_marks_no_invitation(
    world: World, alice: Person
) -> None:
    for _ in range(ROUNDS):
        card = await make.card(alice)
        [sent] = await make.invitations(alice, card["id"], "carol@example.com")
        path = path_of(sent["link"])
        visitors = await opened(world, path, AT_ONCE)
        await asyncio.gather(
            send(world, path, visitors, anonymous="yes"), alice.post(f"/api/cards/{card['id']}/close")
        )
        await world.work()
        after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
        assert (after["status"] != "contributed", after["contributed_at"]) == (True, None)


async def test_several_edits_with_one_cookie_are_one_contribution(world: World, alice: Person) -> None:
    card = await make.card(alice)
    path = path_of(card["sign_url"])
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(path)
    assert set(await send(world, path, [visitor] * AT_ONCE, anonymous="yes")) == {303}
    [note] = await notes(world, card)
    assert note["version"] == 1 + AT_ONCE
    assert note["note_text"] in [f"Words {number}" for number in range(AT_ONCE)]
