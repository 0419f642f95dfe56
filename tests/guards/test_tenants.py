"""The tenant matrix: every operation, called by everyone with and without access.

A row states the access that an operation needs and its body; an operation without a row fails the build. The
rows follow the product's rules, not the code.
"""

import itertools
import re
from base64 import b64encode
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from tests import make
from tests.contributions import giving
from tests.guards.places import place
from tests.media.files import photo
from tests.occasions.making import rule, rule_body
from tests.payments import asking, buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.delivery import suppression
from wellwish.infra.http import Route
from wellwish.routes import OPERATIONS

PRIVILEGES = ("can_update", "invite_contributors", "admin_management")
PRIVILEGE_SETS: list[dict[str, bool]] = [
    dict(zip(PRIVILEGES, held, strict=True)) for held in itertools.product((False, True), repeat=3)
]


@dataclass(frozen=True)
class Row:
    """The access to the card that the operation requires; "" for an operation on the caller's own account."""

    needs: str
    body: Any = None
    prepared: str = ""  # an operation on the card that must precede it, "collected" or "pending"
    role: str = "member"  # of the caller in the account


CARD = "/api/cards/{card_id}"
INVITATION = "/api/cards/invitations/{invite_id}"
GROUP = "/api/groups/{group_id}"
ENDPOINT = "/api/webhook-endpoints/{webhook_endpoint_id}"
CONTRIBUTION = "/api/cards/{card_id}/contributions/{contribution_id}"
ADMIN = "/api/card-admins/{card_admin_id}"

MEMBER = "/api/account/members/{member_id}"
PERSON = "/api/people/{person_id}"
RULE = "/api/occasion-rules/{occasion_rule_id}"
NEXT_YEAR = clock.now().year + 1
EXPORT = "/api/exports/{export_id}"
ERASURE = "/api/erasures/{erasure_id}"
PAYMENT = "/api/payments/{payment_id}"
REFUND_REQUEST = "/api/refund-requests/{refund_request_id}"

