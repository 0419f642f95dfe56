"""Rotation of the server key: old links and credentials still work, and an interrupted rotation resumes."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.auth.consents.consenting import made_without_pages
from tests.cli import sealed_values
from tests.commands import environment, wellwish
from tests.later import another_time
from tests.world import Person, World
from wellwish.auth.consents.authenticate import find_granted
from wellwish.auth.consents.consent import TokenRefusedError
from wellwish.auth.consents.refresh import refresh
from wellwish.auth.sign_in import session
from wellwish.base import clock, ids
from wellwish.base.crypto import Keys, fingerprint, link_hash, short
from wellwish.base.settings import Settings
from wellwish.cards.link import SIGN, Link
from wellwish.cli import checks, key_rotation
from wellwish.cli.key_rotation import Left, RotationError
from wellwish.delivery import opt_out, suppression
from wellwish.infra.db import Database, Tx, count_without_key

OLD, FRESH = bytes(range(32)), bytes(range(1, 33))
COLUMNS = list(sealed_values.COLUMNS)


class KilledError(Exception):
    """Stands for the death of the command between two transactions."""


@pytest.fixture
def both(settings: Settings) -> Settings:
    return replace(settings, secret_key=FRESH, previous_secret_key=settings.secret_key)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the tests decide when other processes adopt the key, and ignores a process that has only the old
    one.
    """

    async def none(_tx: Tx, _label: str) -> int:
        return 0

    monkeypatch.setattr(key_rotation, "ADOPTED_AFTER", timedelta())
    monkeypatch.setattr(key_rotation, "count_without_key", none)


@asynccontextmanager
async def process(settings: Settings, clone: tuple[str, str], former: World) -> AsyncGenerator[World]:
    """Starts a process with these keys and the users of the former process."""
    async with World.over(settings, *clone, is_spared=False) as started:
        for name in ("alice", "bob", "mallory"):
            setattr(started, name, getattr(former, name).copy(started, {}))
        yield started


async def rotate(
    clone: tuple[str, str], settings: Settings, after_page: Callable[[], None] = lambda: None
) -> Left:
    db = Database(clone[0], size=1)
    await db.open()
    try:
        keys = Keys(settings.secret_key, settings.previous_secret_key)
        _, left = await key_rotation.rotate(db, keys, settings, say=lambda _: None, after_page=after_page)
        return left
    finally:
        await db.close()


async def drop(clone: tuple[str, str], settings: Settings, *, force: bool = False) -> None:
    db = Database(clone[0], size=1)
    await db.open()
    try:
        keys = Keys(settings.secret_key, settings.previous_secret_key)
        await key_rotation.drop(db, keys, settings, force=force, say=lambda _: None)
    finally:
        await db.close()


async def furnish(world: World) -> dict[str, Any]:
    """Returns links, secrets and sealed values, all made with the world's key."""
    services, alice = world.services, world.alice
    assert await checks.key_faults(services.db, services.settings, record=True) == []
    card = await make.card(alice)
    [invite] = await make.invitations(alice, card["id"], "guest@example.com")
    sealed = await sealed_values.fill(alice)
    async with services.db.transaction([alice.account_id]) as tx:
        device = session.Device("agent", "network")
        signed_in = await session.start(tx, services, alice.user_id, device, None)
    return {
        "card": card,
        "invite": invite,
        "sealed": sealed,
        "stored": (await keyed(alice))["id"],
        "session": signed_in,
        "refresh": (await made_without_pages(alice)).refresh_token,
        "token": alice.token,
    }


async def keyed(person: Person) -> dict[str, Any]:
    """Creates a card under an idempotency key, or returns the stored response."""
    answer = await person.post("/api/cards", await make.body(person), key="before")
    assert answer.status_code == 201, answer.text
    return answer.json()


