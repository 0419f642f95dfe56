"""What moves money needs its own scope, also in operations on cards."""

from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person

pytestmark = pytest.mark.anyio
GIFT = {"name": "Carol", "note": {"text": "All the best"}}


async def test_money_needs_its_own_scope_in_operations_on_cards(alice: Person) -> None:
    key = await make.restricted(alice, "cards.write")
    card = await make.card(alice, collection={"add_cash": True})
    path = f"/api/cards/{card['id']}"
    cash = {"amount": 500, "currency": card["collection"]["currency"], "method": "cash"}
    assert (await key.post(f"{path}/contributions", GIFT)).status_code == 201
    problem = is_problem(
        await key.post(f"{path}/contributions", {**GIFT, "money": cash}, key="1"), 403, "missing_scope"
    )
    assert problem["scope"] == "money.write"
    problem = is_problem(await key.post(f"{path}/cancel", {"refund": True}, key="2"), 403, "missing_scope")
    assert problem["scope"] == "money.write"
    both = await make.restricted(alice, "cards.write", "money.write")
    assert (await both.post(f"{path}/contributions", {**GIFT, "money": cash}, key="3")).status_code == 201


@pytest.mark.parametrize("what", ["contribution", "card", "cancel"])
@pytest.mark.parametrize("how", ["cash", "online"])
async def test_removing_expected_money_needs_its_scope(alice: Person, what: str, how: str) -> None:
    """A pledge is dropped, an open payment is ended; a dry run gives the same answer."""
    key = await make.restricted(alice, "cards.write")
    both = await make.restricted(alice, "cards.write", "money.write")
    card = await giving.card(alice, add_cash=True)
    money: dict[str, Any] = {"money": {**giving.MONEY, "method": "cash"}} if how == "cash" else {}
    made = (await giving.post(alice, card["id"], **money)).json()
    note = (await alice.post(f"/api/cards/{card['id']}/contributions", GIFT)).json()
    path = f"/api/cards/{card['id']}"
    if what == "contribution":
        other = await key.delete(f"{path}/contributions/{note['id']}")
        assert other.status_code == 200, other.text  # the control: no money is expected for this one
        path = f"{path}/contributions/{made['id']}"
    method = "POST" if what == "cancel" else "DELETE"
    path += "/cancel" if what == "cancel" else ""
    body = {"json": {}} if what == "cancel" else {}
    for params in ({"dry_run": "true"}, {}):
        refused = await key.request(method, path, params=params, **body)
        assert is_problem(refused, 403, "missing_scope")["scope"] == "money.write"
    status = await alice.world.owner.fetchval(
        "select money_status from contributions where id = $1", made["id"]
    )
    assert status == ("promised" if how == "cash" else "pending")
    for params in ({"dry_run": "true"}, {}):
        answer = await both.request(method, path, params=params, **body)
        assert answer.status_code == 200, answer.text


async def test_removing_a_card_without_expected_money_needs_no_other_scope(alice: Person) -> None:
    key = await make.restricted(alice, "cards.write")
    cards = [await giving.card(alice, add_cash=True) for _ in range(2)]
    made = (await giving.post(alice, cards[0]["id"], money={**giving.MONEY, "method": "cash"})).json()
    assert (await alice.delete(f"/api/cards/{cards[0]['id']}/contributions/{made['id']}")).status_code == 200
    assert (await key.delete(f"/api/cards/{cards[0]['id']}")).status_code == 200
    assert (await key.post(f"/api/cards/{cards[1]['id']}/cancel", {})).status_code == 200