ROWS: dict[str, Row] = {
    "POST /account/api-access/credentials/rotate": Row("pair"),
    "POST /account/api-access/credentials/test": Row("pair"),
    "GET /api/account": Row(""),
    "GET /api/account/credentials": Row("", role="owner"),
    "POST /account/api-access/restricted-keys": Row(
        "pair", {"name": "Reports", "scopes": ["cards.read"]}, role="owner"
    ),
    "GET /api/account/restricted-keys": Row("", role="owner"),
    "DELETE /api/account/restricted-keys/{restricted_key_id}": Row("restricted_key", role="owner"),
    "PATCH /api/account": Row("", {"name": "Another name"}, role="owner"),
    "PUT /api/account/logo": Row("", {"content": b64encode(photo(8, 8)).decode()}, role="owner"),
    "DELETE /api/account/logo": Row("", role="owner"),
    "GET /api/account/members": Row("", role="owner"),
    "POST /api/account/members": Row("", {"email": "dora@example.com"}, role="owner"),
    f"PATCH {MEMBER}": Row("account", {"role": "owner"}, role="owner"),
    f"DELETE {MEMBER}": Row("account", role="owner"),
    "GET /api/account/platform": Row("", role="owner"),
    "PATCH /api/account/platform": Row("", {"access": "none"}, role="owner"),
    "DELETE /api/account/platform": Row("", role="owner"),
    "POST /api/accounts": Row("platform", {"name": "A customer"}),
    "GET /api/accounts": Row("platform"),
    "GET /api/accounts/{account_id}": Row("platform"),
    "PATCH /api/accounts/{account_id}": Row("platform", {"external_id": "c-1"}),
    "GET /api/bundle-purchases/available": Row(""),
    "GET /api/bundle-purchases": Row(""),
    "GET /api/bundles": Row(""),
    "POST /api/bundle-purchases": Row("", {"bundle_id": "bdl_01m7z4t0q9f1grv3k7m2x8d4hb"}, role="owner"),
    "GET /api/payments": Row(""),
    f"GET {PAYMENT}": Row("payment"),
    "GET /api/refunds/{refund_id}": Row("payment"),
    f"POST {PAYMENT}/refunds": Row("payment", role="owner"),
    f"POST {PAYMENT}/cancel": Row("payment", prepared="pending", role="owner"),
    "GET /api/refund-requests": Row("", role="owner"),
    f"GET {REFUND_REQUEST}": Row("payment", role="owner"),
    f"POST {REFUND_REQUEST}/approve": Row("payment", role="owner"),
    f"POST {REFUND_REQUEST}/refuse": Row("payment", role="owner"),
    "GET /api/payment-provider": Row("", role="owner"),
    "PUT /api/payment-provider": Row("", {"provider": "sandbox"}, role="owner"),
    "DELETE /api/payment-provider": Row("", role="owner"),
    "PUT /api/payment-provider/fees": Row("", {"fees": []}, role="owner"),
    "POST /api/payment-provider/check": Row("", role="owner"),
    "GET /api/movements.csv": Row(""),
    f"GET {CARD}/movements.csv": Row("read"),
    f"GET {CARD}/notes.csv": Row("read"),
    f"GET {CARD}/money-chart": Row("read"),
    "GET /api/templates": Row(""),
    "GET /api/limits": Row(""),
    "GET /api/locales": Row(""),
    "GET /api/test/outbox": Row("test"),
    "GET /api/test-clock": Row("test"),
    "POST /api/test-clock/advance": Row("test", {"by": "P1D"}),
    "GET /api/suppressions": Row("", role="owner"),
    "DELETE /api/suppressions/{suppression_id}": Row("suppression", role="owner"),
    "GET /api/events": Row(""),
    "GET /api/audit-log": Row("", role="owner"),
    "GET /api/audit-log.csv": Row("", role="owner"),
    "GET /api/cards": Row(""),
    "POST /api/cards": Row(""),
    f"GET {CARD}": Row("read"),
    f"GET {CARD}/access": Row("read"),
    f"PATCH {CARD}": Row("can_update", {"title": "Another title"}),
    f"DELETE {CARD}": Row("owner"),
    f"POST {CARD}/close": Row("can_update"),
    f"POST {CARD}/reopen": Row("can_update", {}, prepared="close"),
    f"POST {CARD}/cancel": Row("owner"),
    f"POST {CARD}/archive": Row("owner", prepared="close"),
    f"POST {CARD}/handover": Row("owner", {"method": "cash", "amount": 500}, prepared="collected"),
    f"PATCH {CARD}/handover": Row("owner", {"note": "Enjoy"}, prepared="handover"),
    f"DELETE {CARD}/handover": Row("owner", prepared="handover"),
    f"POST {CARD}/wall": Row("owner"),
    f"GET {CARD}/wall": Row("owner", prepared="wall"),
    f"DELETE {CARD}/wall": Row("owner", prepared="wall"),
    f"POST {CARD}/preview": Row("read"),
    f"POST {CARD}/duplicate": Row("owner"),
    "POST /api/card-batches": Row(""),
    "POST /api/card-batches/check": Row(""),
    "GET /api/card-batches/{card_batch_id}": Row("batch"),
    f"GET {CARD}/payments": Row("owner"),
    f"GET {CARD}/thanks": Row("read"),
    f"GET {CARD}/reports": Row("can_update"),
    "POST /api/cards/invitations": Row(
        "invite_contributors",
        {"invitees": [{"delivery_type": "email", "delivery_id": "dora@example.com"}]},
    ),
    f"POST {CARD}/invitations/check": Row(
        "invite_contributors",
        {"invitees": [{"delivery_type": "email", "delivery_id": "dora@example.com"}]},
    ),
    f"POST {CARD}/remind": Row("invite_contributors", {}),
    f"GET {CARD}/invitations": Row("invite_contributors"),
    "POST /api/cards/invitations/resend": Row("invite_contributors", {}),
    f"PATCH {INVITATION}": Row("invite_contributors", {"delivery_id": "dora@example.com"}),
    f"GET {INVITATION}": Row("invite_contributors"),
    f"POST {INVITATION}/revoke": Row("invite_contributors"),
    f"POST {CARD}/links/rotate": Row("owner", {"link": "shared"}),
    f"GET {CARD}/contributions": Row("read"),
    f"POST {CARD}/contributions": Row("owner", {"name": "Dora", "note": {"text": "All the best"}}),
    f"GET {CONTRIBUTION}": Row("read"),
    f"DELETE {CONTRIBUTION}": Row("can_update"),
    f"POST {CONTRIBUTION}/publish": Row("can_update"),
    f"POST {CONTRIBUTION}/hide": Row("can_update"),
    f"POST {CONTRIBUTION}/reject": Row("can_update"),
    f"POST {CONTRIBUTION}/confirm": Row("can_update"),
    f"POST {CONTRIBUTION}/drop": Row("can_update"),
    "POST /api/card-admins": Row("admin_management", {"email": "dora@example.com"}),
    "GET /api/card-admins/card/{card_id}": Row("admin_management"),
    f"PUT {ADMIN}": Row("admin_management", {"privilege": {}}),
    f"DELETE {ADMIN}": Row("admin_management"),
    "GET /api/groups": Row(""),
    "POST /api/groups": Row("", {"name": "The team", "members": [{"email": "dora@example.com"}]}),
    f"GET {GROUP}": Row("group"),
    f"PATCH {GROUP}": Row("group", {"name": "Another name"}),
    f"PUT {GROUP}": Row("group", {"name": "Another name"}),
    f"DELETE {GROUP}": Row("group"),
    "GET /api/people": Row(""),
    "POST /api/people": Row("", {"name": "Dora", "email": "dora@example.com"}, role="owner"),
    "PUT /api/people": Row(
        "", {"people": [{"name": "Dora", "email": "dora@example.com"}], "allow_leavers": True}, role="owner"
    ),
    f"GET {PERSON}": Row("person"),
    f"PATCH {PERSON}": Row("person", {"name": "Another name"}, role="owner"),
    f"DELETE {PERSON}": Row("person", role="owner"),
    "POST /api/exports": Row("", {"email": "dora@example.com"}, role="owner"),
    "GET /api/exports": Row("", role="owner"),
    f"GET {EXPORT}": Row("data", role="owner"),
    f"GET {EXPORT}/file": Row("data", role="owner"),
    f"GET {EXPORT}/archive": Row("data", role="owner"),
    f"GET {EXPORT}/parts": Row("data", role="owner"),
    f"GET {EXPORT}/parts/{{part_number}}": Row("data", role="owner"),
    "POST /api/erasures": Row("", {"email": "dora@example.com"}, role="owner"),
    "GET /api/erasures": Row("", role="owner"),
    f"GET {ERASURE}": Row("data", role="owner"),
    "POST /api/occasion-rules": Row("", role="owner"),
    "GET /api/occasion-rules": Row("", role="owner"),
    f"GET {RULE}": Row("rule", role="owner"),
    f"PATCH {RULE}": Row("rule", {"sender": "Another"}, role="owner"),
    f"DELETE {RULE}": Row("rule", role="owner"),
    f"GET {RULE}/plan": Row("rule", role="owner"),
    f"POST {RULE}/start": Row("rule", role="owner"),
    f"POST {RULE}/pause": Row("rule", role="owner"),
    "GET /api/occasions": Row("", role="owner"),
    "POST /api/occasions/change": Row(
        "birthday",
        {"occasion": "birthday", "year": NEXT_YEAR, "title": "Another"},
        prepared="rule",
        role="owner",
    ),
    "POST /api/occasions/skip": Row(
        "birthday", {"occasion": "birthday", "year": NEXT_YEAR}, prepared="rule", role="owner"
    ),
    "POST /api/webhook-endpoints": Row("", {"url": "https://hooks.example.com/wellwish"}),
    "GET /api/webhook-endpoints": Row(""),
    f"GET {ENDPOINT}": Row("endpoint"),
    f"PATCH {ENDPOINT}": Row("endpoint", {"description": "Another"}),
    f"DELETE {ENDPOINT}": Row("endpoint"),
    f"POST {ENDPOINT}/test": Row("endpoint"),
    f"POST {ENDPOINT}/rotate-secret": Row("endpoint"),
    f"POST {ENDPOINT}/recover": Row("endpoint", {"since": "2026-11-21T00:00:00Z"}),
    f"GET {ENDPOINT}/deliveries": Row("endpoint"),
    "POST /api/webhook-deliveries/{webhook_delivery_id}/redeliver": Row("endpoint"),
    f"POST {GROUP}/sync": Row("group"),
    f"POST {CARD}/media": Row("can_update", {"kind": "drawing", "strokes": [{"points": [[1, 1], [9, 9]]}]}),
    "GET /api/media/{media_id}": Row("read"),
    "DELETE /api/media/{media_id}": Row("can_update"),
}

