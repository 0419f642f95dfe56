"""The matrix of scopes: every operation, with every scope, the pair, a consent, and a test key.

Generated from the routes: `test_scopes.py` checks that each of them names its scope.
"""

import json
import re
from collections.abc import Sequence
from typing import Any
from unittest.mock import Mock

import pytest

from tests import make
from tests.auth.consents.consenting import made_without_pages
from tests.guards.test_tenants import BEARER, ROWS, call, each, name_of, subject_of, subjects
from tests.world import Person, World
from wellwish.base import ids
from wellwish.infra.http import Route
from wellwish.infra.http import call as call_module
from wellwish.infra.http import operation as operation_module
from wellwish.infra.http.scopes import SCOPES, Scope
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio


def path_of(route: Route) -> str:
    return re.sub(r"\{\w+\}", ids.new("card"), route.path)


async def answered(person: Person, route: Route) -> tuple[int, str | None, str | None]:
    """Returns the status, code and scope of the response to a request that names nothing that exists."""
    by_pair = route.caller.__name__ == "pair"
    pair = {"x-api-key": person.api_key, "x-client-secret": person.client_secret}
    sent: dict[str, Any] = {"headers": pair} if by_pair else {}
    if route.method in ("POST", "PUT", "PATCH"):
        sent["json"] = {"no_such_member": 1}
    answer = await person.request(route.method, path_of(route), **sent)
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    problem = json.loads(answer.content) if is_problem else {}
    return answer.status_code, problem.get("code"), problem.get("scope")


async def faults(keys: dict[Scope, Person], routes: Sequence[Route]) -> list[str]:
    """Returns the operations that a key with one scope can call without it, or cannot call with it."""
    wrong: list[str] = []
    for route in routes:
        for scope, key in keys.items():
            status, code, missing = await answered(key, route)
            refused = (status, code) == (403, "missing_scope")
            if (
                refused != (scope != route.scope)
                or (refused and missing != route.scope)
                or status in (401, 500)
            ):
                wrong.append(f"{name_of(route)} with {scope}: {status} {code} {missing}")
    return wrong


@pytest.mark.parametrize("mode", ["live", "test"])
async def test_a_key_with_one_scope_can_call_its_operations_alone(mode: str, alice: Person) -> None:
    """1,300 pairs of an operation and a scope. A key with all scopes cannot call what needs the pair."""
    owner = await alice.tester() if mode == "test" else alice
    keys: dict[Scope, Person] = {scope: await make.restricted(owner, scope) for scope in SCOPES}
    assert not await faults(keys, OPERATIONS)
    everything = await make.restricted(owner, *SCOPES)
    for route in OPERATIONS:
        _, code, _ = await answered(everything, route)
        assert (code == "missing_scope") == (route.scope is None), name_of(route)


async def test_an_operation_that_checks_no_scope_would_show(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without the check, each pair of the matrix that must be refused is wrong."""
    keys: dict[Scope, Person] = {"cards.read": await make.restricted(alice, "cards.read")}
    routes = [each for each in OPERATIONS if each.path in ("/api/cards", "/api/events", "/api/payments")]
    expected = {f"{name_of(each)} with cards.read" for each in routes if each.scope != "cards.read"}
    assert not await faults(keys, routes)
    for module in (call_module, operation_module):
        monkeypatch.setattr(module, "check_scope", Mock())
    assert {each.partition(":")[0] for each in await faults(keys, routes)} == expected


async def test_the_pair_is_never_refused_for_a_scope(alice: Person) -> None:
    for route in OPERATIONS:
        if route.caller.__name__ == "bearer":  # a rotation would end the pair
            status, code, _ = await answered(alice, route)
            assert status not in (401, 500), name_of(route)
            assert code != "missing_scope", name_of(route)


async def test_the_token_of_a_consent_can_call_no_operation(alice: Person, world: World) -> None:
    token = (await made_without_pages(alice)).access_token
    for route in OPERATIONS:
        answer = await world.client.request(
            route.method, path_of(route), headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 401, name_of(route)


# Alice has no platform, and no bundle is for sale.
_NOTHING_THERE = ("GET /api/account/platform", "POST /api/bundle-purchases")
# The contribution has a pledge, which ends: tests/auth/credentials/restricted_keys/test_money.py.
_ENDS_MONEY = ("DELETE /api/cards/{card_id}/contributions/{contribution_id}",)


@each([route for route in BEARER if route.scope is not None and name_of(route) not in _NOTHING_THERE])
async def test_needs_no_other_scope(route: Route, alice: Person) -> None:
    """A key with nothing but the scope of the operation succeeds like the pair."""
    row = ROWS[name_of(route)]
    owner = await alice.tester() if row.needs == "test" else alice
    made = await subjects(owner, subject_of(route), row.prepared)
    more = ("money.write",) if name_of(route) in _ENDS_MONEY else ()
    key = await make.restricted(owner, str(route.scope), *more)
    answer = await call(key, route, made.ids.get(subject_of(route) or ""), made, maker=owner)
    assert answer.status_code == route.status, answer.text
