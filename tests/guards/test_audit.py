"""Each operation that changes something names its action in the audit log, or is listed with the reason."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.guards.places import place
from tests.guards.statements import SOURCE
from wellwish.audit.entry import ACTIONS
from wellwish.infra.http import Route
from wellwish.routes import OPERATIONS

_CONTENT: Final = "content of a card, which events record"
_INVITING: Final = "inviting people, which events record"
_GROUP: Final = "an address book gives no rights"
_TRYING: Final = "sends requests to the account's own endpoint, which deliveries list"

# Operations with another method than GET that the audit log does not record, and why.
UNRECORDED: Final[dict[str, str]] = {
    "POST /api/cards": _CONTENT,
    "POST /api/card-batches": _CONTENT,
    "POST /api/card-batches/check": "changes nothing",
    "POST /api/test-clock/advance": "changes neither rights nor money, only the time of test data",
    "PATCH /api/cards/{card_id}": _CONTENT,
    "POST /api/cards/{card_id}/duplicate": _CONTENT,
    "POST /api/cards/{card_id}/media": _CONTENT,
    "DELETE /api/media/{media_id}": _CONTENT,
    "POST /api/cards/{card_id}/contributions": _CONTENT,
    "DELETE /api/cards/{card_id}/contributions/{contribution_id}": _CONTENT,
    "POST /api/cards/{card_id}/contributions/{contribution_id}/publish": _CONTENT,
    "POST /api/cards/{card_id}/contributions/{contribution_id}/hide": _CONTENT,
    "POST /api/cards/{card_id}/contributions/{contribution_id}/reject": _CONTENT,
    "POST /api/cards/{card_id}/preview": "a link for the caller, which expires",
    "POST /api/cards/{card_id}/remind": _INVITING,
    "POST /api/cards/{card_id}/invitations/check": "changes nothing",
    "POST /api/cards/invitations": _INVITING,
    "POST /api/cards/invitations/resend": _INVITING,
    "PATCH /api/cards/invitations/{invite_id}": _INVITING,
    "POST /api/cards/invitations/{invite_id}/revoke": _INVITING,
    "POST /api/payment-provider/check": "changes nothing",
    "POST /api/groups": _GROUP,
    "PATCH /api/groups/{group_id}": _GROUP,
    "DELETE /api/groups/{group_id}": _GROUP,
    "POST /api/groups/{group_id}/sync": _GROUP,
    "POST /api/webhook-endpoints/{webhook_endpoint_id}/test": _TRYING,
    "POST /api/webhook-endpoints/{webhook_endpoint_id}/recover": _TRYING,
    "POST /api/webhook-deliveries/{webhook_delivery_id}/redeliver": _TRYING,
}
# An action in the source that a function or an entry of the audit log takes.
_RECORDED = re.compile(
    r'(?:(?:record_action|record_in_accounts|record_operation)\(\s*tx, |\baction=)"([a-z_]+\.[a-z_]+)"'
)


def recorded(files: Iterable[Path]) -> set[str]:
    return {action for file in files for action in _RECORDED.findall(file.read_text(encoding="utf-8"))}


def faults(routes: Iterable[Route], listed: set[str]) -> list[str]:
    """Returns the operations that change something without an entry and a reason, and superfluous reasons."""
    changing = {f"{each.method} {each.path}": each.audit for each in routes if each.method != "GET"}
    missing = {name for name, action in changing.items() if action is None}
    return sorted([*(missing - listed), *(listed - missing)])


def test_each_change_is_recorded_or_has_a_reason() -> None:
    found = faults(OPERATIONS, set(UNRECORDED))
    listed = place("tests/guards/test_audit.py", "UNRECORDED: ")
    assert not found, f"record each with `audit` in its route, or correct the reasons in {listed}: {found}"
    assert all(UNRECORDED.values())


def test_detects_a_change_without_an_entry() -> None:
    close = next(each for each in OPERATIONS if each.audit == "card.close")
    assert faults([close], set()) == []
    bare = Route(close.method, close.path, close.handler, close.status, close.caller, close.access)
    assert faults([bare], set()) == ["POST /api/cards/{card_id}/close"]
    assert faults([close], {"POST /api/cards/{card_id}/close"}) == ["POST /api/cards/{card_id}/close"]


def test_the_actions_are_those_that_are_recorded() -> None:
    by_routes = {each.audit for each in OPERATIONS if each.audit is not None}
    assert by_routes | recorded(SOURCE.rglob("*.py")) == set(ACTIONS)
