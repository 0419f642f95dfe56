"""Errors that people meet first say where the fault is and how to correct it."""

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem, send
from tests.world import Person, World


@pytest.mark.parametrize(
    ("content", "begins"),
    [
        pytest.param(b"", "The body is empty. Send a JSON object, which may be `{}`.", id="empty"),
        pytest.param(b" \n", "The body is empty. ", id="blank"),
        pytest.param(b'{"title": "x",}', "The JSON is malformed at line 1, column 15. ", id="comma"),
        pytest.param(b'{\n  "title": x\n}', "The JSON is malformed at line 2, column 12. ", id="no quotes"),
        pytest.param(b'{"title": "\xff"}', "The body is not valid UTF-8.", id="bytes"),
        pytest.param(b'{"x": 1, "x": 2}', "An object in the body has two members with", id="twice"),
    ],
)
async def test_says_where_json_is_malformed(content: bytes, begins: str, alice: Person) -> None:
    problem = is_problem(await send(alice, content), 400, "malformed_json")
    assert problem["detail"].startswith(begins)


async def test_says_that_amounts_are_in_minor_units(alice: Person) -> None:
    body = await make.body(alice)
    body["collection"] = {**body["collection"], "goal_amount": 12.5, "suggested_amounts": ["10 euros"]}
    body["contribution_limit"] = 2.5
    problem = is_problem(await alice.post("/api/cards", body), 422, "invalid_request")
    amount = "Must be an integer in minor units, such as 1250 for 12.50 euros."
    assert {each["pointer"]: each["detail"] for each in problem["errors"]} == {
        "/collection/goal_amount": amount,
        "/collection/suggested_amounts/0": amount,
        "/contribution_limit": "Must be an integer.",
    }


async def test_says_that_no_operation_has_the_path(world: World, alice: Person) -> None:
    problem = is_problem(await alice.get("/api/card"), 404, "not_found")
    assert problem["detail"].startswith("No operation or page has this path.")
    other = is_problem(await alice.get("/api/cards/card_unknown"), 404, "not_found")
    assert other["detail"].startswith("Check the ID")


async def test_says_that_the_halves_of_the_pair_are_swapped(world: World, alice: Person) -> None:
    pair = {"x-api-key": alice.client_secret, "x-client-secret": alice.api_key}
    problem = is_problem(
        await world.client.post("/account/api-access/token", headers=pair), 401, "invalid_client"
    )
    assert problem["detail"].startswith("The two halves are swapped")
