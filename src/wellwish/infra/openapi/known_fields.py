"""The schemas and descriptions of response fields that have the same meaning in every record.

Fields that clients also send use the description of the request body. All other fields are described in their
record type.
"""

from typing import Any, Final

from wellwish.base.money import EXPONENTS, MAX_MINOR_AMOUNT
from wellwish.infra.http.fields import FILLED_PATTERN, LINE_PATTERN, TEXT_PATTERN
from wellwish.infra.http.page import WHOLE_LIMIT
from wellwish.infra.http.query_time import END_FORM, FORM
from wellwish.infra.openapi.names import ID_FIELDS, camel, id_schema, noun_of

Schema = dict[str, Any]

MAX_INT32: Final = 2**31 - 1
MAX_URL: Final = 2048
# RFC 3339 in UTC with milliseconds, as clock.rfc3339 writes it.
TIME: Final[Schema] = {
    "type": "string",
    "format": "date-time",
    "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$",
    "maxLength": 24,
}
URL: Final[Schema] = {"type": "string", "format": "uri", "maxLength": MAX_URL}
_COLOUR: Final[Schema] = {"type": "string", "pattern": "^#[0-9a-f]{6}$", "maxLength": 7}
_SLUG: Final[Schema] = {"type": "string", "pattern": "^[a-z0-9-]+$", "maxLength": 64}
_WORD: Final[Schema] = {"type": "string", "pattern": "^[a-z0-9_.]+$", "maxLength": 64}
_LOCALE: Final[Schema] = {
    "type": "string",
    "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$",
    "maxLength": 35,
}
_LINE: Final[Schema] = {
    "type": "string",
    "pattern": LINE_PATTERN,
    "maxLength": 255,
}
_EMAIL: Final[Schema] = {**_LINE, "format": "email", "maxLength": 254}
# A sentence in a response.
SENTENCE: Final[Schema] = {**_LINE, "maxLength": 2000}
_COUNT: Final[Schema] = {"type": "integer", "format": "int32", "minimum": 0, "maximum": MAX_INT32}
_AMOUNT: Final[Schema] = {"type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_MINOR_AMOUNT}
CURSOR: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "maxLength": 500}


def secret(prefix: str) -> Schema:
    """Returns the schema of a secret: its prefix, then letters, digits, hyphens and underscores."""
    return {"type": "string", "pattern": f"^{prefix}[0-9A-Za-z_-]+$", "maxLength": 128}


_ANY_TEXT: Final[Schema] = {"type": "string", "pattern": r"^[\s\S]*$"}
SECRET: Final[Schema] = {"type": "string", "pattern": "^whsec_[A-Za-z0-9+/]+={0,2}$", "maxLength": 128}

_CREATED: Final = "Time when the record was created."
_UPDATED: Final = "Time when the record last changed."
_VERSION: Final = "Version of the record, also its `ETag`. Each change increments it."
# Types that many response fields share, as components of the document.
SHARED: Final[dict[str, Schema]] = {
    "Timestamp": {**TIME, "description": "A time in UTC with milliseconds (RFC 3339)."},
    "CreatedAt": {**TIME, "description": _CREATED},
    "UpdatedAt": {**TIME, "description": _UPDATED},
    "TimestampOrNull": {**TIME, "type": ["string", "null"], "description": "A time, or null."},
    "Line": {**_LINE, "description": "A line of text."},
    "RequiredLine": {
        "type": "string",
        "pattern": FILLED_PATTERN,
        "minLength": 1,
        "maxLength": 255,
        "description": "A line of text that is not blank.",
    },
    "Word": {**_WORD, "description": "A name in lower case, such as an event type."},
    "Count": {**_COUNT, "description": "A number."},
    "Version": {**_COUNT, "minimum": 1, "description": _VERSION},
    "Url": {**URL, "description": "A URL."},
    "Email": {**_EMAIL, "description": "An email address."},
    "Locale": {**_LOCALE, "description": "Language tag (BCP 47)."},
    "LineOrNull": {**_LINE, "type": ["string", "null"], "description": "A line of text, or null."},
    "TextOrNull": {
        "type": ["string", "null"],
        "pattern": TEXT_PATTERN,
        "maxLength": 500,
        "description": "Text with line breaks, or null.",
    },
    "EndDate": {"type": "string", "pattern": END_FORM, "maxLength": 40, "description": "A date or time."},
    "DateOrTime": {"type": "string", "pattern": FORM, "maxLength": 40, "description": "A date or time."},
    **{
        camel(name): {**(id_schema(name) or {}), "description": f"ID of the {noun_of(name)}."}
        for name in ID_FIELDS
        if name != "parent_invite_id"
    },
}

