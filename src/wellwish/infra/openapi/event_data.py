"""The data of each event type: its members in full payloads, with their schemas and examples."""

from collections.abc import Collection
from typing import Any, Final

from wellwish.base import ids
from wellwish.infra.openapi.known_fields import MAX_INT32, TIME, Schema
from wellwish.infra.openapi.names import camel, id_schema

_NOTE = "pending|published|hidden|rejected|deleted|none"
_MONEY = (
    "pending|processing|paid|failed|cancelled|partially_refunded|refunded|disputed|lost|promised|"
    "confirmed|dropped"
)
_CONTRIBUTION = f"card_id contribution_id note_id status={_NOTE} money_status?={_MONEY} payment_id?"
_PAYMENT = "payment_id purpose=bundle_purchase|contribution contribution_id? bundle_purchase_id?"
_REQUEST = "refund_request_id payment_id contribution_id"
_PURCHASE = "bundle_purchase_id payment_id"

# The members of an event's data: ``name=a|b`` lists the values, ``name?`` may be absent.
MEMBERS: Final[dict[str, str]] = {
    "card.created": "card_id status=open template_id bundle_purchase_id",
    "card.updated": "card_id",
    "card.closed": "card_id status=closed",
    "card.reopened": "card_id status=open",
    "card.cancelled": "card_id status=cancelled",
    "card.archived": "card_id status=archived",
    "card.cancelling": "card_id status=closed",
    "card.cancel_failed": "card_id status=closed",
    "card.deleted": "card_id",
    "card.link_rotated": "card_id link=shared|public_view|recipient|invitation recipient_id? invite_id?",
    "card.goal_reached": "card_id",
    "card.handed_over": "card_id method=voucher|cash|bank_transfer|present|other",
    "card.viewed": "card_id recipient_id",
    "card.thanked": "card_id recipient_id contribution_id?",
    "card_admin.added": "card_id card_admin_id",
    "card_admin.updated": "card_id card_admin_id",
    "card_admin.removed": "card_id card_admin_id",
    "invitation.created": "card_id invite_id delivery_type=email|sms|group status=queued|suppressed",
    "invitation.sent": "card_id invite_id",
    "invitation.failed": "card_id invite_id status=failed reason",
    "invitation.resent": "card_id invite_id",
    "invitation.reminded": "card_id invite_id reminders_sent",
    "invitation.delivered": "card_id invite_id status=delivered|opened|contributed|declined",
    "invitation.bounced": "card_id invite_id status=bounced reason",
    "invitation.suppressed": "card_id invite_id status=suppressed reason",
    "invitation.corrected": "card_id invite_id status=queued|suppressed",
    "invitation.revoked": "card_id invite_id",
    "invitation.declined": "card_id invite_id status=declined",
    "contribution.created": _CONTRIBUTION,
    "contribution.updated": _CONTRIBUTION,
    "contribution.paid": _CONTRIBUTION,
    "contribution.pledged": _CONTRIBUTION,
    "contribution.pledge_confirmed": _CONTRIBUTION,
    "contribution.pledge_dropped": _CONTRIBUTION,
    "contribution.published": _CONTRIBUTION,
    "contribution.hidden": _CONTRIBUTION,
    "contribution.rejected": _CONTRIBUTION,
    "contribution.deleted": _CONTRIBUTION,
    "contribution.reported": "card_id contribution_id reason=hurtful|private|spam|other",
    "payment.succeeded": f"{_PAYMENT} status=succeeded",
    "payment.processing": f"{_PAYMENT} status=processing",
    "payment.failed": f"{_PAYMENT} status=failed",
    "payment.cancelled": f"{_PAYMENT} status=cancelled",
    "payment.refunded": f"{_PAYMENT} refund_id",
    "payment.refund_failed": f"{_PAYMENT} refund_id",
    "payment.inquiry_opened": _PAYMENT,
    "payment.disputed": f"{_PAYMENT} status=disputed",
    "payment.dispute_closed": f"{_PAYMENT} won",
    "payment.mismatched": _PAYMENT,
    "refund_request.created": f"{_REQUEST} status=open",
    "refund_request.approved": f"{_REQUEST} status=approved refund_id",
    "refund_request.refused": f"{_REQUEST} status=refused",
    "refund_request.closed": f"{_REQUEST} status=closed",
    "bundle_purchase.created": f"{_PURCHASE} status=pending",
    "bundle_purchase.active": f"{_PURCHASE} status=active",
    "bundle_purchase.failed": f"{_PURCHASE} status=failed",
    "bundle_purchase.refunded": f"{_PURCHASE} status=refunded",
    "bundle_purchase.low": "bundle_purchase_id cards_remaining",
    "bundle_purchase.exhausted": "bundle_purchase_id cards_remaining",
    "payment_provider.changed": "provider=mollie|sandbox|stripe live",
    "webhook_endpoint.disabled": "webhook_endpoint_id reason=failing|gone",
    "webhook_endpoint.test": "webhook_endpoint_id",
    "person.created": "person_id",
    "person.updated": "person_id",
    "person.left": "person_id",
    "person.deleted": "person_id",
    "occasion.card_created": "person_id card_id occasion_rule_id",
    "export.completed": "export_id status=completed",
    "export.failed": "export_id status=failed",
    "erasure.completed": "erasure_id status=completed",
    "erasure.failed": "erasure_id status=failed",
    "platform.left": "account_id",
    "customer.left": "account_id",
    "restricted_key.created": "restricted_key_id",
    "restricted_key.ended": "restricted_key_id",
    "credential.rotated": "credential_id previous_credential_id? previous_expires_at?",
}

