"""Every write has a dry run, except those listed with the reason."""

from typing import Final

from tests.guards.places import place
from wellwish.routes import OPERATIONS

_PROVIDER: Final = "The payment provider answers between two transactions, and cannot undo."
_PAIR: Final = "The pair of the response would never work, and a program would store it."
_CHECK: Final = "It changes nothing."
# Operations that refuse `dry_run`.
NOT_TRIED: Final = {
    "POST /account/api-access/credentials/rotate": _PAIR,
    "POST /account/api-access/credentials/test": _PAIR,
    "POST /account/api-access/restricted-keys": _PAIR,
    "PUT /api/account/logo": "The picture is drawn and stored before the transaction.",
    "POST /api/cards/{card_id}/media": "The file is drawn and stored before the transaction.",
    "POST /api/payments/{payment_id}/cancel": _PROVIDER,
    "PUT /api/payment-provider": _PROVIDER,
    "POST /api/payment-provider/check": _PROVIDER,
    "POST /api/card-batches/check": _CHECK,
    "POST /api/cards/{card_id}/invitations/check": _CHECK,
}


def test_every_write_has_a_dry_run_or_a_reason() -> None:
    writes = [route for route in OPERATIONS if route.method != "GET"]
    without = {f"{each.method} {each.path}" for each in writes if not each.has_dry_run}
    listed = place("tests/guards/test_dry_runs.py", "NOT_TRIED: ")
    assert without == NOT_TRIED.keys(), f"{listed}: the writes without a dry run are {without}"


def test_a_dry_run_has_no_effect_outside_of_its_transaction() -> None:
    """A ``prepare`` may store a file or call a provider."""
    assert not [each.path for each in OPERATIONS if each.has_dry_run and each.prepare]
    # The control: some have one.
    assert [each.path for each in OPERATIONS if each.prepare]
