"""The summary of errors: one for each page, which links to its fields; the form keeps the text."""

import re

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.web.desk.problems import problems

pytestmark = pytest.mark.anyio


def summary(visitor: Visitor) -> list[str]:
    """Returns the fields that the summary of the open page links to; none without a summary."""
    found = re.search(
        r'<div class="d-said d-wrong[^"]*" id="problems" [^>]*autofocus>(.*?)</div></div>',
        visitor.page,
        re.DOTALL,
    )
    return [] if found is None else re.findall(r'href="#([\w-]+)"', found[1])


FORMS = [
    ("/desk/cards/new", {"sender": "", "title": "Kept", "ends": "day"}),
    ("/account", {"name": "x" * 300}),
    ("/account/members", {"email": "kept at example"}),
    ("/account/email", {"email": "kept at example"}),
    ("/account/webhooks", {"url": "kept://nowhere"}),
    ("/desk/groups/new", {"name": "", "people": "kept@example.com", "kind": "people"}),
    ("/desk/cards/batch", {"sender": "Kept", "cards": ""}),
    ("/desk/cards/{card}/invitations/new", {"people": "", "title": "Kept"}),
    ("/desk/cards/{card}/admins", {"email": "kept at example"}),
    ("/desk/cards/{card}/notes/new", {"name": "", "text": "Kept"}),
]  # fmt: skip


@pytest.mark.parametrize(("page", "typed"), FORMS)
async def test_each_form_sums_up_its_errors(alice: Person, page: str, typed: dict[str, str]) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(page.format(card=card["id"]))
    assert summary(visitor) == []
    key = {"form_key": visitor.value("form_key")} if 'name="form_key"' in visitor.page else {}
    answer = await visitor.press(page.format(card=card["id"]), **key, **typed)
    assert answer.status_code == 422, answer.text
    fields = summary(visitor)
    assert fields
    for each in fields:
        assert re.search(rf'id="{each}"', visitor.page), each
        assert f'id="{each}-fault"' in visitor.page, each
    assert visitor.page.count(" autofocus") == 1  # of the summary
    for value in typed.values():
        assert not value.lower().startswith("kept") or value in visitor.page, value


def test_finds_each_error_once() -> None:
    assert problems({"wrong": {"a": "A", "b": ""}, "faults": {"a": "other", "": "B"}}) == [
        ("a", "other"),
        ("", "B"),
    ]
    assert problems({"says": "no", "wrong": None or {}}) == []
