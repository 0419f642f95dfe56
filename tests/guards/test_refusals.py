"""The reference lists every refusal of an operation."""

from typing import Any, Final

import pytest

from tests.guards.refusals import raised
from wellwish.base.errors import CardState, NotFound, PaymentState, PreconditionFailed, Refusal
from wellwish.infra.http import IfMatch, Route
from wellwish.infra.openapi.problems import list_refusals
from wellwish.routes import OPERATIONS

# A refusal that names seem to reach, and why it never happens.
_EXISTS: Final = {"NotFound": "The account of a caller exists."}
NEVER: Final = {
    "PATCH /api/account": _EXISTS,
    "PUT /api/account/logo": _EXISTS,
    "DELETE /api/account/logo": _EXISTS,
    "POST /api/people": {
        "NotFound": "The person was saved in this transaction.",
        "PlanChanged": "Only a list has the digest of a plan.",
    },
    "POST /api/accounts": {
        "MemberExists": "A new account has no members.",
        "TooManyMembers": "A new account has no members.",
    },
    "POST /api/refund-requests/{refund_request_id}/approve": {
        "BundleUsed": "Refunds are requested of gifts only.",
    },
    "POST /api/cards/{card_id}/contributions": {
        "RecipientMayNotSign": "The owner signs on somebody's behalf, through no invitation.",
    },
    "PATCH /api/people/{person_id}": {
        "PlanChanged": "Only a list has the digest of a plan.",
        "TooManyPeople": "The number of people stays the same.",
    },
}


def unlisted(route: Route) -> dict[str, str]:
    """Returns the refusals that the reference does not list, and where they are raised."""
    listed = list_refusals(route)
    found = {kind: at for kind, at in raised(route.handler).items() if kind not in listed}
    return {kind.__name__: at for kind, at in found.items()}


@pytest.mark.parametrize("route", OPERATIONS, ids=lambda route: f"{route.method} {route.path}")
def test_the_reference_lists_every_refusal(route: Route) -> None:
    name = f"{route.method} {route.path}"
    found = unlisted(route)
    missing = {kind: at for kind, at in found.items() if kind not in NEVER.get(name, {})}
    assert not missing, (
        f'{route.handler.__module__}: add to "Raises" of the handler, or to NEVER with a reason: {missing}'
    )
    assert not {*NEVER.get(name, {})} - {*found}, f"{name}: NEVER lists refusals that nothing raises"


async def _closes(if_match: IfMatch) -> None:
    """Raises CardState."""
    if_match.check(1)
    try:
        await _checks()
    except NotFound:
        return
    except PaymentState:
        raise
    raise _state()


async def _checks() -> None:
    if __name__:
        raise NotFound
    raise PaymentState("x")


def _state() -> Refusal:
    return CardState("x")


def test_follows_calls_methods_and_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a handler whose docstring lists one of its refusals."""
    monkeypatch.setattr("tests.guards.refusals._SERVICE", "")
    assert {*raised(_closes)} == {PreconditionFailed, PaymentState, CardState}


def test_names_the_operation_that_lists_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without its docstring, an operation lists only general refusals."""
    [route] = [each for each in OPERATIONS if each.path == "/api/payments/{payment_id}/refunds"]
    handler: Any = route.handler
    monkeypatch.setattr(handler, "__doc__", "Refunds.")
    assert {"PaymentState", "PaymentProviderMissing", "BundleUsed"} <= {*unlisted(route)}
