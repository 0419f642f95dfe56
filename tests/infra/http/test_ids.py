"""An unknown ID returns 404 whatever its form, even one that the database cannot store as text."""

import pytest

from tests.infra.http.test_bad_input import is_problem
from tests.world import Person
from wellwish.infra.http import Route
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

WITH_IDS = [route for route in OPERATIONS if "{" in route.path]


def name_of(route: Route) -> str:
    return f"{route.method} {route.path}"


BODIES = {
    "POST /api/cards/{card_id}/contributions": {"name": "Noor", "note": {"text": "All the best"}},
    "POST /api/cards/{card_id}/handover": {"method": "cash", "amount": 1},
    "POST /api/cards/{card_id}/links/rotate": {"link": "shared"},
    "POST /api/cards/{card_id}/media": {"kind": "drawing", "strokes": [{"points": [[1, 1]]}]},
    "POST /api/cards/{card_id}/invitations/check": {
        "invitees": [{"delivery_type": "email", "delivery_id": "ana@example.com"}]
    },
    "PATCH /api/account/members/{member_id}": {"role": "owner"},
    "POST /api/webhook-endpoints/{webhook_endpoint_id}/recover": {"since": "2026-01-01T00:00:00Z"},
    "PUT /api/card-admins/{card_admin_id}": {"privilege": {}},
}


@pytest.mark.parametrize("route", WITH_IDS, ids=name_of)
async def test_an_id_of_any_form_is_not_found(route: Route, alice: Person) -> None:
    body = BODIES.get(name_of(route), {}) if route.method in ("POST", "PUT", "PATCH") else None
    headers = {"If-Match": "*"} | ({"Idempotency-Key": "any"} if route.key == "required" else {})
    for nonsense in ("a%00b", "%00", "%ff%fe", "%ed%a0%80", "%20", "..%2f..", "'--", "x" * 2000):
        path = "/".join(nonsense if part.startswith("{") else part for part in route.path.split("/"))
        is_problem(await alice.request(route.method, path, json=body, headers=headers), 404, "not_found")
