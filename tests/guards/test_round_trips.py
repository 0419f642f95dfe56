"""The maximum number of database round trips per request, counted at the driver.

A round trip is one execution: the token lookup, ``begin`` with the account's scope, each statement,
``commit``. The test fails for an operation that exceeds its ceiling, needs two fewer than its ceiling, or has
none. Raise a ceiling only with the reason in the commit.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from tests import make
from tests.contributions import giving
from tests.guards.ceilings import CALLBACK, CARD, CEILINGS, INVITATION, OTHERS
from tests.guards.places import place
from tests.infra.openapi.journey import travel
from tests.payments import buying
from tests.round_trips import Request, counted, statements
from tests.web.view.card import HTML, finished, own_link
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

SHARED: Final = ("with heads as", "with due as")  # statements that serve many jobs
_SLACK: Final = 1  # an improvement by one needs no immediate change here


def faults_of(found: dict[str, Request], ceilings: dict[str, int]) -> list[str]:
    """Returns the faults of the table, given the most expensive request of each row."""
    missing = [f"no ceiling for {name}: {len(found[name])}" for name in found if name not in ceilings]
    unused = [f"nothing calls {name}" for name in ceilings if name not in found]
    over = [
        f"{name} may make {ceilings[name]} round trips:\n{request}"
        for name, request in found.items()
        if len(request) > ceilings.get(name, len(request))
    ]
    slack = [
        f"{name} makes {len(request)} round trips; lower its ceiling of {ceilings[name]}"
        for name, request in found.items()
        if len(request) < ceilings.get(name, 0) - _SLACK
    ]
    return missing + unused + over + slack


def by_operation(requests: Sequence[Request]) -> dict[str, Request]:
    """Returns the most expensive successful request of each operation."""
    # Fixed segments before parameters, as in the application's routing.
    routes = sorted(OPERATIONS, key=lambda route: [part.startswith("{") for part in route.path.split("/")])
    paths = [(f"{route.method} {route.path}", re.sub(r"\{\w+\}", "[^/]+", route.path)) for route in routes]
    found: dict[str, Request] = {}
    for request in requests:
        for name, pattern in paths:
            if name.startswith(f"{request.method} ") and re.fullmatch(pattern, request.path):
                if len(request) > len(found.get(name, ())):
                    found[name] = request
                break
    return found


@dataclass
class Script:
    """Collects requests under the names of their rows."""

    seen: list[Request]
    found: dict[str, Request] = field(default_factory=dict[str, Request])

    async def take(self, name: str, answer: Awaitable[Any], status: int) -> Any:
        """Awaits the response to one request and stores the latest request under this name."""
        given = await answer
        assert given.status_code == status, f"{name}: {given.text[:500]}"
        self.found[name] = self.seen[-1]
        return given


async def _signing(world: World, script: Script) -> None:
    made = await make.card(
        world.alice, recipients=[{"name": "Maya"}], collection={"add_money": "everyone", "currency": "EUR"}
    )
    path, visitor = path_of(made["sign_url"]), Visitor(world)
    await script.take("GET /s/{token}", visitor.open(path), 200)
    await script.take("POST /s/{token}", visitor.send(path), 303)
    await script.take("GET /s/{token}/signed", visitor.open(f"{path}/signed"), 200)
    await script.take("GET /s/{token}, signed before", visitor.open(path), 200)
    await script.take("POST /s/{token}, edited", visitor.send(path, text="With love"), 303)
    await script.take("POST /s/{token}/mail", visitor.press(f"{path}/mail", email="noor@example.com"), 303)
    await script.take("POST /s/{token}/remove", visitor.press(f"{path}/remove"), 303)
    giver = Visitor(world)
    await giver.open(path)
    await script.take("POST /s/{token}, with money", giver.send(path, gift="other", other="15"), 303)
    leads = await script.take("GET /s/{token}/signed, to pay", giver.open(giver.next), 200)
    url = path_of(leads.headers["refresh"].partition("url=")[2])
    opened = await script.take("GET /pay/{token}", giver.request("GET", url), 303)
    sandbox = path_of(opened.headers["location"])
    await script.take("GET /sandbox/{token}", giver.request("GET", sandbox), 200)
    pressed = await script.take("POST /sandbox/{token}", giver.press(sandbox, button="succeed"), 303)
    await world.work()
    await script.take(
        "GET /pay/{token}/done", giver.request("GET", path_of(pressed.headers["location"])), 303
    )
    await script.take("GET /s/{token}/signed, paid", giver.open(f"{path}/signed"), 200)
    [asked] = await make.invitations(world.alice, made["id"], "carol@example.com")
    invited, link = Visitor(world), path_of(asked["link"])
    await script.take("GET /s/{token}, invited", invited.open(link), 200)
    await script.take("POST /s/{token}, invited", invited.send(link), 303)
    await script.take("GET /s/{token}, invited and signed", invited.open(link), 200)


async def _viewing(world: World, script: Script) -> None:
    made = await finished(world.alice, "All the best", "And more")
    link, client = path_of(own_link(made)), world.client
    await script.take("GET /c/{token}", client.get(link, headers=HTML), 200)
    await script.take("POST /c/{token}, first", client.post(link, headers=HTML), 303)
    await script.take("POST /c/{token}", client.post(link, headers=HTML), 303)
    await script.take("GET /c/{token}?inside", client.get(f"{link}?inside", headers=HTML), 200)
    await script.take("GET /c/{token}, public", client.get(path_of(made["view_url"]), headers=HTML), 200)


async def _as_admin(world: World, script: Script) -> None:
    bob, made = world.bob, await make.card(world.alice)
    privilege = {"can_update": True, "invite_contributors": True, "admin_management": True}
    await make.admin(world.alice, made["id"], bob, **privilege)
    path = f"/api/cards/{made['id']}"
    await script.take(f"GET {CARD}, an admin's first use", bob.get(path), 200)
    await script.take(f"GET {CARD}, by an admin", bob.get(path), 200)
    await script.take(f"PATCH {CARD}, by an admin", bob.patch(path, {"title": "Hooray"}), 200)
    await script.take("GET /api/cards, by an admin", bob.get("/api/cards"), 200)
    asked = {"card_id": made["id"], "invitees": [{"delivery_type": "email", "delivery_id": "jo@example.com"}]}
    answer = await script.take(
        "POST /api/cards/invitations, by an admin", bob.post("/api/cards/invitations", asked), 201
    )
    invite_id = answer.json()["data"][0]["invite_id"]
    await script.take(f"GET {INVITATION}, by an admin", bob.get(f"/api/cards/invitations/{invite_id}"), 200)


async def _otherwise(world: World, script: Script) -> None:
    alice, made = world.alice, await giving.card(world.alice, add_cash=True)
    path = f"/api/cards/{made['id']}/contributions"
    note, key = {"name": "Ilse", "note": {"text": "Hooray"}}, ids.new("req")
    await script.take(f"POST {CARD}/contributions, a note", alice.post(path, note), 201)
    await script.take(f"POST {CARD}/contributions, with a key", alice.post(path, note, key=key), 201)
    await script.take(f"POST {CARD}/contributions, replayed", alice.post(path, note, key=key), 201)
    cash = giving.post(alice, made["id"], money={**giving.MONEY, "method": "cash"})
    await script.take(f"POST {CARD}/contributions, cash", cash, 201)
    await script.take("GET /api/cards, unfiltered", alice.get("/api/cards"), 200)
    body = await make.body(alice)
    await script.take("POST /api/cards, without an end", alice.post("/api/cards", body), 201)


SCRIPTS: Final[Sequence[Callable[[World, Script], Awaitable[None]]]] = (
    _signing, _viewing, _as_admin, _otherwise
)  # fmt: skip


async def _ready(*people: Person) -> None:
    for person in people:
        await person.get("/api/limits")  # fetches the token


async def test_operations_keep_to_their_ceilings(world: World) -> None:
    await _ready(world.alice, world.mallory)
    with counted(world) as seen:
        await travel(world)
    found = by_operation([request for request in seen if 200 <= request.status < 300])
    faults = faults_of(found, CEILINGS)
    assert not faults, "\n".join(faults)


def test_every_operation_has_a_ceiling() -> None:
    operations = {f"{route.method} {route.path}" for route in OPERATIONS}
    missing, unknown = operations - CEILINGS.keys(), CEILINGS.keys() - operations
    file = place("tests/guards/ceilings.py", "CEILINGS: ")
    assert not missing, f"{file}: add a ceiling of 1 for {missing}; the next run says how many it needs"
    assert not unknown, f"{file}: remove {unknown}"


async def test_pages_and_other_calls_keep_to_their_ceilings(world: World) -> None:
    await _ready(world.alice, world.bob)
    found: dict[str, Request] = {}
    for run in SCRIPTS:
        with counted(world) as seen:
            script = Script(seen)
            await run(world, script)
        found |= script.found
    faults = faults_of(found, OTHERS)
    assert not faults, "\n".join(faults)


async def test_a_callback_with_what_follows_keeps_to_its_ceiling(world: World) -> None:
    made = await giving.card(world.alice)
    given = await giving.gives(world.alice, made["id"])
    await buying.press(world, given["checkout_url"], "never_call_back")
    [body] = await buying.told(world, given["money"]["payment_id"])
    await world.work()
    with counted(world) as requests:
        headers = buying.sandbox(world).sign(body.encode(), clock.now())
        path = f"/callbacks/payments/sandbox/{world.alice.account_id}"
        answer = await world.client.post(path, content=body.encode(), headers=headers)
        assert answer.status_code == 204
    with statements(world) as following:
        await world.work()
    own = [*requests[0].statements, *(each for each in following if not any(word in each for word in SHARED))]
    assert (await giving.read(world.alice, made["id"], given["id"]))["money"]["status"] == "paid"
    assert CALLBACK - _SLACK <= len(own) <= CALLBACK, "\n".join(" ".join(each.split())[:120] for each in own)


async def test_counts_every_round_trip(world: World) -> None:
    """The control of the counter: the statements of the smallest request, each by its first word."""
    await _ready(world.alice)
    with counted(world) as seen:
        await world.alice.get("/api/limits")
        await world.client.get("/livez")
    limits, livez = seen
    assert [each.split()[0].strip(";") for each in limits.statements] == ["select", "begin", "commit"]
    assert len(livez) == 0


@pytest.mark.parametrize(
    ("ceilings", "why"),
    [
        ({"GET /a": 2}, "GET /a may make 2 round trips"),
        ({"GET /a": 5}, "lower its ceiling of 5"),
        ({}, "no ceiling for GET /a"),
        ({"GET /a": 3, "GET /b": 3}, "nothing calls GET /b"),
    ],
)
def test_detects_wrong_ceilings(ceilings: dict[str, int], why: str) -> None:
    [fault] = faults_of({"GET /a": Request("GET", "/a", 200, ["begin", "select", "commit"])}, ceilings)
    assert why in fault


@pytest.mark.parametrize("ceiling", [3, 4])
def test_accepts_a_correct_table(ceiling: int) -> None:
    request = Request("GET", "/a", 200, ["begin", "select", "commit"])
    assert not faults_of({"GET /a": request}, {"GET /a": ceiling})
