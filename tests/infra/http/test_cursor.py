"""A cursor is opaque, and a forged one is refused without a server error."""

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person
from wellwish.bundles.grant import grant

LISTS = [
    "/api/cards",
    "/api/bundle-purchases",
    "/api/bundle-purchases/available",
    "/api/templates",
    "/api/events",
    "/api/audit-log",
    "/api/events?order=asc",
    "/api/card-admins/card/{card_id}",
    "/api/cards/{card_id}/invitations",
    "/api/groups",
]


async def of_a_list(alice: Person, path: str) -> tuple[str, str]:
    """Returns a list's path and a valid cursor of it."""
    card = await make.card(alice)
    await make.card(alice)
    for name in ("dora", "eli"):
        body = {"card_id": card["id"], "email": f"{name}@example.com"}
        assert (await alice.post("/api/card-admins", body)).status_code == 201
        await make.invitations(alice, card["id"], f"{name}@example.com")
        assert (await alice.post("/api/groups", {"name": name, "members": []})).status_code == 201
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        await grant(tx, alice.account_id, 5)
    path = path.replace("{card_id}", card["id"])
    path += ("&" if "?" in path else "?") + "limit=1&cursor="
    page: dict[str, str] = {}
    async with asyncio.timeout(10):  # lists in commit order show an event once older transactions have ended
        while not page.get("next_cursor"):
            page = (await alice.get(path.removesuffix("&cursor="))).json()
    return path, page["next_cursor"]


def coded(value: object) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


@pytest.mark.parametrize("path", LISTS)
async def test_refuses_a_forged_cursor(path: str, alice: Person) -> None:
    path, cursor = await of_a_list(alice, path)
    assert (await alice.get(path + cursor)).status_code == 200
    _, filters = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    for made_up in (
        "x", "....", "é", cursor[:-4], "A" * 500, coded([]), coded({}), coded("x"),
        coded(["x", "y"]), coded([1, filters]), coded(["\x00", filters]), coded(["\ud800", filters]),
        coded([None, filters]), coded(["", filters, 1, [[[]]]]),
    ):  # fmt: skip
        answer = await alice.get(path + made_up)
        assert answer.status_code in (200, 400), (made_up, answer.text)
        if answer.status_code == 400:
            is_problem(answer, 400, "invalid_cursor")
    for after in ("", "z", "9" * 30, "-1", "1e5", "\u0661", "card_" + "x" * 200, "' or true --"):
        answer = await alice.get(path + coded([after, filters]))
        assert answer.status_code in (200, 400), (after, answer.text)