# The kind of object that an ID in a path or body refers to, by parameter.
SUBJECTS = {
    "contribution_id": "ctb",  # before the card, which is in the same path
    "card_id": "card", "card_admin_id": "adm", "invite_id": "inv", "group_id": "grp",
    "webhook_endpoint_id": "whe", "webhook_delivery_id": "dlv", "media_id": "media",
    "payment_id": "pay", "refund_id": "rfd", "refund_request_id": "rfr", "suppression_id": "sup",
    "member_id": "mbr", "card_batch_id": "cb", "account_id": "acct", "person_id": "per",
    "occasion_rule_id": "rule", "restricted_key_id": "rkey", "export_id": "exp", "erasure_id": "era",
}  # fmt: skip


def name_of(route: Route) -> str:
    return f"{route.method} {route.path}"


def subject_of(route: Route) -> str | None:
    """Returns the parameter that identifies the operation's object."""
    for name in SUBJECTS:
        if f"{{{name}}}" in route.path:
            return name
    if route.body_type is None or ROWS[name_of(route)].needs == "":
        return None
    return next((name for name in SUBJECTS if name in route.body_type.__struct_fields__), None)


# Excludes operations of platforms, which tests/platforms covers.
KNOWN = [route for route in OPERATIONS if name_of(route) in ROWS and ROWS[name_of(route)].needs != "platform"]
BEARER = [route for route in KNOWN if ROWS[name_of(route)].needs != "pair"]
OF_NO_CARD = (
    "",
    "account",
    "batch",
    "group",
    "person",
    "rule",
    "restricted_key",
    "birthday",
    "data",
    "endpoint",
    "payment",
    "suppression",
    "test",
    "platform",
)
ON_CARDS = [route for route in BEARER if ROWS[name_of(route)].needs not in OF_NO_CARD]
WITH_SUBJECT = [route for route in BEARER if subject_of(route) is not None]
# Payments cannot be deleted: they belong to the ledger. Neither can a card with money, a batch, or a request
# for data.
DELETABLE = [
    route
    for route in WITH_SUBJECT
    if ROWS[name_of(route)].needs not in ("payment", "batch", "data")
    and ROWS[name_of(route)].prepared not in ("collected", "handover")
]
OF_ACCOUNT = [route for route in BEARER if ROWS[name_of(route)].needs == ""]


