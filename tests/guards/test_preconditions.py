"""Every operation that takes `If-Match` refuses another version, and changes nothing."""

import inspect

import pytest

from tests.guards.test_tenants import BEARER, ROWS, call, each, name_of, subject_of, subjects
from tests.world import Person
from wellwish.infra.http import Route

pytestmark = pytest.mark.anyio

CONDITIONAL = [route for route in BEARER if "if_match" in inspect.signature(route.handler).parameters]


@each(CONDITIONAL)
async def test_refuses_another_version(route: Route, alice: Person) -> None:
    made = await subjects(alice, subject_of(route), ROWS[name_of(route)].prepared)
    subject_id = made.ids.get(subject_of(route) or "")
    refused = await call(alice, route, subject_id, made, if_match='"999"')
    assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed"), refused.text
    # The control, with the current version.
    assert (await call(alice, route, subject_id, made)).status_code != 412


def test_covers_the_operations_with_versions() -> None:
    assert len(CONDITIONAL) >= 25