_FIELDS: Final[dict[str, tuple[Schema, str]]] = {
    "created_at": (TIME, _CREATED),
    "updated_at": (TIME, _UPDATED),
    "closed_at": (TIME, "Time when the card was closed."),
    "archived_at": (TIME, "Time when the card was archived."),
    "cancelled_at": (TIME, "Time when the card was cancelled."),
    "cancelling_at": (TIME, "Time when cancelling started; it completes once all refunds are complete."),
    "removed_at": (TIME, "Time when the admin was removed."),
    "deleted_at": (TIME, "Time when the record was deleted."),
    "expires_at": (TIME, "Time when it expires."),
    "now": (TIME, "Time of the test data."),
    "advancing_to": (TIME, "Time to which the clock is moving."),
    "opens_at": (TIME, "Time when the card opens."),
    "closes_at": (TIME, "Time when the card closes."),
    "purchased_at": (TIME, "Time when the bundle was bought or granted."),
    "contribution_ends_at": (TIME, "Time when contributing ends, derived from `contribution_end_date`."),
    "version": ({**_COUNT, "minimum": 1}, _VERSION),
    "sign_url": (URL, "Shared signing link; null if there is none."),
    "view_url": (URL, "Link to view the finished card; null if there is none."),
    "cover_url": (URL, "URL of the cover picture."),
    "thumbnail_url": (URL, "URL of a small cover picture."),
    "status": (_WORD, ""),
    "status_reason": (_WORD, "Reason for the status."),
    "role": (_WORD, "Your role on the card."),
    "object": (_WORD, ""),
    "slug": (_SLUG, "Name used in URLs."),
    "name": (_LINE, "Name."),
    "email": ({"type": "string", "format": "email", "maxLength": 254}, "Email address."),
    "occasion": (_WORD, "Occasion of the template."),
    "layout": (_WORD, "Layout of the notes."),
    "tone": (_WORD, "Tone of the template."),
    "effect": (_WORD, "Effect that plays when the card is opened."),
    "locale": (_LOCALE, "Language tag (BCP 47)."),
    "palettes": ({}, "Palettes of the template; the first is the default."),
    "palette": (_LINE, "Name of the palette in use."),
    "light": (_COLOUR, "Colour in light mode."),
    "dark": (_COLOUR, "Colour in dark mode."),
    "accent": ({}, "Colour of controls."),
    "wash": ({}, "Background colour behind the cover."),
    "wash2": ({}, "Second background colour."),
    "currency": ({"type": "string", "enum": sorted(EXPONENTS)}, "ISO 4217 currency code."),
    "amount": (_AMOUNT, "Amount in minor units of the currency."),
    "price": ({}, "Price of the purchase."),
    "prices": ({}, "Price in each currency."),
    "purpose": (_WORD, ""),
    "provider": (_WORD, "The payment provider."),
    "refunded": ({}, "Refunded amount."),
    "refundable": ({}, "Amount that can still be refunded."),
    "refunds": ({}, "Refunds of the payment."),
    "failure_reason": (_WORD, "Reason for the failure."),
    "payment_status": (_WORD, "Payment status of the purchase."),
    "cards_total": (_COUNT, "Total number of cards."),
    "cards_used": (_COUNT, "Number of used cards."),
    "cards_remaining": (_COUNT, "Number of cards left."),
    "cards_returned": (_COUNT, ""),
    "unlisted": (_COUNT, ""),
    "invited": (_COUNT, "Number of invitations."),
    "contributed": (_COUNT, "Number of contributions; for a group, number of members who have signed."),
    "members_total": (_COUNT, "Total number of members."),
    "pending": (_COUNT, "Number of invitees who have not signed by name; they may have signed anonymously."),
    "reminded": (_COUNT, "Number of people."),
    "not_sent": (_COUNT, ""),
    "messaged_today": (_COUNT, ""),
    "reminded_today": (_COUNT, ""),
    "reminder_limit": (_COUNT, ""),
    "message_limit": (_COUNT, ""),
    "without_fee": (_COUNT, ""),
    "link": (URL, "Signing link; null if there is none."),
    "collected": ({}, "Money collected by the card; absent if it is not visible to you."),
    "counts": ({}, "Numbers of invitations and contributions; only in lists."),
    "collection": ({}, "Settings for money and visibility."),
    "recipients": ({}, "Recipients of the card."),
    "privilege": ({}, "Privileges on the card."),
    "id": ({}, ""),
    "type": (_WORD, "Type of the event."),
    "data": ({}, ""),
    "has_more": ({}, "Whether there are more records after this page."),
    "next_cursor": (CURSOR, "Cursor of the next page; send it as `cursor`. Null on the last page."),
    "code": (_WORD, "Machine-readable code."),
    "detail": (SENTENCE, "Human-readable explanation."),
    "pointer": (
        {"type": "string", "pattern": r"^(/|\?|$)", "maxLength": 1000},
        "Location: JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.",
    ),
    "anonymous": (
        {},
        (
            "Whether the author is hidden from everyone, including the owner. If everybody else signs with "
            "their name, the organisers can work out who did not."
        ),
    ),
    "audio_file": ({}, "Music for the card."),
    "contributed_at": (TIME, "Time when the invitee signed by name; null after signing anonymously."),
    "deleted": ({}, "Always true."),
    "fee": ({}, "Fee of the provider; null until it is known."),
    "money": ({}, "Money of the contribution; null if there is none or it is not visible to you."),
    "note": ({}, "Note of the contribution; null if there is only money."),
    "opened_at": (
        TIME,
        "Day (UTC) on which the link was first opened. It and the status `opened` are set on the next day.",
    ),
    "payload": ({}, "`thin` or `full`."),
    "personal_data": ({}, "Whether full payloads include personal data."),
    "progress": ({}, "Progress of inviting the members of a saved group."),
    "reasons": ({}, "Reasons given in the reports."),
    "sent_count": (_COUNT, "Number of messages sent."),
    "api_key": (secret("wwk_"), "API key."),
    "client_secret": (secret("wws_"), "Client secret."),
    "access_token": (secret("wwt_"), "Access token."),
    "url": (URL, "URL to which events are posted."),
    "secret": (SECRET, "Signing secret; the key is the base64-decoded part after `whsec_`."),
    "previous_secret_ends_at": (TIME, "Time until which the previous secret is also used to sign."),
    "failing_since": (TIME, "Time since which all deliveries have failed; null while deliveries succeed."),
    "disabled_at": (TIME, "Time when the endpoint was disabled."),
    "disabled_reason": (_WORD, "Reason: `by_hand`, `failing` (for five days) or `gone` (410)."),
    "delivered_at": (TIME, "Time of delivery."),
    "next_attempt_at": (TIME, "Time of the next attempt."),
    "attempts": ({}, "Attempts, in order."),
    "number": ({**_COUNT, "minimum": 1}, "Number of the attempt, starting at 1."),
    "response_status": ({**_COUNT, "minimum": 100, "maximum": 999}, "HTTP status code of the response."),
    "response_body": ({**_ANY_TEXT, "maxLength": 1024}, "Beginning of the response body."),
    "description": ({**_ANY_TEXT, "maxLength": 500}, "Description."),
    "error": (_WORD, "Reason why there was no response."),
    "duration_ms": (_COUNT, "Duration in milliseconds."),
    "event_type": (_WORD, "Type of the event."),
    "event_types": ({}, "Types of events to receive; null for all types."),
    "since": (TIME, "Start of the recovery."),
    "previous_expires_at": (TIME, "Time when the previous key pair ends."),
}  # fmt: skip

# The statuses by which a group invitation counts its members.
_STATES: Final = frozenset(
    {
        "queued",
        "sent",
        "delivered",
        "opened",
        "bounced",
        "failed",
        "declined",
        "revoked",
        "suppressed",
        "already_invited",
    }
)

MAX_ITEMS: Final = WHOLE_LIMIT


def known(name: str) -> tuple[Schema, str]:
    """Returns the schema and the description of a response field; both are empty for an unknown field."""
    if name in _FIELDS:
        return _FIELDS[name]
    identifier = id_schema(name)
    if identifier is not None:
        return identifier, f"ID of the {noun_of(name)}."
    if name.endswith("_count"):
        return _COUNT, f"Number of {name.removesuffix('_count').replace('_', ' ')}."
    if name.startswith("members_"):
        return _COUNT, "Number of members."
    if name in _STATES:
        return _COUNT, f"Number of invitations with status `{name}`."
    if name.endswith("_at"):
        return TIME, f"Time when it was {name.removesuffix('_at').replace('_', ' ')}."
    return {}, ""
