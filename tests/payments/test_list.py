"""List the payments of an account: filters, pages, and the number of rows read."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.infra.db.sql import compile_sql

pytestmark = pytest.mark.anyio

PATH = "/api/payments"
MANY = 5000
CARD_ID = "card_01m7z4t0q9f1grv3k7m2x8d4hb"
EXPLAIN = "explain (analyze, timing off, format json)"


def read_rows(node: dict[str, Any]) -> int:
    """Returns the number of rows that a plan reads from the table, including discarded rows."""
    own = 0
    if node.get("Relation Name") == "payments":
        own = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    return round(own) + sum(read_rows(each) for each in node.get("Plans", ()))


async def fill(world: World, person: Person, count: int) -> None:
    """Adds payments, one per second: each 500th failed, each 100th for one card."""
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    card_ids = [CARD_ID if each % 100 == 0 else ids.new("card") for each in range(count)]
    rows = [
        (
            person.account_id, ids.earliest("pay", at), "contribution", ids.new("ctb"), card_ids[each],
            "account", "sandbox", "sandbox", "A card", "failed" if each % 500 == 0 else "succeeded", 100,
            "EUR", "x", f"pi_{each:010}", at, at, at,
        )
        for each in range(count)
        for at in [begin + timedelta(seconds=each)]
    ]  # fmt: skip
    columns = (
        "account_id", "id", "purpose", "subject_id", "card_id", "merchant", "provider", "paid_to", "title",
        "status", "amount", "currency", "follow", "provider_reference", "expires_at", "created_at",
        "updated_at",
    )  # fmt: skip
    await world.owner.copy_records_to_table("payments", records=rows, columns=columns)
    await world.owner.execute("analyze payments")


async def listed(person: Person, **params: Any) -> list[str]:
    answer = await person.get(PATH, params=params)
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.json()["data"]]


async def test_lists_bundles_and_gifts_newest_first(alice: Person) -> None:
    card = await giving.card(alice)
    gift = (await giving.gave(alice, card["id"]))["money"]["payment_id"]
    bundle = (await buying.bought(alice))["payment_id"]
    failed = (await giving.gave(alice, card["id"], "decline"))["money"]["payment_id"]
    found = (await alice.get(PATH)).json()["data"]
    assert [each["id"] for each in found] == [failed, bundle, gift]
    assert found[1] == await buying.payment(alice, bundle)
    assert [each["card_id"] for each in found] == [card["id"], None, card["id"]]


async def test_filters_payments(world: World, alice: Person) -> None:
    cards = [await giving.card(alice) for _ in range(2)]
    first, second = [(await giving.gave(alice, card["id"]))["money"]["payment_id"] for card in cards]
    pending = (await giving.gives(alice, cards[0]["id"]))["money"]["payment_id"]
    assert await listed(alice, card_id=cards[0]["id"]) == [pending, first]
    assert await listed(alice, status="succeeded") == [second, first]
    assert await listed(alice, status="PENDING", card_id=cards[0]["id"]) == [pending]
    paid = await buying.payment(alice, second)
    assert await listed(alice, provider_payment_id=paid["provider_payment_id"]) == [second]
    assert (await buying.payment(alice, pending))["provider_payment_id"] is None
    for none in ({"card_id": ids.new("card")}, {"card_id": "x"}, {"provider_payment_id": "pi_0"}):
        assert await listed(alice, **none) == []
    assert await listed(alice, mismatched="true") == []
    await world.owner.execute("update payments set mismatched_at = created_at where id = $1", first)
    assert await listed(alice, mismatched="true") == [first]
    await world.owner.execute("update payments set created_at = created_at - interval '1 second'")
    at = (await buying.payment(alice, second))["created_at"]
    assert await listed(alice, created_after=at) == [pending]
    assert await listed(alice, created_before=at) == [first]
    tomorrow = (clock.now() + timedelta(days=2)).date().isoformat()
    assert await listed(alice, created_after=tomorrow) == []
    assert await listed(alice, created_before=tomorrow) == [pending, second, first]
    for bad in ({"created_after": "soon"}, {"status": "paid"}, {"mismatched": "false"}):
        assert (await alice.get(PATH, params=bad)).status_code == 422, bad


async def test_pages_through_payments(alice: Person) -> None:
    card = await giving.card(alice)
    for _ in range(5):
        await giving.gives(alice, card["id"])
    seen: list[str] = []
    query = {"limit": "2", "status": "pending"}
    while True:
        page = (await alice.get(PATH, params=query)).json()
        seen += [each["id"] for each in page["data"]]
        if not page["has_more"]:
            break
        query["cursor"] = page["next_cursor"]
    assert seen == await listed(alice)
    is_problem(await alice.get(PATH, params={**query, "status": "succeeded"}), 400, "invalid_cursor")


async def test_lists_bundles_only_for_owners(world: World, alice: Person, mallory: Person) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    assert await listed(mallory, card_id=card["id"]) == []
    bundle = (await buying.buy(alice))["payment_id"]
    assert bundle in await listed(alice)
    await world.owner.execute(
        "update memberships set role = 'member' where account_id = $1", alice.account_id
    )
    assert len(await listed(alice)) == 1
    assert bundle not in await listed(alice)


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"status": "failed"},
        {"status": "cancelled"},
        {"card_id": CARD_ID},
        {"provider_payment_id": "pi_0000000042"},
        {"mismatched": "true"},
        {"created_after": "2026-01-01T00:30:00Z", "created_before": "2026-01-01T00:32:00Z"},
    ],
)
async def test_reads_only_the_rows_of_the_page(
    query: dict[str, str], world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control is a condition without an index, which reads all rows."""
    await fill(world, alice, MANY)
    control = await world.owner.fetchval(
        f"{EXPLAIN} select id from payments where account_id = $1 and title = 'none' order by id limit 101",
        alice.account_id,
    )
    assert read_rows(json.loads(control)[0]["Plan"]) == MANY
    found: list[dict[str, Any]] = []
    many = Tx.many

    async def explained(self: Tx, row_type: type[Any], sql: str, **given: Any) -> list[Any]:
        if "from payments" in sql:
            text, names = compile_sql(sql, row_type)
            values = self._values(names, given)  # pyright: ignore[reportPrivateUsage]
            connection = self._connection  # pyright: ignore[reportPrivateUsage]
            found.append(json.loads(await connection.fetchval(f"{EXPLAIN} {text}", *values))[0]["Plan"])
        return await many(self, row_type, sql, **given)

    monkeypatch.setattr(Tx, "many", explained)
    for _ in range(7):  # generic plans begin at the sixth execution
        await listed(alice, **query)
    assert len(found) == 7
    assert all(read_rows(each) <= 250 for each in found), found[-1]
