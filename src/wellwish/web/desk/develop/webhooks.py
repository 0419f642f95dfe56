"""The webhook endpoints of the account: list and create them. Secrets are shown once."""

from typing import Any, Final

from starlette.responses import Response

from wellwish.base.errors import (
    Fault,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    SecretNoLongerAvailable,
    TooManyWebhookEndpoints,
)
from wellwish.base.language import later
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.form import Form
from wellwish.webhooks.create import NewWebhookEndpoint
from wellwish.webhooks.endpoint import WithSecret

PATH: Final = "/account/webhooks"
_TOO_MANY: Final = later("The account has too many webhook endpoints. Delete one first.")
_DONE: Final = later("This form has already been submitted, and the secret can't be shown again.")
_URL: Final = later("Enter a public https address.")
_TYPES: Final = later("Enter event types from the list in the documentation, one per line.")
_DESCRIPTION: Final = later("Enter at most 500 characters.")
_MESSAGES: Final = {"url": _URL, "event_types": _TYPES, "description": _DESCRIPTION}


def body_of(sent: Form) -> dict[str, Any]:
    """Returns the request body for the form, with all event types if none is selected."""
    types = sent.text("event_types").replace(",", " ").split()
    return {
        "url": sent.text("url").strip(),
        "description": sent.text("description").strip() or None,
        "event_types": types or None,
        "payload": "full" if sent.text("payload") == "full" else "thin",
    }


def messages(faults: list[Fault]) -> dict[str, str]:
    """Returns a message for each field with an error."""
    named = (name.partition("-")[0] for name in by_id(faults))
    return {name: _MESSAGES[name] for name in named if name in _MESSAGES}


def values_of(sent: Form) -> dict[str, str]:
    """Returns the typed text of each field."""
    return {name: sent.text(name) for name in ("url", "description", "event_types", "payload")}


@signed_in
async def webhooks_page(visit: Visit) -> Response:
    """Returns the list and the form of a new endpoint."""
    return await _page(visit)


@signed_in
async def webhook_created(visit: Visit) -> Response:
    """Creates an endpoint and shows its secret, once for each form. Raises ForeignForm."""
    sent = await read_form(visit)
    try:
        result = await call(
            visit,
            "POST /api/webhook-endpoints",
            body=body_of(sent),
            idempotency_key=sent.text("form_key") or None,
        )
    except InvalidRequest as refusal:
        return await _page(visit, typed=values_of(sent), faults=messages(refusal.faults), status=422)
    except TooManyWebhookEndpoints:
        return await _page(visit, typed=values_of(sent), says=_TOO_MANY, status=409)
    except (SecretNoLongerAvailable, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, says=_DONE, status=409)
    return secret_page(visit, result.record)


def secret_page(visit: Visit, made: WithSecret) -> Response:
    return desk_paper(visit, "desk/webhook_secret.html", endpoint=made)


async def _page(
    visit: Visit,
    *,
    typed: dict[str, str] | None = None,
    faults: dict[str, str] | None = None,
    says: str = "",
    status: int = 200,
) -> Response:
    listed = await call(visit, "GET /api/webhook-endpoints")
    typed = typed or {}
    values = {f"/{name}": typed.get(name, "") for name in ("url", "description")}
    return desk_paper(
        visit,
        "desk/webhooks.html",
        status=status,
        endpoints=listed.record.data,
        fields=Fields(NewWebhookEndpoint, values, faults or {}),
        event_types=typed.get("event_types", ""),
        types_fault=(faults or {}).get("event_types", ""),
        payload=typed.get("payload", "thin"),
        says=says,
        form_key=cookie.random(),
    )
