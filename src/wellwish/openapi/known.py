"""Fields of answers that mean the same wherever they stand: their form, their limits, and what they are.

Fields that a client sent come back under the limits of the body; what is in neither place is limited
where its type stands.
"""

from typing import Any, Final

from wellwish.http.page import WHOLE_LIMIT
from wellwish.money import EXPONENTS, MAX_MINOR_AMOUNT
from wellwish.openapi.names import id_schema

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
    "pattern": r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$",
    "maxLength": 255,
}
# Words of ours for people: never longer than this.
SENTENCE: Final[Schema] = {**_LINE, "maxLength": 2000}
_COUNT: Final[Schema] = {"type": "integer", "format": "int32", "minimum": 0, "maximum": MAX_INT32}
_AMOUNT: Final[Schema] = {"type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_MINOR_AMOUNT}
CURSOR: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "maxLength": 500}


def secret(prefix: str) -> Schema:
    """Returns the schema of a secret of ours: its prefix, then letters and digits."""
    return {"type": "string", "pattern": f"^{prefix}[0-9A-Za-z_-]+$", "maxLength": 128}


_ANY_TEXT: Final[Schema] = {"type": "string", "pattern": r"^[\s\S]*$"}
SECRET: Final[Schema] = {"type": "string", "pattern": "^whsec_[A-Za-z0-9+/]+={0,2}$", "maxLength": 128}


