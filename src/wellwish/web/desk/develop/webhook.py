"""A webhook endpoint: edit, disable, test, rotate its secret, delete, and its deliveries."""

from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from starlette.responses import Response

from wellwish.base import clock
from wellwish.base.errors import (
    InvalidCursor,
    InvalidRequest,
    NotFound,
    PreconditionFailed,
    WebhookEndpointDisabled,
)
from wellwish.base.language import later
from wellwish.web.desk.develop.webhooks import PATH, body_of, messages, secret_page, values_of
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.field import Fields
from wellwish.web.kit.form import Form
from wellwish.webhooks.create import NewWebhookEndpoint
from wellwish.webhooks.endpoint import WebhookEndpoint

_DELETE: Final = "DELETE /api/webhook-endpoints/{webhook_endpoint_id}"
_RETRIEVE: Final = "GET /api/webhook-endpoints/{webhook_endpoint_id}"
_UPDATE: Final = "PATCH /api/webhook-endpoints/{webhook_endpoint_id}"
_SHOWN: Final = 25
_RECOVERIES_DAYS: Final = (1, 7, 30, 90)  # events are kept for 90 days
_CHANGED: Final = later("Someone changed this endpoint in the meantime. Check it below, then try again.")
_DISABLED: Final = later("The endpoint is disabled. Enable it first.")
_STATUSES: Final = {
    "": later("All"),
    "pending": later("Pending"),
    "delivered": later("Delivered"),
    "failed": later("Failed"),
}


_DONE: Final = {"test": "tested", "redeliver": "redelivered", "recover": "redelivered"}


@signed_in
async def webhook_page(visit: Visit) -> Response:
    """Returns the endpoint and its deliveries. Raises NotFound."""
    return await _page(visit)


@signed_in
async def webhook_changed(visit: Visit) -> Response:
    """Performs the action in the path. Raises NotFound, ForeignForm."""
    sent = await read_form(visit)
    action, endpoint_id = (visit.request.path_params[name] for name in ("action", "webhook_endpoint_id"))
    path = {"webhook_endpoint_id": endpoint_id}
    given: dict[str, Any] = {"path": path, "if_match": f'"{sent.text("version")}"'}
    try:
        if action == "delete":
            await call(visit, _DELETE, path=path)
            return after(PATH, "endpoint_deleted")
        if action == "rotate":
            name = "POST /api/webhook-endpoints/{webhook_endpoint_id}/rotate-secret"
            result = await call(visit, name, body={}, **given)
            return secret_page(visit, result.record)
        await _act(visit, action, sent, given)
    except PreconditionFailed:
        return await _page(visit, says=_CHANGED, status=409)
    except WebhookEndpointDisabled:
        return await _page(visit, says=_DISABLED, status=409)
    except InvalidRequest as refusal:
        faults = messages(refusal.faults)
        return await _page(visit, typed=values_of(sent), faults=faults, status=422)
    return after(f"{PATH}/{endpoint_id}", _DONE.get(action, "saved"))


async def _act(visit: Visit, action: str, sent: Form, given: dict[str, Any]) -> None:
    """Raises NotFound for an unknown action."""
    key = sent.text("form_key") or None
    if action == "edit":
        await call(visit, _UPDATE, body=body_of(sent), **given)
    elif action in ("enable", "disable"):
        body = {"disabled": action == "disable"}
        await call(visit, _UPDATE, body=body, **given)
    elif action == "test":
        name = "POST /api/webhook-endpoints/{webhook_endpoint_id}/test"
        await call(visit, name, path=given["path"], idempotency_key=key)
    elif action == "recover":
        name = "POST /api/webhook-endpoints/{webhook_endpoint_id}/recover"
        body = {"since": sent.text("since")}
        await call(visit, name, path=given["path"], body=body, idempotency_key=key)
    elif action == "redeliver":
        name = "POST /api/webhook-deliveries/{webhook_delivery_id}/redeliver"
        path = {"webhook_delivery_id": sent.text("webhook_delivery_id")}
        await call(visit, name, path=path, idempotency_key=key)
    else:
        raise NotFound


async def _page(
    visit: Visit,
    *,
    typed: dict[str, str] | None = None,
    faults: dict[str, str] | None = None,
    says: str = "",
    status: int = 200,
) -> Response:
    path = {"webhook_endpoint_id": visit.request.path_params["webhook_endpoint_id"]}
    endpoint: WebhookEndpoint = (await call(visit, _RETRIEVE, path=path)).record
    chosen = visit.request.query_params.get("status", "")
    chosen = chosen if chosen in _STATUSES else ""
    query = {"limit": str(_SHOWN)} | ({"status": chosen} if chosen else {})
    cursor = visit.request.query_params.get("cursor", "")
    try:
        more = {"cursor": cursor} if cursor else {}
        name = "GET /api/webhook-endpoints/{webhook_endpoint_id}/deliveries"
        found = (await call(visit, name, path=path, query=query | more)).record
    except (InvalidCursor, InvalidRequest) as error:
        raise NotFound from error
    following = urlencode({"status": chosen, "cursor": found.next_cursor or ""})
    stored = {
        "url": endpoint.url,
        "description": endpoint.description or "",
        "event_types": "\n".join(endpoint.event_types or []),
        "payload": endpoint.payload,
    }
    values = typed or stored
    return desk_paper(
        visit,
        "desk/webhook.html",
        status=status,
        endpoint=endpoint,
        base=f"{PATH}/{endpoint.id}",
        deliveries=found.data,
        instant=datetime.fromisoformat,
        next_url=f"{PATH}/{endpoint.id}?{following}" if found.next_cursor else "",
        statuses=_STATUSES,
        chosen=chosen,
        fields=Fields(
            NewWebhookEndpoint,
            {"/url": values["url"], "/description": values["description"]},
            faults or {},
        ),
        event_types=values["event_types"],
        types_fault=(faults or {}).get("event_types", ""),
        payload=values["payload"],
        says=says,
        # Fixed times, so that a resubmitted form is the same request.
        recoveries=[(clock.rfc3339(clock.now() - timedelta(days=days)), days) for days in _RECOVERIES_DAYS],
        form_key=cookie.random(),
    )
