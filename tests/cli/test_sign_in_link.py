"""The sign-in link of the command line: valid once, for ten minutes, in the first browser."""

import json
from datetime import timedelta

import pytest

from tests.commands import environment, wellwish
from tests.later import another_time
from tests.web.desk.people import is_in
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.base import clock
from wellwish.base.settings import SettingsError, load

pytestmark = pytest.mark.anyio


def created(world: World, clone: tuple[str, str]) -> dict[str, str]:
    given = environment(clone) | {"WELLWISH_SECRET_KEY": bytes(range(32)).hex()}
    ended = wellwish(given, "account", "create", "--name", "Acme", "--email", "nina@example.com", "--json")
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


async def test_signs_in_the_first_browser(world: World, clone: tuple[str, str]) -> None:
    path = path_of(created(world, clone)["sign_in_link"])
    first, second = Visitor(world), Visitor(world)
    await first.open(path)
    await second.open(path)
    await second.press(path)
    assert await is_in(second)
    assert "nina@example.com" in second.page
    assert (await first.press(path)).status_code == 404
    assert not await is_in(first)


async def test_expires(world: World, clone: tuple[str, str]) -> None:
    path = path_of(created(world, clone)["sign_in_link"])
    with another_time():
        clock.move(timedelta(minutes=9))
        assert (await Visitor(world).open(path)).status_code == 200
        clock.move(timedelta(minutes=2))
        assert (await Visitor(world).open(path)).status_code == 404


async def test_prints_another_link(world: World, clone: tuple[str, str]) -> None:
    made = created(world, clone)
    given = environment(clone) | {"WELLWISH_SECRET_KEY": bytes(range(32)).hex()}
    ended = wellwish(given, "account", "sign-in-link", made["account_id"], "--json")
    path = path_of(json.loads(ended.stdout)["sign_in_link"])
    assert path not in made["sign_in_link"]
    logged = await world.owner.fetch(
        "select action from audit_entries where account_id = $1", made["account_id"]
    )
    assert "session.create_link" in [row["action"] for row in logged]
    visitor = Visitor(world)
    await visitor.open(path)
    await visitor.press(path)
    assert await is_in(visitor)


@pytest.mark.parametrize("value", ["open", "invite", "closed", "", "Open", "yes"])
def test_understands_the_setting_or_refuses(value: str, clone: tuple[str, str]) -> None:
    given = environment(clone) | {"WELLWISH_SIGN_UP": value}
    if value in ("Open", "yes"):
        with pytest.raises(SettingsError, match="WELLWISH_SIGN_UP must be one of open, invite, closed"):
            load(given)
    else:
        assert load(given).sign_up == (value or "closed")
