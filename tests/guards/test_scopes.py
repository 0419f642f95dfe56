"""Each route names the scope that a restricted key needs, or is listed with a reason for needing the pair."""

from collections.abc import Collection, Iterable
from typing import Final

from tests.guards.places import place
from wellwish.assistants.catalogue import TOOLS
from wellwish.auth.consents.consent import SCOPES as OF_CONSENTS
from wellwish.infra.http import Route
from wellwish.infra.http.scopes import SCOPES
from wellwish.routes import OPERATIONS

_KEYS: Final = "a restricted key can neither see nor change keys"
_ACCOUNT: Final = "changes who acts for the account, or how"
_PLATFORM: Final = "acts for other accounts"
_PAYEE: Final = "decides where money goes"
_ALONE: Final = "a rule creates cards and invites people for years"
_ADMINS: Final = "an admin's rights have neither the networks nor the end of the key"
_OUTSIDE: Final = "sends data of the account to an address outside"
_PERSONAL: Final = "gathers or erases everything about a person"
_TESTING: Final = "the outbox has the links of everybody; the clock moves all test data"

PAIR_ALONE: Final[dict[str, str]] = {
    "POST /account/api-access/credentials/rotate": _KEYS,
    "POST /account/api-access/credentials/test": _KEYS,
    "GET /api/account/credentials": _KEYS,
    "POST /account/api-access/restricted-keys": _KEYS,
    "GET /api/account/restricted-keys": _KEYS,
    "DELETE /api/account/restricted-keys/{restricted_key_id}": _KEYS,
    "PATCH /api/account": _ACCOUNT,
    "PUT /api/account/logo": _ACCOUNT,
    "DELETE /api/account/logo": _ACCOUNT,
    "POST /api/account/members": _ACCOUNT,
    "PATCH /api/account/members/{member_id}": _ACCOUNT,
    "DELETE /api/account/members/{member_id}": _ACCOUNT,
    "PATCH /api/account/platform": _ACCOUNT,
    "DELETE /api/account/platform": _ACCOUNT,
    "POST /api/accounts": _PLATFORM,
    "GET /api/accounts": _PLATFORM,
    "GET /api/accounts/{account_id}": _PLATFORM,
    "PATCH /api/accounts/{account_id}": _PLATFORM,
    "PUT /api/payment-provider": _PAYEE,
    "PUT /api/payment-provider/fees": _PAYEE,
    "DELETE /api/payment-provider": _PAYEE,
    "POST /api/payment-provider/check": _PAYEE,
    "POST /api/occasion-rules": _ALONE,
    "PATCH /api/occasion-rules/{occasion_rule_id}": _ALONE,
    "DELETE /api/occasion-rules/{occasion_rule_id}": _ALONE,
    "POST /api/occasion-rules/{occasion_rule_id}/start": _ALONE,
    "POST /api/occasion-rules/{occasion_rule_id}/pause": _ALONE,
    "POST /api/card-admins": _ADMINS,
    "PUT /api/card-admins/{card_admin_id}": _ADMINS,
    "POST /api/webhook-endpoints": _OUTSIDE,
    "PATCH /api/webhook-endpoints/{webhook_endpoint_id}": _OUTSIDE,
    "DELETE /api/webhook-endpoints/{webhook_endpoint_id}": _OUTSIDE,
    "POST /api/webhook-endpoints/{webhook_endpoint_id}/test": _OUTSIDE,
    "POST /api/webhook-endpoints/{webhook_endpoint_id}/rotate-secret": _OUTSIDE,
    "POST /api/webhook-endpoints/{webhook_endpoint_id}/recover": _OUTSIDE,
    "POST /api/webhook-deliveries/{webhook_delivery_id}/redeliver": _OUTSIDE,
    "POST /api/exports": _PERSONAL,
    "GET /api/exports": _PERSONAL,
    "GET /api/exports/{export_id}": _PERSONAL,
    "GET /api/exports/{export_id}/file": _PERSONAL,
    "GET /api/exports/{export_id}/archive": _PERSONAL,
    "GET /api/exports/{export_id}/parts": _PERSONAL,
    "GET /api/exports/{export_id}/parts/{part_number}": _PERSONAL,
    "POST /api/erasures": _PERSONAL,
    "GET /api/erasures": _PERSONAL,
    "GET /api/erasures/{erasure_id}": _PERSONAL,
    "GET /api/test/outbox": _TESTING,
    "GET /api/test-clock": _TESTING,
    "POST /api/test-clock/advance": _TESTING,
}
# Operations with another method than GET that a key may call which only reads, and why.
_READING: Final = {"POST /api/cards/{card_id}/preview": "shows the card, and changes nothing"}


def faults(routes: Iterable[Route], listed: Collection[str]) -> list[str]:
    """Returns the place of each route with neither a scope nor a reason, or with both, and extra reasons."""
    found: list[str] = []
    named = {f"{each.method} {each.path}": each.scope for each in routes}
    for name, scope in named.items():
        method, path = name.split(" ", 1)
        if (scope is None) != (name in listed):
            says = "names no scope" if scope is None else f"names {scope} and is listed"
            line = place("src/wellwish/routes.py", f'"{method}", "{path}"')
            found.append(f"{line}: {name} {says}")
    return found + [f"there is no {name}" for name in listed if name not in named]


def test_each_route_names_its_scope_or_needs_the_pair() -> None:
    found = faults(OPERATIONS, PAIR_ALONE)
    listed = place("tests/guards/test_scopes.py", "PAIR_ALONE: ")
    assert not found, f"name a `scope`, or list why only the pair may call it in {listed}: {found}"
    assert {each.scope for each in OPERATIONS} == {*SCOPES, None}


def test_a_change_never_needs_only_a_scope_to_read() -> None:
    reading = {
        f"{each.method} {each.path}"
        for each in OPERATIONS
        if each.method != "GET" and each.scope is not None and each.scope.endswith(".read")
    }
    assert reading == _READING.keys()


def test_what_only_reads_never_needs_a_scope_to_change() -> None:
    assert not [
        each.path
        for each in OPERATIONS
        if each.method == "GET" and each.scope is not None and each.scope.endswith(".write")
    ]


def test_the_tools_of_assistants_need_the_scopes_of_consents() -> None:
    scopes = {f"{each.method} {each.path}": each.scope for each in OPERATIONS}
    assert {scopes[tool.operation] for tool in TOOLS.values()} == set(OF_CONSENTS)


def test_detects_a_route_without_a_scope_and_one_with_both() -> None:
    close = next(each for each in OPERATIONS if each.path.endswith("/close"))
    bare = Route(close.method, close.path, close.handler, close.status, close.caller, close.access)
    name = "POST /api/cards/{card_id}/close"
    assert faults([close], []) == []
    [found] = faults([bare], [])
    assert found.startswith("src/wellwish/routes.py:")
    assert found.endswith(f"{name} names no scope")
    assert faults([close], [name])
    assert faults([bare], [name]) == []
    assert faults([], [name]) == [f"there is no {name}"]