async def faults(world: World, made: dict[str, Any]) -> list[str]:
    """Returns the names of the links, credentials and values that no longer work in this process."""
    services, alice, card = world.services, world.alice, made["card"]
    found: list[str] = []
    exchanged = await world.client.post(
        "/account/api-access/token",
        headers={"x-api-key": alice.api_key, "x-client-secret": alice.client_secret},
    )
    if exchanged.status_code != 200:
        return ["the credential"]
    answered = await world.client.get("/api/cards", headers={"Authorization": f"Bearer {made['token']}"})
    found += ["the token"] if answered.status_code != 200 else []
    found += ["the session"] if await session.find(services, made["session"]) is None else []
    consent = "https://assistant.example.com/client.json"
    try:
        fresh = await refresh(services, made["refresh"], consent, "", "", "")
        made["refresh"] = fresh.refresh_token
        found += ["the consent"] if await find_granted(services, fresh.access_token) is None else []
    except TokenRefusedError:
        found += ["the refresh token"]
    shown = (await alice.get(f"/api/cards/{card['id']}")).json()
    for url in (card["sign_url"], shown["sign_url"], made["invite"]["link"]):
        path = url.removeprefix(services.settings.base_url)
        found += [f"the link {path[:3]}"] if (await world.client.get(path)).status_code != 200 else []
    async with services.db.transaction([alice.account_id]) as tx:
        derived = opt_out.url(services.keys, "", alice.account_id, sealed_values.GUEST, lists=True)
        found += ["another opt-out"] if derived != made["sealed"]["opt_out"] else []
        gone = await suppression.among(tx, services.keys, alice.account_id, [sealed_values.GONE])
        found += ["the suppressed address"] if not gone else []
    found += await sealed_values.unreadable(services, alice, made["sealed"])
    found += ["the stored response"] if (await keyed(alice))["id"] != made["stored"] else []
    return found


async def test_keeps_everything_while_it_is_killed_five_times(
    world: World, clone: tuple[str, str], both: Settings
) -> None:
    made = await furnish(world)
    assert await faults(world, made) == []
    async with process(both, clone, world) as after:
        assert await faults(after, made) == []  # before the rotation
        for page in (0, 2, 4, 6, 8):
            left = page

            def die() -> None:
                nonlocal left
                left -= 1
                if left < 0:
                    raise KilledError

            with pytest.raises(KilledError):
                await rotate(clone, both, die)
            assert await sealed_values.needing_another_key(world.owner, FRESH) == COLUMNS[page + 1 :]
            assert await faults(after, made) == []  # has not adopted the key yet
            await after.services.follow_key()
            assert await faults(after, made) == []
        await rotate(clone, both)
        assert await sealed_values.needing_another_key(world.owner, FRESH) == []
        assert await faults(after, made) == []


async def test_lists_unused_credentials_and_refuses_to_drop_the_key(
    world: World, clone: tuple[str, str], both: Settings
) -> None:
    made = await furnish(world)
    async with process(both, clone, world) as after:
        await rotate(clone, both)
        await after.services.follow_key()
        assert await faults(after, made) == []
        left = await rotate(clone, both)
        accounts = [each["account_id"] for each in left.credentials]
        assert accounts == [world.bob.account_id, world.mallory.account_id]
        with pytest.raises(RotationError, match="2 credentials"):
            await drop(clone, both)
        for person in (after.bob, after.mallory):
            await person.exchange()
        left = await rotate(clone, both)
        assert (left.credentials, left.sessions) == ([], 0)
        with pytest.raises(RotationError, match="access token"):
            await drop(clone, both)
    with another_time():
        clock.move(timedelta(hours=25))
        await drop(clone, both)
        async with process(replace(both, previous_secret_key=None), clone, world) as later:
            made |= {"token": await later.alice.exchange()}
            made["sealed"]["secrets"].pop()  # the webhook's previous secret has expired
            assert await faults(later, made) == ["the stored response"]


async def test_without_the_previous_key_links_and_credentials_end(
    world: World, clone: tuple[str, str], both: Settings
) -> None:
    """The control of the tests above."""
    made = await furnish(world)
    alone = replace(both, previous_secret_key=None)
    async with process(alone, clone, world) as wrong:
        assert await faults(wrong, made) == ["the credential"]
        link = Link(SIGN, made["card"]["id"], 1)
        derived = link.url(wrong.services.keys, wrong.services.settings.base_url)
        assert derived != made["card"]["sign_url"]
        path = derived.removeprefix(wrong.services.settings.base_url)
        assert (await wrong.client.get(path)).status_code == 404


async def test_a_forced_drop_ends_unused_credentials_and_keeps_links(
    world: World, clone: tuple[str, str], both: Settings
) -> None:
    made = await furnish(world)
    await rotate(clone, both)
    await drop(clone, both, force=True)
    async with process(replace(both, previous_secret_key=None), clone, world) as after:
        assert await faults(after, made) == ["the credential"]
        path = made["card"]["sign_url"].removeprefix(both.base_url)
        assert (await after.client.get(path)).status_code == 200


