"""``dry_run=true`` performs and undoes a call: nothing is kept, the response says what would happen."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx2
import pytest

from tests import make
from tests.infra.http import trying
from tests.infra.http.rows import contents
from tests.infra.http.test_bad_input import STRICT, faults
from tests.infra.http.trying import ACTS, QUIET, Act
from tests.infra.openapi.journey import travel
from tests.payments import buying
from tests.world import Person, World
from wellwish.base.errors import InvalidRequest
from wellwish.infra.http import Budget, Caller, Route
from wellwish.infra.http.operation import call
from wellwish.routes import OPERATIONS

KEPT = ("throttles",)  # tables that `contents` omits, and that a dry run does not change either
EACH = pytest.mark.parametrize("name", ACTS)
# Members that name the new record, or its key.
_FRESH = re.compile(r"(.*_)?(id|at|url|link|secret|now|advancing_to)")


async def everything(world: World) -> list[Any]:
    """Returns the rows of all tables, and the sandbox's balance."""
    rest = [await world.owner.fetch(f"select t::text from {each} t order by 1") for each in KEPT]
    return [await contents(world), rest, await buying.at_the_provider(world)]


def steady(value: Any) -> Any:
    """Returns the record without IDs, links, secrets and times, which differ between two calls."""
    if isinstance(value, list):
        return [steady(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: steady(each)
        for name, each in value.items()
        if name != "dry_run" and _FRESH.fullmatch(name) is None
    }


async def prepare(name: str, world: World) -> Act:
    world.alice.token = await world.alice.exchange()
    act = await ACTS[name](world)
    await world.work()
    return act


async def test_every_write_can_be_tried(world: World) -> None:
    """Runs each write of the journey through all operations as a dry run first.

    The dry run changes no row, job, event or idempotency key, and responds as the write does.
    """
    tried: set[Route] = set()

    async def before(route: Route, person: Person, path: str, given: dict[str, Any]) -> Compare | None:
        if not route.has_dry_run:
            return None
        refused = await world.mallory.request(
            route.method, path, **{**given, "params": {"dry_run": "nonsense"}}
        )
        assert faults(refused)["?dry_run"] == "invalid_value"
        rows = await everything(world)
        trial = await person.request(route.method, path, **{**given, "params": {"dry_run": "true"}})
        assert trial.status_code == 200, f"{route.method} {route.path}: {trial.text}"
        assert "dry_run" in trial.json()
        assert await everything(world) == rows, f"{route.method} {route.path} has an effect"
        tried.add(route)
        return partial(same, route, trial)

    await travel(world, before)
    assert tried == {route for route in OPERATIONS if route.has_dry_run}


Compare = Callable[[httpx2.Response], None]


def same(route: Route, trial: httpx2.Response, real: httpx2.Response) -> None:
    """Compares the response of a dry run with that of the write."""
    shown = trial.json()
    if route.status == 204:
        assert shown.keys() == {"dry_run"}
        return
    assert steady(shown) == steady(real.json()), f"{route.method} {route.path}"
    assert shown.keys() - {"dry_run"} == real.json().keys()


@EACH
async def test_keeps_nothing_and_agrees_with_the_real_call(name: str, world: World) -> None:
    act = await prepare(name, world)
    before = await everything(world)
    tried = await act.tried(world.alice)
    assert tried.status_code == 200, tried.text
    assert "ETag" not in tried.headers
    assert await world.work() == 0
    assert await everything(world) == before
    # The real call, with the same key: it has the effect, and the record is the same.
    done = await act.done(world.alice)
    assert done.is_success, done.text
    assert "Idempotency-Replayed" not in done.headers
    assert "dry_run" not in done.json()
    assert steady(done.json()) == steady(tried.json())
    await world.work()
    assert await everything(world) != before


async def sent(world: World, kind: str) -> list[str]:
    rows = await world.owner.fetch(
        "select recipient from messages where kind = $1 and recipient <> 'known@example.com' order by 1", kind
    )
    return [row["recipient"] for row in rows]


@pytest.mark.parametrize(
    ("name", "kind", "messages", "suppressed"),
    [
        ("invite", "invitation", ["+491701234567", "ana@example.com"], ["maya@example.com", QUIET]),
        ("invite_group", "invitation", ["bo@example.com", "cy@example.com"], [QUIET]),
        ("resend", "resend", ["ana@example.com"], []),
        ("resend_group", "resend", ["bo@example.com", "cy@example.com"], [QUIET]),
        ("remind", "reminder", ["ana@example.com", "bo@example.com"], [QUIET]),
    ],
)
async def test_says_who_gets_which_message(
    name: str, kind: str, messages: list[str], suppressed: list[str], world: World
) -> None:
    act = await prepare(name, world)
    plan = (await act.tried(world.alice)).json()["dry_run"]
    assert sorted(each["delivery_id"] for each in plan["messages"]) == messages
    assert sorted(each["delivery_id"] for each in plan["suppressed"]) == suppressed
    assert {each["kind"] for each in plan["messages"]} == {kind}
    assert all((each["invite_id"] is None) == (kind == "invitation") for each in plan["messages"])
    assert (plan["unlisted"], plan["refunds"], plan["cards_remaining"]) == (0, [], None)
    # The real call sends exactly these messages.
    assert (await act.done(world.alice)).is_success
    await world.work()
    assert await sent(world, kind) == messages


async def test_says_how_many_cards_are_left(world: World) -> None:
    act = await prepare("create", world)
    plan = (await act.tried(world.alice)).json()["dry_run"]
    assert (plan["cards_remaining"], plan["cards_returned"]) == (99, 0)
    card = (await act.done(world.alice)).json()
    cancel = Act(f"/api/cards/{card['id']}/cancel", {})
    plan = (await cancel.tried(world.alice)).json()["dry_run"]
    assert (plan["cards_remaining"], plan["cards_returned"]) == (100, 1)
    # A card with an invitation does not return to its bundle.
    await make.invitations(world.alice, card["id"], "ana@example.com")
    plan = (await cancel.tried(world.alice)).json()["dry_run"]
    assert (plan["cards_remaining"], plan["cards_returned"]) == (None, 0)


async def test_lists_the_refunds_that_would_be_made(world: World) -> None:
    act = await prepare("cancel_with_money", world)
    plan = (await act.tried(world.alice)).json()["dry_run"]
    assert [each["amount"] for each in plan["refunds"]] == [{"amount": 1250, "currency": "EUR"}] * 2
    act = await prepare("refund", world)
    plan = (await act.tried(world.alice)).json()["dry_run"]
    paid = await buying.payment(world.alice, plan["refunds"][0]["payment_id"])
    assert plan["refunds"] == [{"payment_id": paid["id"], "amount": paid["refundable"]}]


@EACH
async def test_others_get_the_refusal_of_the_real_call(name: str, world: World) -> None:
    act = await prepare(name, world)
    for other in (world.mallory, world.bob):
        tried, done = await act.tried(other), await act.done(other)
        assert tried.status_code == done.status_code == 404
        assert problem(tried) == problem(done)
    if act.card_id:
        await make.admin(world.alice, act.card_id, world.bob, admin_management=True)
        tried, done = await act.tried(world.bob), await act.done(world.bob)
        assert tried.status_code == done.status_code == 403
        assert problem(tried) == problem(done)


def problem(answer: Any) -> dict[str, Any]:
    assert answer.status_code >= 400, answer.text
    return {name: value for name, value in answer.json().items() if name != "request_id"}


@EACH
async def test_errors_are_those_of_the_real_call(name: str, world: World) -> None:
    act = await prepare(name, world)
    wrong = {**(act.body or {}), "unknown": 1}
    refused = [Act(act.path, wrong, {**act.headers, **STRICT}), Act(act.path, ["no object"], act.headers)]
    if act.headers:
        refused.append(Act(act.path, act.body, {"If-Match": '"999"'}))
    if name == "create":
        await world.owner.execute("update bundle_purchases set cards_used = cards_total")
        refused.append(act)
    elif name == "refund":
        assert (await act.done(world.alice)).is_success
        refused += [Act(act.path, act.body, {"If-Match": "*"}), Act(act.path, act.body)]
    else:
        await world.owner.execute(
            "update cards set state = 'archived', closed_at = now(), archived_at = now()"
        )
        refused.append(act)
    for each in refused:
        tried, done = await each.tried(world.alice), await each.done(world.alice)
        assert problem(tried) == problem(done)


async def test_needs_the_key_that_the_real_call_needs(world: World) -> None:
    act = await prepare("refund", world)
    answer = await world.alice.post(f"{act.path}?dry_run=true", act.body, headers=act.headers)
    assert answer.json()["code"] == "idempotency_key_required"
    assert (await act.tried(world.alice, key='"')).json()["code"] == "invalid_idempotency_key"


@pytest.mark.parametrize("given", ["", "1", "TRUE", "yes", "true&dry_run=true", "true&dry_run=false"])
async def test_refuses_another_value(given: str, world: World) -> None:
    act = await prepare("create", world)
    before = await everything(world)
    answer = await world.alice.post(f"{act.path}?dry_run={given}", act.body)
    assert faults(answer) == {"?dry_run": "invalid_value"}
    assert await everything(world) == before
    # The control: false is the normal call.
    assert (await world.alice.post(f"{act.path}?dry_run=false", act.body)).status_code == 201


async def test_a_dry_run_at_the_same_time_delays_and_spoils_no_real_call(world: World) -> None:
    act = await prepare("close", world)
    answers = await asyncio.gather(*(act.tried(world.alice) for _ in range(4)), act.done(world.alice))
    assert answers[-1].status_code == 200, answers[-1].text
    # Dry runs after the real call find a closed card with another version.
    assert {each.status_code for each in answers[:-1]} <= {200, 412}


async def test_a_dry_run_does_not_use_the_budget_of_the_real_call(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = await prepare("invite", world)
    invitees = [{"delivery_type": "email", "delivery_id": f"p{n}@example.com"} for n in range(100)]
    body = {**(act.body or {}), "invitees": invitees}
    limit(world, monkeypatch)
    left = [(await act.tried(world.alice, json=body)).headers["RateLimit"] for _ in range(2)]
    assert [each.split(";")[1] for each in left] == ["r=59", "r=58"]
    done = await act.done(world.alice, json=body)
    assert "r=47" in done.headers["RateLimit"]
    # Dry runs have a separate limit of the same size.
    answers = [await act.tried(world.alice, json=body) for _ in range(5)]
    assert answers[-1].json()["code"] == "too_many_requests"


def limit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits each account to 60 requests per minute, and resets the counts."""
    budget = world.services.budget
    monkeypatch.setattr(budget, "per_minute", 60)
    monkeypatch.setattr(budget, "_windows", OrderedDict())
    monkeypatch.setattr(budget, "trials", Budget(60))


async def test_a_group_of_thousands_is_examined_in_part(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    card_id, _ = await trying.invited(world)
    group_id = await trying.group(world, *(f"p{number}@example.com" for number in range(1500)))
    invitees = [{"delivery_type": "group", "delivery_id": group_id}]
    act = Act("/api/cards/invitations", {"card_id": card_id, "invitees": invitees})
    limit(world, monkeypatch)
    tried = await act.tried(world.alice)
    plan = tried.json()["dry_run"]
    assert (len(plan["messages"]), plan["unlisted"]) == (1000, 500)
    # Copying the members costs 15 requests, known only after the work.
    assert "r=59" in tried.headers["RateLimit"]
    assert "r=43" in (await act.done(world.alice)).headers["RateLimit"]


async def test_works_without_http(world: World) -> None:
    body = await make.body(world.alice)
    caller = Caller(world.alice.account_id, world.alice.user_id)
    before = await everything(world)
    [create] = [each for each in OPERATIONS if (each.method, each.path) == ("POST", "/api/cards")]
    result = await call(create, world.services, caller, body=body, dry_run=True)
    assert (result.status, result.record.title) == (200, body["title"])
    assert b'"dry_run":{"cards_remaining":99,' in result.body
    [check] = [each for each in OPERATIONS if (each.method, each.path) == ("POST", "/api/card-batches/check")]
    with pytest.raises(InvalidRequest):
        await call(check, world.services, caller, body=await make.batch(world.alice), dry_run=True)
    assert await everything(world) == before
