"""The audit log of the account, with filters and as a file; for owners."""

from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from wellwish.accounts.settings import AccountSettings
from wellwish.audit.entry import ACTIONS
from wellwish.base.errors import InvalidCursor, InvalidRequest, NotFound
from wellwish.base.language import later
from wellwish.web.desk.download import download
from wellwish.web.desk.guard import call, desk_paper, signed_in
from wellwish.web.desk.visit import Visit

PATH: Final = "/account/audit"
_SHOWN: Final = 50
_ACTORS: Final = {
    "user": later("Signed in"),
    "api_key": later("By API key"),
    "operator": later("The operator of this server"),
    "platform": later("The platform of the account"),
    "customer": later("A customer of the platform"),
}
LABELS: Final[dict[str, str]] = {
    "account.change_access": later("Platform access changed"),
    "account.confirm_reply_to": later("Reply address confirmed"),
    "account.create": later("Account created"),
    "account.delete_logo": later("Logo removed"),
    "account.leave_platform": later("Platform left"),
    "account.lose_customer": later("Customer left"),
    "account.release": later("Account released from its platform"),
    "account.resume": later("Account resumed"),
    "account.suspend": later("Account suspended"),
    "account.update": later("Account settings changed"),
    "account.update_logo": later("Logo changed"),
    "account.create_customer": later("Customer's account created"),
    "account.set_platform": later("Account's platform status changed"),
    "account.update_customer": later("Customer's account changed"),
    "api_key.create_test": later("Test key created"),
    "api_key.reset": later("API key pair replaced"),
    "api_key.rotate": later("API key rotated"),
    "bundle_purchase.create": later("Bundle bought"),
    "bundle_purchase.grant": later("Bundle granted"),
    "card.archive": later("Card archived"),
    "card.cancel": later("Card cancelled"),
    "card.close": later("Card closed"),
    "card.delete": later("Card deleted"),
    "card.reopen": later("Card reopened"),
    "card.rotate_link": later("Card link replaced"),
    "card_admin.create": later("Card organiser added"),
    "card_admin.delete": later("Card organiser removed"),
    "card_admin.update": later("Organiser's permissions changed"),
    "consent.create": later("Assistant connected"),
    "consent.end": later("Assistant disconnected"),
    "contribution.confirm": later("Cash confirmed"),
    "contribution.drop": later("Cash pledge dropped"),
    "deletion_request.create": later("Deletion of the account requested"),
    "deletion_request.delete": later("Request to delete the account withdrawn"),
    "erasure.create": later("Data of a person erased"),
    "export.create": later("Data exported"),
    "handover.create": later("Handover of the money recorded"),
    "handover.delete": later("Handover of the money deleted"),
    "handover.update": later("Handover of the money changed"),
    "member.change_email": later("Email address of a member changed"),
    "member.create": later("Member invited"),
    "member.delete": later("Member removed"),
    "member.join": later("Member invitation accepted"),
    "member.update": later("Member's role changed"),
    "passkey.create": later("Passkey added"),
    "passkey.delete": later("Passkey removed"),
    "occasion.change": later("Occasion changed"),
    "occasion.skip": later("Occasion skipped"),
    "occasion_rule.create": later("Occasion rule created"),
    "occasion_rule.delete": later("Occasion rule deleted"),
    "occasion_rule.pause": later("Occasion rule paused"),
    "occasion_rule.start": later("Occasion rule started"),
    "occasion_rule.update": later("Occasion rule changed"),
    "payment.cancel": later("Payment cancelled"),
    "payment.refund": later("Payment refunded"),
    "payment_provider.delete": later("Payment provider removed"),
    "payment_provider.update": later("Payment provider set"),
    "person.delete": later("Person deleted"),
    "person.save": later("Person created or changed"),
    "person.sync": later("People list synchronised"),
    "person.update": later("Person changed"),
    "refund_request.approve": later("Refund request approved"),
    "restricted_key.create": later("Restricted key created"),
    "restricted_key.delete": later("Restricted key ended"),
    "refund_request.refuse": later("Refund request refused"),
    "session.create_link": later("Sign-in link created"),
    "session.end": later("Signed out"),
    "session.start": later("Signed in"),
    "suppression.delete": later("Blocked address unblocked"),
    "wall.create": later("Wall created"),
    "wall.delete": later("Wall deleted"),
    "webhook_endpoint.create": later("Webhook endpoint created"),
    "webhook_endpoint.delete": later("Webhook endpoint deleted"),
    "webhook_endpoint.rotate_secret": later("Webhook endpoint's signing secret replaced"),
    "webhook_endpoint.update": later("Webhook endpoint changed"),
}


def _filters(request: Request) -> dict[str, str]:
    asked = request.query_params
    action = asked.get("action", "")
    found = {name: asked.get(name, "").strip()[:255] for name in ("email", "card_id")}
    return {"action": action if action in ACTIONS else "", **found}


@signed_in
async def audit_page(visit: Visit) -> Response:
    """Returns the newest entries first. Raises OwnerRequired, NotFound if the cursor is invalid."""
    filters = _filters(visit.request)
    query = {name: value for name, value in filters.items() if value}
    cursor = visit.request.query_params.get("cursor", "")
    given = query | {"limit": str(_SHOWN)} | ({"cursor": cursor} if cursor else {})
    try:
        found = (await call(visit, "GET /api/audit-log", query=given)).record
    except (InvalidCursor, InvalidRequest) as error:
        raise NotFound from error
    account: AccountSettings = (await call(visit, "GET /api/account")).record
    members = (await call(visit, "GET /api/account/members")).record.data
    return desk_paper(
        visit,
        "desk/audit.html",
        entries=[(each, datetime.fromisoformat(each.created_at)) for each in found.data],
        labels=LABELS,
        actors=_ACTORS,
        members=[each for each in members if each.status == "active"],
        timezone=account.timezone,
        filters=filters,
        next_url=f"{PATH}?{urlencode({**query, 'cursor': found.next_cursor})}" if found.next_cursor else "",
        csv_url=f"{PATH}.csv?{urlencode(query)}".rstrip("?"),
    )


@signed_in
async def audit_file(visit: Visit) -> Response:
    """Returns the filtered entries as CSV. Raises OwnerRequired."""
    query = {name: value for name, value in _filters(visit.request).items() if value}
    return await download(visit, "GET /api/audit-log.csv", query=query)
