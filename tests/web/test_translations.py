"""The catalogues: every text of the pages in every language, with the placeholders that it needs."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog

from wellwish.language import LANGUAGES

_FILE = Path(__file__).parents[2] / "tools/translations.py"


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("translations", _FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_translates_every_text(code: str) -> None:
    assert TOOL.faults(code) == []


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_holds_no_text_that_is_gone(code: str) -> None:
    gathered = TOOL.gathered()
    kept = [tuple(each.id) if isinstance(each.id, list | tuple) else each.id for each in TOOL.catalogue(code)]
    assert not [text for text in kept if text and text not in gathered]


def test_notices_what_is_missing_or_differs() -> None:
    there = Catalog(locale="ar")
    there.add("Sign for %(name)s", "وقّع")
    there.add("Nothing", "")
    there.add(("%(count)s note", "%(count)s notes"), ("a", "b"))
    said = {fault for message in there if message.id for fault in TOOL._faults_of(message, there.num_plurals)}
    assert said == {"has other placeholders: []", "has no translation", "has 2 forms instead of 6"}


def test_takes_the_form_that_arabic_has_for_a_count() -> None:
    arabic = LANGUAGES["ar"]
    forms = {
        arabic.ngettext("Wait %(count)s second.", "Wait %(count)s seconds.", n) for n in (0, 1, 2, 3, 11, 100)
    }
    assert len(forms) >= 5
