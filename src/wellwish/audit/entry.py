"""The audit entry: the actions, its row and its record."""

from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.infra.effects import Actor
from wellwish.infra.http import line

KEPT_FOR: Final = timedelta(days=400)  # a year, plus a month to review it

# Operations name their action in ``routes.py``; the command line and sessions record the others.
ACTIONS: Final = (
    "account.change_access", "account.confirm_reply_to", "account.create", "account.create_customer",
    "account.delete_logo", "account.leave_platform", "account.lose_customer", "account.release",
    "account.resume", "account.set_platform", "account.suspend", "account.update", "account.update_customer",
    "account.update_logo",
    "api_key.create_test", "api_key.reset", "api_key.rotate",
    "bundle_purchase.create", "bundle_purchase.grant",
    "card.archive", "card.cancel", "card.close", "card.delete", "card.reopen", "card.rotate_link",
    "card_admin.create", "card_admin.delete", "card_admin.update",
    "consent.create", "consent.end",
    "contribution.confirm", "contribution.drop",
    "deletion_request.create", "deletion_request.delete",
    "erasure.create", "export.create",
    "handover.create", "handover.delete", "handover.update",
    "member.change_email", "member.create", "member.delete", "member.join", "member.update",
    "passkey.create", "passkey.delete",
    "payment.cancel", "payment.refund",
    "payment_provider.delete", "payment_provider.update",
    "occasion.change", "occasion.skip", "occasion_rule.create", "occasion_rule.delete", "occasion_rule.pause",
    "occasion_rule.start", "occasion_rule.update",
    "person.delete", "person.save", "person.sync", "person.update",
    "refund_request.approve", "refund_request.refuse",
    "restricted_key.create", "restricted_key.delete",
    "session.create_link", "session.end", "session.start",
    "suppression.delete",
    "wall.create", "wall.delete",
    "webhook_endpoint.create", "webhook_endpoint.delete", "webhook_endpoint.rotate_secret",
    "webhook_endpoint.update",
)  # fmt: skip

_ID: Final = "^[a-z]+_[0-9a-z]{26}$"
_EMAIL: Final = {"format": "email"}
_FIELD: Final = r"^[a-z][a-z0-9_.]*(=[a-z0-9_.:/-]+)?$"


class EntryRow(Struct, frozen=True):
    """A row of audit_entries, with the current email address of its user."""

    id: str
    action: str
    actor: Actor
    email: str | None
    credential_id: str | None
    network: str | None
    record_id: str | None
    card_id: str | None
    fields: list[str]
    created_at: datetime


class AuditActor(Struct, frozen=True, kw_only=True):
    """The person or program that acted."""

    type: Annotated[
        Actor,
        Meta(
            description=(
                "`user` in a browser, `api_key` for a program, `operator` for the command line, `platform` "
                "for the platform of the account, `customer` for a customer of the platform."
            )
        ),
    ]
    # The user ID would reveal whether the service already knew the address.
    email: (
        Annotated[
            str, line(254, "Current email address of the user, or of the key pair's user.", schema=_EMAIL)
        ]
        | None
    )
    credential_id: (
        Annotated[str, line(40, "ID of the key pair, restricted key or consent.", schema={"pattern": _ID})]
        | None
    )


class AuditEntry(Struct, frozen=True, kw_only=True):
    """One action. It contains IDs and names of fields, but no texts."""

    object: Literal["audit_entry"] = "audit_entry"
    id: Annotated[str, Meta(pattern=ids.pattern("aud"))]
    action: Annotated[str, line(64, "The action.", schema={"enum": list(ACTIONS)})]
    actor: AuditActor
    network: Annotated[str, line(64, "Network address: IPv4 /24 or IPv6 /64.")] | None
    record_id: Annotated[str, line(64, "ID of the record that was changed.", schema={"pattern": _ID})] | None
    card_id: Annotated[str, line(40, "ID of its card.", schema={"pattern": ids.pattern("card")})] | None
    fields: Annotated[
        list[Annotated[str, line(100, "Name of a field.", schema={"pattern": _FIELD})]],
        Meta(
            description="Names of the fields sent; for enums, booleans, `client`, `scopes` and `networks`, "
            "also the value.",
            max_length=100,
        ),
    ]
    created_at: str


def record(row: EntryRow) -> AuditEntry:
    actor = AuditActor(type=row.actor, email=row.email, credential_id=row.credential_id)
    return AuditEntry(
        id=row.id,
        action=row.action,
        actor=actor,
        network=row.network,
        record_id=row.record_id,
        card_id=row.card_id,
        fields=row.fields,
        created_at=clock.rfc3339(row.created_at),
    )
