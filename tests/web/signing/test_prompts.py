"""Suggested beginnings: three or four per occasion and language, and none for an existing note."""

import tomllib
from importlib.resources import files
from typing import Any, cast

import pytest

from tests.web.signing.test_sign import shared
from tests.web.visitor import Visitor
from tests.world import World
from wellwish.base.language import LANGUAGES
from wellwish.web.signing.prompts import prompts

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_occasion_has_its_beginnings(code: str) -> None:
    text = (files("wellwish.designs.templates") / "catalogue.toml").read_text(encoding="utf-8")
    templates = cast("list[dict[str, Any]]", tomllib.loads(text)["template"])
    for occasion in {str(each["occasion"]) for each in templates}:
        found = prompts(LANGUAGES[code], occasion)
        assert 3 <= len(set(found)) == len(found) <= 4
        assert all(len(each) < 60 for each in found)
        assert not any("!" in each for each in found)


async def test_a_note_that_exists_has_none(world: World) -> None:
    """The control is the empty form."""
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    assert visitor.page.count("data-prompt") == 4
    await visitor.send(path)
    await visitor.open(path)
    assert "data-prompt" not in visitor.page
