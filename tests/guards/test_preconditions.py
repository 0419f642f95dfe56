"""Every operation that takes `If-Match` refuses another version, and changes nothing. Of several at once with
the same version, one succeeds. A change of a record gives it another version.
"""

import asyncio
import inspect

import pytest

from tests.guards.test_tenants import BEARER, ROWS, WITH_SUBJECT, call, each, name_of, subject_of, subjects
from tests.world import Person
from wellwish.infra.http import Route

pytestmark = pytest.mark.anyio

CONDITIONAL = [route for route in BEARER if "if_match" in inspect.signature(route.handler).parameters]
READ = {route.path for route in BEARER if route.method == "GET"}
WRITES = [route for route in WITH_SUBJECT if route.method != "GET"]
AT_ONCE = 4
# Numbers that others change as well. They are part of a card's record, but not of its version.
COUNTED = {"counts", "collected", "proceeds"}


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


@each(CONDITIONAL)
async def test_of_several_at_once_with_the_same_version_one_succeeds(route: Route, alice: Person) -> None:
    made = await subjects(alice, subject_of(route), ROWS[name_of(route)].prepared)
    subject_id = made.ids.get(subject_of(route) or "")
    tag = (await call(alice, route, subject_id, made, if_match='"999"')).headers["ETag"]
    answers = await asyncio.gather(
        *(call(alice, route, subject_id, made, if_match=tag) for _ in range(AT_ONCE))
    )
    codes = sorted(each.status_code for each in answers)
    assert codes[-1] < 500
    is_unchanged = (await call(alice, route, subject_id, made, if_match='"999"')).headers.get("ETag") == tag
    assert sum(each.is_success for each in answers) in ((0, AT_ONCE) if is_unchanged else (1,)), codes


def records_of(route: Route) -> list[str]:
    """Returns the paths of the records to which the operation's path leads."""
    parts = route.path.split("/")
    paths = ["/".join(parts[: end + 1]) for end in range(len(parts)) if parts[end].endswith("_id}")]
    return [each for each in paths if each in READ]


@each([route for route in WRITES if records_of(route)])
async def test_a_changed_record_has_another_version(route: Route, alice: Person) -> None:
    made = await subjects(alice, subject_of(route), ROWS[name_of(route)].prepared)
    paths = [path.format(**made.ids) for path in records_of(route)]
    before = [await alice.get(path) for path in paths]
    assert (await call(alice, route, made.ids[subject_of(route) or ""], made)).is_success
    for path, known in zip(paths, before, strict=True):
        after = await alice.get(path)
        old, new = ({**each.json(), **dict.fromkeys(COUNTED)} for each in (known, after))
        if after.is_success and new != old:
            assert after.headers.get("ETag") != known.headers.get("ETag"), path