async def test_refuses_while_a_process_does_not_know_the_new_key(
    world: World, clone: tuple[str, str], both: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnish(world)
    monkeypatch.setattr(key_rotation, "count_without_key", count_without_key)
    with pytest.raises(RotationError, match="do not know the new key"):
        await rotate(clone, both)
    async with world.services.db.statement() as tx:
        assert await count_without_key(tx, short(fingerprint(OLD))) == 0
        assert await count_without_key(tx, short(fingerprint(FRESH))) > 0


async def test_the_commands_say_what_is_left(world: World, clone: tuple[str, str]) -> None:
    given = environment(clone)
    created = wellwish(given, "account", "create", "--name", "A", "--email", "a@a.example", "--json")
    account_id = json.loads(created.stdout)["account_id"]
    unset = wellwish(given, "key", "rotate")
    assert unset.returncode == 1
    assert "set WELLWISH_SECRET_KEY_PREVIOUS" in unset.stderr
    assert "No rotation" in wellwish(given, "key", "status").stderr
    await world.owner.execute("delete from credentials where account_id <> $1", account_id)
    turned = {**given, "WELLWISH_SECRET_KEY": "11" * 32, "WELLWISH_SECRET_KEY_PREVIOUS": "00" * 32}
    rotated = wellwish(turned, "key", "rotate", "--json")
    assert rotated.returncode == 0, rotated.stderr
    [credential] = json.loads(rotated.stdout)["left"]["credentials"]
    assert credential["account_id"] == account_id
    assert account_id in wellwish(turned, "key", "status").stdout
    refused = wellwish(turned, "key", "drop")
    assert refused.returncode == 1
    assert "1 credential" in refused.stderr
    without = {**turned, "WELLWISH_SECRET_KEY_PREVIOUS": ""}
    assert "WELLWISH_SECRET_KEY_PREVIOUS must be" in wellwish(without, "jobs", "list").stderr
    assert wellwish(given, "jobs", "list").returncode == 1
    assert wellwish(turned, "key", "drop", "--force").returncode == 0
    assert wellwish(without, "jobs", "list").returncode == 0


def test_links_follow_the_generation_of_their_subject() -> None:
    before = ids.new("card")
    old = Keys(OLD)
    turning = Keys(FRESH, OLD)
    turning.adopt(fingerprint(OLD), ())
    starts_at = clock.now() + timedelta(minutes=5)
    ring = turning.next_ring(starts_at)
    for keys in (turning, Keys(FRESH)):
        keys.adopt(fingerprint(FRESH), ring)
        assert keys.link_token("sign", before, 1) == old.link_token("sign", before, 1)
        assert keys.pseudonym("x") == old.pseudonym("x")
        assert keys.lasting_tag("x") == old.lasting_tag("x")
        assert keys.link_floor(starts_at - timedelta(seconds=1)) == 0
        floor = keys.link_floor(starts_at)
        for version in (floor, floor + 1):
            fresh = keys.link_token("sign", before, version)
            assert fresh == Keys(FRESH).link_token("sign", before, version)
            assert fresh != old.link_token("sign", before, version)
        after = ids.earliest("card", starts_at)
        assert keys.link_token("sign", after, 1) == Keys(FRESH).link_token("sign", after, 1)
        assert keys.link_token("sign", f"{before}/{after}", 1) != old.link_token(
            "sign", f"{before}/{after}", 1
        )
        milliseconds = int(starts_at.timestamp() * 1000)
        assert keys.link_token("preview", before, milliseconds) == old.link_token(
            "preview", before, milliseconds
        )
    assert turning.is_hash(old.hash("x"), "x")
    assert not Keys(FRESH).is_hash(old.hash("x"), "x")
    assert turning.is_form_tag(old.form_tag("x"), "x")
    assert turning.is_callback_tag(old.callback_tag(b"x"), b"x")
    assert Keys(FRESH).unseal(turning.resealed(old.seal(b"x", "y"), "y") or b"", "y") == b"x"
    assert turning.resealed(turning.seal(b"x", "y"), "y") is None
    with pytest.raises(ValueError, match="another server key"):
        old.adopt(fingerprint(FRESH), ring)


def test_a_second_rotation_keeps_the_links_of_both_keys() -> None:
    first, third = Keys(OLD), bytes(range(2, 34))
    turning = Keys(FRESH, OLD)
    turning.adopt(fingerprint(OLD), ())
    middle = clock.now() + timedelta(days=1)
    ring = turning.next_ring(middle)
    again = Keys(third, FRESH)
    again.adopt(fingerprint(FRESH), ring)
    end = clock.now() + timedelta(days=2)
    last = Keys(third)
    last.adopt(fingerprint(third), again.next_ring(end))
    subjects = [ids.new("card"), ids.earliest("card", middle), ids.earliest("card", end)]
    tokens = [
        keys.link_token("sign", each, 1)
        for keys, each in zip((first, Keys(FRESH), Keys(third)), subjects, strict=True)
    ]
    assert [last.link_token("sign", each, 1) for each in subjects] == tokens
    assert len({link_hash(each) for each in tokens}) == 3