_WORD: Final[Schema] = {"type": "string", "pattern": "^[a-z0-9_]+$", "maxLength": 64}
_COUNT: Final[Schema] = {"type": "integer", "format": "int32", "minimum": 0, "maximum": MAX_INT32}
_IDS: Final = {
    "note_id": "note",
    "refund_id": "rfd",
    "refund_request_id": "rfr",
    "credential_id": "cred",
    "previous_credential_id": "cred",
}
_FIELDS: Final[dict[str, Schema]] = {
    "reason": {
        **_WORD,
        "type": ["string", "null"],
        "description": "Reason, as in `status_reason`; null if it is not disclosed to the account.",
    },
    "reminders_sent": {**_COUNT, "description": "Number of reminders sent to the invitee."},
    "cards_remaining": {**_COUNT, "description": "Number of cards left in the bundle purchase."},
    "won": {"type": "boolean", "description": "Whether the dispute was won."},
    "live": {"type": ["boolean", "null"], "description": "Whether the provider takes real money."},
    "previous_expires_at": {
        **TIME,
        "type": ["string", "null"],
        "description": "Time when the previous credential stops working; null if none was replaced.",
    },
}
_DESCRIBED: Final = {
    "status": "Status after the event.",
    "money_status": "Status of the money; absent without money.",
    "link": "The link that was replaced.",
    "delivery_type": "Delivery channel.",
    "purpose": "Purpose of the payment.",
    "reason": "Reason.",
    "method": "How the recipient got the money.",
    "provider": "The provider; null if it was removed.",
}
_NULLABLE: Final = frozenset({"note_id", "previous_credential_id", "provider"})
# If optional, the member is absent without money and null for cash.
_NULLABLE_IF_OPTIONAL: Final = frozenset({"payment_id"})
_ID: Final = "01m7z4t0q9f1grv3k7m2x8d4hb"
_SAMPLES: Final[dict[str, Any]] = {
    "reason": "no_such_mailbox",
    "reminders_sent": 2,
    "cards_remaining": 5,
    "won": True,
    "live": True,
    "previous_expires_at": "2026-11-24T09:00:00.000Z",
}


def members_of(kind: str) -> tuple[set[str], Schema]:
    """Returns the names of the members that are always present, and the schemas of all members."""
    members = [_parsed(each) for each in MEMBERS[kind].split()]
    properties = {name: _schema(name, values, optional=optional) for name, values, optional in members}
    return {name for name, _, optional in members if not optional}, properties


def unexpected(kind: str, data: Collection[str]) -> set[str]:
    """Returns the missing and the unexpected members in the data of an event."""
    members = [_parsed(each) for each in MEMBERS[kind].split()]
    required = {name for name, _, optional in members if not optional}
    return (required - {*data}) | ({*data} - {name for name, _, _ in members})


def concerns_person(kind: str) -> bool:
    """Whether the event refers to an invitation or an admin, whose person a full payload may contain."""
    return any(_parsed(each)[0] in ("invite_id", "card_admin_id") for each in MEMBERS[kind].split())


def example(kind: str) -> dict[str, Any]:
    """Returns an example of the members that are always present."""
    members = [_parsed(each) for each in MEMBERS[kind].split()]
    return {name: _sample(name, values) for name, values, optional in members if not optional}


def _parsed(member: str) -> tuple[str, list[str], bool]:
    name, _, values = member.partition("=")
    return name.removesuffix("?"), values.split("|") if values else [], name.endswith("?")


def _schema(name: str, values: list[str], *, optional: bool) -> Schema:
    if values:
        words: Schema = {"type": "string", "enum": values}
        if name in _NULLABLE:
            return {"anyOf": [words, {"type": "null"}], "description": _DESCRIBED[name]}
        return words if len(values) == 1 else {**words, "description": _DESCRIBED[name]}
    if name in _FIELDS:
        return _FIELDS[name]
    if id_schema(name) and name not in _NULLABLE and not (optional and name in _NULLABLE_IF_OPTIONAL):
        return {"$ref": f"#/components/schemas/{camel(name)}"}
    found = id_schema(name) or {"type": "string", "pattern": ids.pattern(_IDS[name]), "maxLength": 31}
    noun = name.removesuffix("_id").replace("_", " ").replace("invite", "invitation")
    nullable = name in _NULLABLE or (optional and name in _NULLABLE_IF_OPTIONAL)
    type_ = ["string", "null"] if nullable else "string"
    return {**found, "type": type_, "description": f"ID of the {noun}."}


def _sample(name: str, values: list[str]) -> Any:
    if values:
        return values[0]
    if name in _SAMPLES:
        return _SAMPLES[name]
    pattern = (id_schema(name) or {"pattern": ids.pattern(_IDS.get(name, ""))})["pattern"]
    return pattern.removeprefix("^").partition("_")[0] + "_" + _ID
