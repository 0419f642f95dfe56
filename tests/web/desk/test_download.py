"""Download an operation's file: its type, its name, and a policy that blocks all loads."""

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.movements.sheet import BOM

pytestmark = pytest.mark.anyio


async def test_streams_the_file_with_its_headers(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    answer = await visitor.open(f"/desk/cards/{card['id']}/notes.csv")
    expected = await alice.get(f"/api/cards/{card['id']}/notes.csv")
    assert answer.content == BOM + expected.content
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    for name in ("Content-Type", "Content-Disposition", "Content-Security-Policy"):
        assert answer.headers[name] == expected.headers[name]
    assert answer.headers["Cache-Control"] == "no-store"
