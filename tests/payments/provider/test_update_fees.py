"""Set the fee that the provider keeps from a payment, by currency."""

from typing import Any

import pytest

from tests.fakes.stripe import FakeStripe
from tests.infra.http.test_bad_input import is_problem
from tests.payments import striped
from tests.world import Person

pytestmark = pytest.mark.anyio

PATH = f"{striped.PATH}/fees"
EUR = {"currency": "EUR", "basis_points": 150, "fixed": 25}
USD = {"currency": "USD", "basis_points": 290, "fixed": 30}


async def test_states_fees_that_stay_with_a_new_key(alice: Person, stripe: FakeStripe) -> None:
    before = (await striped.own_key(stripe, alice)).json()
    assert before["fees"] == []
    stated = await striped.state_fees(alice, EUR, USD)
    assert stated == {
        **before, "fees": [EUR, USD], "version": before["version"] + 1, "updated_at": stated["updated_at"],
    }  # fmt: skip
    assert (await alice.get(striped.PATH)).json() == stated
    assert (await striped.own_key(stripe, alice)).json()["fees"] == [EUR, USD]
    assert (await striped.state_fees(alice, USD))["fees"] == [USD]
    assert (await striped.state_fees(alice))["fees"] == []
    kinds = [each["type"] for each in (await alice.get("/api/events")).json()["data"]]
    assert kinds.count("payment_provider.changed") == 5


async def test_another_account_at_the_provider_has_its_own_fees(alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    await striped.state_fees(alice, EUR)
    assert (await striped.own_key(stripe, alice, "other")).json()["fees"] == []
    assert (await striped.own_key(stripe, alice)).json()["fees"] == [EUR]


async def test_refuses_the_sandbox_and_a_stale_version(alice: Person, stripe: FakeStripe) -> None:
    is_problem(await alice.put(PATH, {"fees": [EUR]}), 409, "payment_provider_missing")
    version = (await striped.own_key(stripe, alice)).json()["version"]
    stale = await alice.put(PATH, {"fees": [EUR]}, headers={"If-Match": f'"{version - 1}"'})
    is_problem(stale, 412, "precondition_failed")
    assert (await alice.get(striped.PATH)).json()["fees"] == []
    assert (await alice.put(PATH, {"fees": [EUR]}, headers={"If-Match": f'"{version}"'})).is_success


@pytest.mark.parametrize(
    ("fees", "pointer"),
    [
        ([EUR, USD, EUR], "/fees/2/currency"),
        ([{**EUR, "currency": "XXX"}], "/fees/0/currency"),
        ([{**EUR, "basis_points": 2001}], "/fees/0/basis_points"),
        ([{**EUR, "basis_points": 1.5}], "/fees/0/basis_points"),
        ([{**EUR, "basis_points": -1}], "/fees/0/basis_points"),
        ([{**EUR, "fixed": -1}], "/fees/0/fixed"),
        ([{"currency": "EUR", "fixed": 25}], "/fees/0/basis_points"),
        ([EUR] * 51, "/fees"),
        (None, "/fees"),
    ],
)
async def test_names_each_wrong_fee(fees: Any, pointer: str, alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    answer = is_problem(await alice.put(PATH, {"fees": fees}), 422, "invalid_request")
    assert pointer in {each["pointer"] for each in answer["errors"]}
    assert (await alice.get(striped.PATH)).json()["fees"] == []
