"""A process warms up before it accepts requests: the first requests do not wait."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from typing import Any

import asyncpg
import jinja2
import pytest

from tests.guards.statements import of_service
from tests.world import World
from wellwish.auth.credentials.credential import ACCESS_TOKEN_PREFIX
from wellwish.auth.credentials.secret import new_secret
from wellwish.base.errors import Unavailable
from wellwish.base.language import LANGUAGES
from wellwish.base.settings import Settings
from wellwish.infra.db import compile_sql
from wellwish.infra.http import plan
from wellwish.web.kit import page

Clone = tuple[str, str]


@pytest.fixture
def cold() -> None:
    """Resets the caches to the state of a newly started process."""
    page._CODES._compiled.clear()
    for code, language in LANGUAGES.items():
        templates: Any = page._ENVIRONMENTS[code].cache
        templates.clear()
        vars(language).pop("_catalogue", None)
    plan.plan_of.cache_clear()


@pytest.fixture(params=["warm", "control"])
async def serving(
    request: pytest.FixtureRequest,
    cold: None,
    clone: Clone,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[tuple[World, bool]]:
    """A ready process in which everything that runs for the first time fails. The control is not warm."""
    del cold
    is_warm = request.param == "warm"
    async with World.over(settings, *clone, is_warm=is_warm, is_spared=False) as world:
        assert (await world.client.get("/readyz")).status_code == 200
        forbid(monkeypatch)
        yield world, is_warm
        monkeypatch.undo()


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes opening connections, looking up types, compiling templates and reading translations fail."""

    def refuse(*_: Any, **__: Any) -> None:
        raise ConnectionError("done while a request waits")

    monkeypatch.setattr("wellwish.infra.db.pool.connect", refuse)
    monkeypatch.setattr(asyncpg.Connection, "_introspect_types", refuse)
    monkeypatch.setattr(jinja2.Environment, "compile", refuse)
    monkeypatch.setattr("wellwish.base.language.language.read_po", refuse)


async def status(world: World, path: str, **headers: str) -> int:
    try:
        return (await world.client.get(path, headers=headers)).status_code
    except ConnectionError:
        return 500


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_the_first_page_compiles_nothing(serving: tuple[World, bool], language: str) -> None:
    world, is_warm = serving
    found = await status(world, "/s/unknown", **{"Accept": "text/html", "Accept-Language": language})
    assert (found == 404) is is_warm


async def test_as_many_requests_as_connections_open_none(serving: tuple[World, bool]) -> None:
    world, is_warm = serving
    token = {"Authorization": f"Bearer {new_secret(ACCESS_TOKEN_PREFIX)}"}
    async with AsyncExitStack() as stack:
        # The other connections are in use, so the request needs the last one.
        for _ in range(world.services.db.size - 1):
            with suppress(Unavailable):
                await stack.enter_async_context(world.services.db.transaction())
        assert await status(world, "/api/cards", **token) == (401 if is_warm else 503)


async def test_the_types_of_all_statements_are_known(serving: tuple[World, bool]) -> None:
    world, is_warm = serving
    unknown: list[str] = []
    async with world.services.db.statement() as tx:
        for each in of_service().statements:
            text, _ = compile_sql(each.sql, each.row_type, each.assign)
            try:
                await tx._connection.prepare(text)
            except ConnectionError:
                unknown.append(each.where)
            except asyncpg.PostgresError:
                continue  # of the owner
    assert (unknown == []) is is_warm, unknown[:5]