_FIELDS: Final[dict[str, tuple[Schema, str]]] = {
    "created_at": (TIME, "When it was made."),
    "updated_at": (TIME, "When it last changed."),
    "closed_at": (TIME, "When it was closed."),
    "archived_at": (TIME, "When it was archived."),
    "cancelled_at": (TIME, "When it was cancelled."),
    "cancelling_at": (TIME, "Since when its money goes back, after which it is cancelled."),
    "removed_at": (TIME, "When they were removed."),
    "deleted_at": (TIME, "When it was deleted."),
    "expires_at": (TIME, "When it ends."),
    "purchased_at": (TIME, "When it was bought or granted."),
    "contribution_ends_at": (TIME, "The instant at which contributing ends, by `contribution_end_date`."),
    "version": ({**_COUNT, "minimum": 1}, "Grows with each change; the `ETag` of the record."),
    "sign_url": (URL, "The shared link for signing; null when there is none."),
    "view_url": (URL, "The link for reading the finished card; null when there is none."),
    "cover_url": (URL, "Picture of the cover."),
    "thumbnail_url": (URL, "Small picture of the cover."),
    "status": (_WORD, "The state it is in."),
    "status_reason": (_WORD, "Why it is in that state."),
    "role": (_WORD, "What you are to the card."),
    "object": (_WORD, "The kind of record."),
    "slug": (_SLUG, "Name for addresses."),
    "name": (_LINE, "Name."),
    "email": ({"type": "string", "format": "email", "maxLength": 254}, "E-mail address."),
    "occasion": (_WORD, "The occasion it is for."),
    "layout": (_WORD, "How notes are laid out."),
    "tone": (_WORD, "Its mood."),
    "effect": (_WORD, "What plays when the card is opened."),
    "locale": (_LOCALE, "Language tag."),
    "palettes": ({}, "Its palettes; the first is the default."),
    "palette": (_LINE, "The palette in use."),
    "light": (_COLOUR, "On light ground."),
    "dark": (_COLOUR, "On dark ground."),
    "accent": ({}, "For controls."),
    "wash": ({}, "For the ground behind the cover."),
    "wash2": ({}, "A second ground."),
    "currency": ({"type": "string", "enum": sorted(EXPONENTS)}, "Currency, ISO 4217."),
    "amount": (_AMOUNT, "Whole minor units of the currency."),
    "price": ({}, "What it cost."),
    "prices": ({}, "One price in each currency."),
    "purpose": (_WORD, "What it is for."),
    "provider": (_WORD, "The payment provider."),
    "refunded": ({}, "What went back."),
    "refundable": ({}, "What could still go back."),
    "refunds": ({}, "The refunds."),
    "failure_reason": (_WORD, "Why it failed."),
    "payment_status": (_WORD, "Whether it is paid."),
    "cards_total": (_COUNT, "How many cards it has in all."),
    "cards_used": (_COUNT, "How many of them are used."),
    "cards_remaining": (_COUNT, "How many are left."),
    "invited": (_COUNT, "How many were invited."),
    "contributed": (_COUNT, "How many contributions there are; of a group: how many have signed."),
    "pending": (_COUNT, "How many of the invited have not signed yet."),
    "link": (URL, "The link to sign with; null when there is none."),
    "collected": ({}, "What it has collected; absent in lists, and where you may not see it."),
    "counts": ({}, "How many were invited and have contributed; in lists only."),
    "collection": ({}, "Who may add money, and who sees what."),
    "recipients": ({}, "Whom the card is for."),
    "privilege": ({}, "What they may do on the card."),
    "id": ({}, "The id."),
    "type": (_WORD, "What it is."),
    "data": ({}, "The records."),
    "has_more": ({}, "Whether there are more after these."),
    "next_cursor": (CURSOR, "Send it as `cursor` to get what comes after."),
    "code": (_WORD, "What it is, for programs."),
    "detail": (SENTENCE, "What it is, for people."),
    "pointer": (
        {"type": "string", "pattern": r"^(/|\?|$)", "maxLength": 1000},
        "Where: a JSON pointer (RFC 6901) into the body, or `?name` of the query.",
    ),
    "api_key": (secret("wwk_"), "The API key."),
    "client_secret": (secret("wws_"), "The client secret."),
    "access_token": (secret("wwt_"), "The access token."),
    "url": (URL, "Where events are posted to."),
    "secret": (SECRET, "Key of the signatures: the base64-decoded part after `whsec_`."),
    "previous_secret_ends_at": (TIME, "Until when the former secret signs as well."),
    "failing_since": (TIME, "Since when nothing was taken; null while deliveries succeed."),
    "disabled_at": (TIME, "When it was disabled."),
    "disabled_reason": (_WORD, "Why it was disabled: by hand, failing for five days, or gone."),
    "delivered_at": (TIME, "When it was taken."),
    "next_attempt_at": (TIME, "When it is tried again."),
    "attempts": ({}, "The tries, in order."),
    "number": ({**_COUNT, "minimum": 1}, "Which try it was."),
    "response_status": ({**_COUNT, "minimum": 100, "maximum": 999}, "Status of the answer."),
    "response_body": ({**_ANY_TEXT, "maxLength": 1024}, "How the answer's body begins."),
    "description": ({**_ANY_TEXT, "maxLength": 500}, "What it is for."),
    "error": (_WORD, "Why there was no answer."),
    "duration_ms": (_COUNT, "How long it took, in milliseconds."),
    "event_type": (_WORD, "The type of the event."),
    "event_types": ({}, "Only events of these types; null: of all."),
    "since": (TIME, "From when on."),
    "previous_expires_at": (TIME, "When the former pair ends."),
}  # fmt: skip

# How many of a group are in a state.
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
    """Returns the form and the description of a field of an answer; both empty where nothing is known."""
    if name in _FIELDS:
        return _FIELDS[name]
    identifier = id_schema(name)
    if identifier is not None:
        return identifier, f"Id of the {name.removesuffix('_id').replace('_', ' ')}."
    if name.endswith("_count"):
        return _COUNT, f"How many {name.removesuffix('_count').replace('_', ' ')} there are."
    if name in _STATES or name.startswith("members_"):
        return _COUNT, f"How many are {name.removeprefix('members_').replace('_', ' ')}."
    if name.endswith("_at"):
        return TIME, f"When it was {name.removesuffix('_at').replace('_', ' ')}."
    return {}, ""
