"""A process closes everything that it opened, even if closing fails."""

from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import pytest

from tests.world import World
from wellwish.infra.http import Services
from wellwish.infra.meter import Meter

pytestmark = pytest.mark.anyio


class Closable:
    """Records that it was closed, and may raise. Statements reach the real database."""

    def __init__(self, name: str, closed: list[str], real: Any, *, fails: bool) -> None:
        self._name, self._closed, self._fails = name, closed, fails
        self.statement = getattr(real, "statement", None)

    async def close(self) -> None:
        self._closed.append(self._name)
        if self._fails:
            raise OSError(self._name)


def recording(services: Services, closed: list[str], failing: str) -> tuple[Services, list[str]]:
    """Returns the services, with each closable one replaced by a recorder, and the names of the recorders."""
    names = [each.name for each in fields(Services) if hasattr(getattr(services, each.name), "close")]
    parts: dict[str, Any] = {
        name: Closable(name, closed, getattr(services, name), fails=name == failing) for name in names
    }
    return replace(services, meter=Meter(services.db), **parts), names


@pytest.mark.parametrize("failing", ["net", "mail", "sms", "checkout", "db"])
async def test_closes_every_service_though_one_fails(world: World, failing: str) -> None:
    closed: list[str] = []
    services, names = recording(world.services, closed, failing)
    with pytest.raises(OSError, match=failing):
        await services.close()
    assert (sorted(closed), closed[-1]) == (sorted(names), "db")


async def test_closes_after_an_error_and_writes_the_counts_first(world: World) -> None:
    closed: list[str] = []
    services, names = recording(world.services, closed, "")
    with suppress(ZeroDivisionError):
        async with services.running():
            services.meter.count("kept", "")
            raise ZeroDivisionError
    assert sorted(closed) == sorted(names)
    assert await world.owner.fetchval("select value from counters where name = 'kept'") == 1