def each(routes: list[Route]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("route", routes, ids=name_of)


@dataclass
class Subjects:
    """One object of each kind, on one of alice's cards."""

    card: dict[str, Any]
    ids: dict[str, str]


_OF_ACCOUNT = (
    "suppression_id", "member_id", "card_batch_id", "person_id", "occasion_rule_id", "restricted_key_id",
    "export_id", "erasure_id",
)  # fmt: skip


async def subjects(alice: Person, kind: str | None, prepared: str = "") -> Subjects:
    """Creates a card and the operation's object."""
    card = await make.card(alice, collection={"add_cash": True})
    made = {"card_id": card["id"]}
    if kind == "card_admin_id":
        made[kind] = (await _add(alice, card["id"], "carol@example.com"))["id"]
    if kind == "invite_id":
        made[kind] = (await make.invitations(alice, card["id"], "carol@example.com"))[0]["id"]
    if kind == "contribution_id":
        cash = {"amount": 500, "currency": card["collection"]["currency"], "method": "cash"}
        signed = {"name": "Carol", "note": {"text": "All the best"}, "money": cash}
        path = f"/api/cards/{card['id']}/contributions"
        made[kind] = (await alice.post(path, signed, key=ids.new("req"))).json()["id"]
    if kind == "media_id":
        drawing = {"kind": "drawing", "strokes": [{"points": [[1, 1], [9, 9]]}]}
        made[kind] = (await _made(alice, f"/api/cards/{card['id']}/media", drawing))["id"]
    if kind == "group_id":
        made[kind] = (await _made(alice, "/api/groups", {"name": f"Group of {card['id']}", "members": []}))[
            "id"
        ]
    if kind in ("webhook_endpoint_id", "webhook_delivery_id"):
        url = "https://hooks.example.com/wellwish"
        whe = (await _made(alice, "/api/webhook-endpoints", {"url": url}))["id"]
        made["webhook_endpoint_id"] = whe
        if kind == "webhook_delivery_id":
            made[kind] = (await _made(alice, f"/api/webhook-endpoints/{whe}/test", None))["id"]
    if kind in ("payment_id", "refund_id", "refund_request_id"):
        made |= await _paid(alice, kind, prepared)
    if kind is not None and kind in _OF_ACCOUNT:
        made[kind] = await _of_account(alice, kind)
    if prepared == "rule":
        await rule(alice)
    elif prepared and prepared != "pending":
        await _prepare(alice, card, prepared)
    return Subjects(card, made)


async def _made(person: Person, path: str, body: Any) -> dict[str, Any]:
    answer = await person.post(path, body)
    assert answer.is_success, answer.text
    return answer.json()


async def _prepare(person: Person, card: dict[str, Any], prepared: str) -> None:
    """Calls the operation on the card; a handover needs collected money."""
    if prepared not in ("collected", "handover"):
        await _made(person, f"/api/cards/{card['id']}/{prepared}", None)
        return
    await _collect(person, card)
    if prepared == "handover":
        await _made(person, f"/api/cards/{card['id']}/handover", {"method": "cash", "amount": 500})


async def _collect(person: Person, card: dict[str, Any]) -> None:
    """Confirms a cash pledge, and closes the card."""
    cash = {"amount": 500, "currency": card["collection"]["currency"], "method": "cash"}
    path = f"/api/cards/{card['id']}/contributions"
    given = (await person.post(path, {"name": "Carol", "money": cash}, key=ids.new("req"))).json()
    confirmed = await person.post(
        f"{path}/{given['id']}/confirm", key=ids.new("req"), headers={"If-Match": '"1"'}
    )
    assert confirmed.is_success, confirmed.text
    await _made(person, f"/api/cards/{card['id']}/close", None)


async def _paid(person: Person, kind: str, prepared: str) -> dict[str, str]:
    """Returns the IDs of a payment and of its refund or refund request."""
    if kind == "refund_request_id":
        made = await asking.asked(person)
        return {"payment_id": made["payment_id"], kind: made["id"]}
    card_id, give = (await giving.card(person))["id"], giving.gives if prepared == "pending" else giving.gave
    payment_id = (await give(person, card_id))["money"]["payment_id"]
    if kind == "payment_id":
        return {kind: payment_id}
    return {"payment_id": payment_id, kind: (await buying.refund(person, payment_id)).json()["id"]}


async def _of_account(person: Person, kind: str) -> str:
    """Returns the ID of a record of the account, which belongs to no card."""
    if kind == "suppression_id":
        return await _suppressed(person)
    if kind == "member_id":
        return (await _made(person, "/api/account/members", {"email": "carol@example.com"}))["id"]
    if kind == "person_id":
        carol = {"name": "Carol", "email": "carol@example.com", "dates": {"birthday": "--03-14"}}
        return (await _made(person, "/api/people", carol))["id"]
    if kind == "occasion_rule_id":
        return (await rule(person))["id"]
    if kind == "restricted_key_id":
        return (await make.restricted_key(person, "cards.read"))["id"]
    if kind in ("export_id", "erasure_id"):
        path = "/api/exports" if kind == "export_id" else "/api/erasures"
        whose = {"of": "account"} if kind == "export_id" else {"email": "carol@example.com"}
        made = await _made(person, path, whose)
        await person.world.work()
        return made["id"]
    return (await _made(person, "/api/card-batches", await make.batch(person)))["id"]


async def _suppressed(person: Person) -> str:
    """Returns the ID of a suppression of the account."""
    services = person.world.services
    async with services.db.transaction([person.account_id]) as tx:
        address = suppression.seal(services.keys, suppression.key("email", "carol@example.com"))
        await suppression.suppress(tx, address, person.account_id, "bounced", everywhere=True)
    return (await person.get("/api/suppressions")).json()["data"][0]["id"]


async def _add(owner: Person, card_id: str, email: str, **privilege: bool) -> dict[str, Any]:
    return await _made(
        owner, "/api/card-admins", {"card_id": card_id, "email": email, "privilege": privilege}
    )


async def call(
    person: Person,
    route: Route,
    subject_id: str | None = None,
    made: Subjects | None = None,
    maker: Person | None = None,
    if_match: str = "*",
) -> httpx2.Response:
    """Calls an operation on an object, with a valid body prepared by ``maker``, who may list the designs."""
    row, name = ROWS[name_of(route)], subject_of(route)
    body = row.body
    if name_of(route) == "POST /api/cards":
        body = await make.body(maker or person)
    if name_of(route).startswith("POST /api/card-batches"):
        body = await make.batch(maker or person)
    if name_of(route) == "POST /api/occasion-rules":
        body = await rule_body(maker or person)
    path = route.path
    if name is not None and f"{{{name}}}" in path:
        path = path.replace(f"{{{name}}}", subject_id or "")
    elif name is not None:
        body = {**(body or {}), name: subject_id}
    if made is not None:
        path = path.replace("{card_id}", made.ids["card_id"])
    path = path.replace("{part_number}", "1")
    given: dict[str, Any] = {} if body is None else {"json": body}
    if route.key == "required":
        given["headers"] = {"Idempotency-Key": ids.new("req"), "If-Match": if_match}
    elif if_match != "*":
        given["headers"] = {"If-Match": if_match}
    return await person.request(route.method, path, **given)


def bare(answer: httpx2.Response) -> tuple[int, bytes, dict[str, str]]:
    """Returns a response without the parts that differ between requests."""
    headers = {
        name: value
        for name, value in answer.headers.items()
        if name not in ("request-id", "ratelimit", "date")
    }
    return answer.status_code, re.sub(rb"req_[0-9a-z]{26}", b"req", answer.content), headers


def test_has_a_row_for_every_operation() -> None:
    missing = {name_of(route) for route in OPERATIONS} - ROWS.keys()
    rows = place("tests/guards/test_tenants.py", "ROWS: ")
    assert not missing, f"{rows}: add a row to the tenant matrix for {missing}"


@each(WITH_SUBJECT)
async def test_lets_the_owner(route: Route, alice: Person) -> None:
    """The control of the matrix: with the right ID, every request succeeds."""
    made = await subjects(alice, subject_of(route), ROWS[name_of(route)].prepared)
    answer = await call(alice, route, made.ids[subject_of(route) or ""], made)
    assert answer.status_code == route.status, answer.text


@each(WITH_SUBJECT)
async def test_responds_to_a_foreign_record_as_to_a_missing_one(
    route: Route, alice: Person, mallory: Person
) -> None:
    kind = subject_of(route) or ""
    made = await subjects(alice, kind, ROWS[name_of(route)].prepared)
    absent = bare(await call(mallory, route, ids.new(SUBJECTS[kind]), made))
    assert absent[0] == 404
    for given in (
        made.ids[kind],
        "nonsense",
        ids.new("evt"),
        ids.new(SUBJECTS[kind]).upper(),
        ids.new(SUBJECTS[kind]) + "0",
        "zwölf",
    ):
        assert bare(await call(mallory, route, given, made)) == absent, given


@each(KNOWN)
async def test_lets_a_member_do_all_that_is_not_for_owners(route: Route, world: World, alice: Person) -> None:
    """The caller is a member of the account, but no owner. ``test_lets_the_owner`` is the control."""
    row, kind = ROWS[name_of(route)], subject_of(route)
    person = await alice.tester() if row.needs == "test" else alice
    made = await subjects(person, kind, row.prepared)
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    if row.needs == "pair":  # its holder may rotate it, also as a member
        pair = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
        answer = await world.client.request(route.method, route.path, headers=pair, json=row.body)
    else:
        answer = await call(person, route, made.ids.get(kind or ""), made)
    if row.role == "owner":
        assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")
    else:
        assert answer.status_code == route.status, answer.text


@each(DELETABLE)
async def test_responds_to_a_deleted_record_as_to_a_missing_one(
    route: Route, alice: Person, mallory: Person
) -> None:
    kind = subject_of(route) or ""
    made = await subjects(alice, kind, ROWS[name_of(route)].prepared)
    gone = {
        "card_id": f"/api/cards/{made.ids['card_id']}",
        "card_admin_id": f"/api/card-admins/{made.ids.get(kind)}",
        "invite_id": f"/api/cards/{made.ids['card_id']}",
        "contribution_id": f"/api/cards/{made.ids['card_id']}",
        "media_id": f"/api/media/{made.ids.get(kind)}",
        "group_id": f"/api/groups/{made.ids.get(kind)}",
        "webhook_endpoint_id": f"/api/webhook-endpoints/{made.ids.get(kind)}",
        "webhook_delivery_id": f"/api/webhook-endpoints/{made.ids.get('webhook_endpoint_id')}",
        "suppression_id": f"/api/suppressions/{made.ids.get(kind)}",
        "member_id": f"/api/account/members/{made.ids.get(kind)}",
        "person_id": f"/api/people/{made.ids.get(kind)}",
        "occasion_rule_id": f"/api/occasion-rules/{made.ids.get(kind)}",
        "restricted_key_id": f"/api/account/restricted-keys/{made.ids.get(kind)}",
    }
    assert (await alice.delete(gone[kind])).is_success
    absent = bare(await call(alice, route, ids.new(SUBJECTS[kind]), made))
    assert absent[0] == 404
    assert bare(await call(alice, route, made.ids[kind], made)) == absent


@each(BEARER)
async def test_refuses_requests_without_a_valid_token(route: Route, world: World, alice: Person) -> None:
    kind = subject_of(route)
    made = await subjects(alice, kind, ROWS[name_of(route)].prepared)
    good, subject_id = alice.token, made.ids.get(kind or "")
    assert good is not None

    async def refused_with(authorization: str | None) -> str:
        path = route.path
        for name in SUBJECTS:
            path = path.replace(f"{{{name}}}", made.ids.get(name) or subject_id or "")
        headers = {} if authorization is None else {"Authorization": authorization}
        answer = await world.client.request(route.method, path, headers=headers, json={})
        assert answer.status_code == 401, answer.text
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        assert made.card["id"] not in answer.text
        return answer.json()["code"]

    assert await refused_with(None) == "unauthenticated"
    assert await refused_with("Basic " + good) == "unauthenticated"
    assert await refused_with("Bearer ") == "invalid_token"
    assert await refused_with(f"Bearer {good[:-1]}") == "invalid_token"
    assert await refused_with(f"Bearer {alice.api_key}") == "invalid_token"

    expired = await alice.exchange()
    await world.owner.execute(
        "update access_tokens set expires_at = now() - interval '1 second' where hash = $1",
        world.services.keys.hash(expired),
    )
    assert await refused_with(f"Bearer {expired}") == "invalid_token"

    pair = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    rotated = await world.client.post(
        "/account/api-access/credentials/rotate", headers=pair, json={"overlap_seconds": 0}
    )
    assert rotated.status_code == 201, rotated.text
    assert await refused_with(f"Bearer {good}") == "invalid_token"


@each([route for route in KNOWN if route not in BEARER])
async def test_does_not_rotate_without_a_pair(route: Route, world: World, alice: Person) -> None:
    token = await alice.exchange()
    for headers in (
        {},
        {"Authorization": f"Bearer {token}"},
        {"x-api-key": alice.api_key},
        {"x-api-key": alice.api_key, "x-client-secret": "wws_wrong"},
        {"x-api-key": "wwk_wrong", "x-client-secret": alice.client_secret},
        {"x-api-key": world.bob.api_key, "x-client-secret": alice.client_secret},
    ):
        answer = await world.client.request(route.method, route.path, headers=headers)
        assert answer.status_code == 401, answer.text


@each(ON_CARDS)
async def test_gives_an_admin_exactly_the_privileges(route: Route, alice: Person, bob: Person) -> None:
    """Tries no privilege, all of them, only the needed one, and all others."""
    needs = ROWS[name_of(route)].needs
    only = {privilege: privilege == needs for privilege in PRIVILEGES}
    opposite = {privilege: privilege != needs for privilege in PRIVILEGES}
    none, every = PRIVILEGE_SETS[0], PRIVILEGE_SETS[-1]
    await _gives([none, every, *([only, opposite] if needs in PRIVILEGES else [])], route, alice, bob)


@pytest.mark.full
@each(ON_CARDS)
async def test_gives_an_admin_each_set_of_privileges(route: Route, alice: Person, bob: Person) -> None:
    await _gives(PRIVILEGE_SETS, route, alice, bob)


async def _gives(sets: list[dict[str, bool]], route: Route, alice: Person, bob: Person) -> None:
    kind, row = subject_of(route) or "", ROWS[name_of(route)]
    for privilege in sets:
        made = await subjects(alice, kind, row.prepared)
        outside = await call(bob, route, made.ids[kind], made)
        assert bare(outside) == bare(await call(bob, route, ids.new(SUBJECTS[kind]), made))
        admin = await _add(alice, made.ids["card_id"], bob.email, **privilege)
        allowed = row.needs == "read" or privilege.get(row.needs, False)
        answer = await call(bob, route, made.ids[kind], made)
        assert answer.status_code == (route.status if allowed else 403), (privilege, answer.text)
        if not allowed:
            assert answer.json()["code"] == "missing_privilege"
        if route.method == "DELETE" and "{card_id}" in route.path:
            continue
        assert (await alice.delete(f"/api/card-admins/{admin['id']}")).is_success
        if answer.is_success and route.method != "GET":
            made = await subjects(alice, kind, row.prepared)
        removed = await call(bob, route, made.ids[kind], made)
        assert bare(removed) == bare(await call(bob, route, ids.new(SUBJECTS[kind]), made))


@each(ON_CARDS)
async def test_does_not_carry_privileges_to_another_card(route: Route, alice: Person, bob: Person) -> None:
    kind, row = subject_of(route) or "", ROWS[name_of(route)]
    granted = await make.card(alice)
    await make.admin(alice, granted["id"], bob, **dict.fromkeys(PRIVILEGES, True))
    other = await subjects(alice, kind, row.prepared)
    answer = await call(bob, route, other.ids[kind], other)
    assert bare(answer) == bare(await call(bob, route, ids.new(SUBJECTS[kind]), other))


@each([route for route in OF_ACCOUNT if route.method == "GET" and route.path != "/api/templates"])
async def test_lists_only_the_callers_records(route: Route, alice: Person, mallory: Person) -> None:
    made = await subjects(alice, "card_admin_id")
    mine = {*made.ids.values(), alice.account_id, alice.bundle_purchase_id}
    text = (await call(mallory, route)).text
    assert not [each for each in mine if each in text]


@pytest.mark.parametrize("name", ["bundle_purchase_id", "template_id"])
async def test_responds_to_foreign_references_as_to_missing_ones(
    name: str, alice: Person, mallory: Person
) -> None:
    strangers = {"bundle_purchase_id": alice.bundle_purchase_id, "template_id": alice.bundle_purchase_id}
    prefix = {"bundle_purchase_id": "bp", "template_id": "tpl"}[name]
    absent = bare(await mallory.post("/api/cards", await make.body(mallory, **{name: ids.new(prefix)})))
    assert absent[0] == 404
    for given in (strangers[name], "nonsense", ids.new("evt")):
        answer = await mallory.post("/api/cards", await make.body(mallory, **{name: given}))
        assert bare(answer) == absent


async def test_finds_nothing_without_the_scope_of_an_account(world: World, alice: Person) -> None:
    """Row-level security backs up the application: a statement that does not bind the account sees no row."""
    await make.card(alice)
    async with world.services.db.transaction([]) as tx:
        assert await tx.value("select count(*) from cards") == 0
    async with world.services.db.transaction([world.mallory.account_id]) as tx:
        assert await tx.value("select count(*) from cards") == 0
    async with world.services.db.transaction([alice.account_id]) as tx:
        assert await tx.value("select count(*) from cards") == 1


async def test_hides_cards_even_without_row_level_security(
    world: World, alice: Person, mallory: Person
) -> None:
    """With row-level security disabled, the application's own scope still hides the card."""
    card = await make.card(alice)
    tables = ("cards", "recipients", "card_admins")
    try:
        for table in tables:
            await world.owner.execute(f"alter table {table} disable row level security")
        assert (await mallory.get(f"/api/cards/{card['id']}")).status_code == 404
        assert (await mallory.get("/api/cards")).json()["data"] == []
    finally:
        for table in tables:
            await world.owner.execute(f"alter table {table} enable row level security")


async def test_sees_a_difference_between_answers(alice: Person, mallory: Person) -> None:
    """The control of the comparison: it would detect a 403 in place of a 404."""
    card = await make.card(alice)
    await make.admin(alice, card["id"], mallory)
    forbidden = await mallory.post(f"/api/cards/{card['id']}/close")
    absent = await mallory.post(f"/api/cards/{ids.new('card')}/close")
    assert bare(forbidden) != bare(absent)
