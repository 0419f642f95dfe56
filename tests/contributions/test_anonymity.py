"""Nothing names or singles out the author of an anonymous note, however the author was invited.

The control repeats the course with a named note, which appears on the surfaces that show names and
invitations; on all others, the check finds a planted name.
"""

import io
from datetime import timedelta

import pytest

from tests.contributions import anonymity
from tests.contributions.anonymity import EDITED, KINDS, NAME, WORDS, Observation, Scene
from tests.infra.http.test_logs import log as log  # noqa: PLC0414 - a fixture
from tests.later import another_time
from tests.web.visitor import Visitor
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due
from tests.world import World
from wellwish.base import clock
from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx

pytestmark = pytest.mark.anyio


async def sign(scene: Scene, anonymous: str | None) -> set[str]:
    """Opens, signs, edits and requests the author's link; returns the invitations that changed."""
    author, path = Visitor(scene.world), scene.path
    before, seen = await anonymity.invitations_as_seen(scene), set[str]()

    async def look(*, all_filters: bool = False) -> None:
        now = await anonymity.invitations_as_seen(scene, all_filters=all_filters)
        seen.update(anonymity.changed({name: before[name] for name in now}, now))

    await author.open(path)
    await author.press(f"{path}/seen")
    await look()
    answer = await author.send(path, name=NAME, text=WORDS, anonymous=anonymous)
    assert answer.status_code == 303, answer.text
    await look()
    await author.open(f"{path}/signed")
    await author.press(f"{path}/mail", email="secret@author.example")
    await deliver_due(scene.world)
    await look()
    await author.sign(path, name=NAME, text=EDITED, anonymous=anonymous)
    await deliver_due(scene.world)
    await look(all_filters=True)
    return seen


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_names_the_author(world: World, kind: str, log: io.StringIO) -> None:
    misses, checks = await course(world, kind, "yes", log)
    assert not misses
    assert len(checks) >= 60, "the list has shrunk"


@pytest.mark.parametrize("kind", ["email", pytest.param("shared link", marks=pytest.mark.load)])
async def test_control_a_named_author_is_found(world: World, kind: str, log: io.StringIO) -> None:
    misses, checks = await course(world, kind, None, log)
    expected = {f"contribution{s}, {reader}" for s in ("", "s") for reader in ("owner", "admin", "reader")}
    expected |= {"view?as=board", "view?as=book", "view/card.zip", "view/card.pdf", "wall"}
    if kind == "email":
        for reader in ("owner", "admin"):
            expected |= {f"invitations by status contributed, {reader}", f"invitation 0, {reader}"}
            expected |= {f"invitations, {reader}", f"ETag of invitation 0, {reader}"}
        expected |= {"page of invitee 0"}
    assert expected <= misses
    planted = {surface: text + NAME for surface, text in checks.items()}
    scene = Scene(world, kind, {}, {}, [], {}, None, None)  # pyright: ignore[reportArgumentType]
    assert anonymity.named(scene, checks, planted) == set(checks)


async def test_control_an_opening_that_is_shown_at_once_is_found(
    world: World, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(tx: Tx, access: CardAccess, invite_id: str) -> None:
        await tx.run(
            """
            update invitations set
              status = 'opened', opened_at = date_trunc('day', :now, 'UTC'), version = version + 1
            where account_id = :account_id and id = :id
            """,
            account_id=access.account_id,
            id=invite_id,
        )

    monkeypatch.setattr("wellwish.web.signing.invitation.opened", at_once)
    async with receiving() as receiver:
        misses = await sign(await anonymity.scene(world, "email", receiver), "yes")
    for reader in ("owner", "admin"):
        assert {f"invitations, {reader}", f"invitation 0, {reader}"} <= misses
        assert {f"ETag of invitation 0, {reader}", f"invitations by status opened, {reader}"} <= misses


async def course(
    world: World, kind: str, anonymous: str | None, log: io.StringIO
) -> tuple[set[str], Observation]:
    """Returns the surfaces that name or single out the author, and all surfaces."""
    async with receiving() as receiver:
        scene = await anonymity.scene(world, kind, receiver)
        before = await anonymity.notes_as_seen(scene) | {"log": log.getvalue()}
        misses = await sign(scene, anonymous)
        after = await anonymity.notes_as_seen(scene) | {"log": log.getvalue()}
        misses |= anonymity.named(scene, before, after)
        misses |= unequal(after)
        checks = after | await anonymity.invitations_as_seen(scene)
        closed = await world.alice.post(f"/api/cards/{scene.card['id']}/close")
        assert closed.status_code == 200
        await deliver_due(world)
        after = await anonymity.notes_as_seen(scene) | await anonymity.finished(scene)
        misses |= anonymity.named(scene, before, after)
        return misses, checks | after


def unequal(after: Observation) -> set[str]:
    """Returns the pages of the author's link that differ from those of the other invitees."""
    return {
        name
        for name, text in after.items()
        if name.startswith("page of invitee 0") and len(text) != len(after[name.replace(" 0", " 1")])
    }


@pytest.mark.parametrize("kind", ["email", "group child"])
async def test_openings_are_shown_together_on_the_next_day(world: World, kind: str) -> None:
    """Readers who poll the invitations would otherwise see the author open the card and then sign."""
    with another_time():
        async with receiving() as receiver:
            scene = await anonymity.scene(world, kind, receiver)
        assert not await opened(scene)
        clock.move(timedelta(days=1))
        for person in scene.readers.values():
            person.token = None
        await world.work()
        assert await opened(scene) == {scene.invitations[1]["id"]}


async def opened(scene: Scene) -> set[str]:
    query = {"parent_invite_id": scene.parent["id"]} if scene.parent else {}
    path = f"/api/cards/{scene.card['id']}/invitations"
    found = (await scene.world.alice.get(path, params=query)).json()["data"]
    assert {each["status"] == "opened" for each in found} == {each["opened_at"] is not None for each in found}
    return {each["id"] for each in found if each["status"] == "opened"}
