"""Permitted refusals of requests that satisfy their schema, each with its rule.

JSON Schema describes single values; it knows neither the clock nor the database. Each refusal
listed here follows from a rule of the product.
"""

import re
from typing import Any

# The pointer and code of a fault, for a noun or for all, and the rule that the schema cannot express.
_FAULTS = {
    r"(/cards/\d+)?/contribution_end_date (in_the_past|invalid_value)": "an end is a day that lies ahead",
    r"/collection/(min_amount|suggested_amounts/\d+) out_of_range": "amounts agree",
    r"/recipients too_many": "recipient may name one more person",
    r"/shared_link invalid_value": "a personal card has no shared link",
    r"/palette invalid_value": "a palette is one of the template's",
    r"(/people/\d+)?/timezone invalid_value": "a time zone is one of the IANA database",
    r"(/people/\d+)?/dates/\S+ (invalid_value|out_of_range)": "a date is of the calendar and near",
    r"\?(from|until) (invalid_value|out_of_range)": "a date is of the calendar and near",
    r"/(date_name|years|group_id) (required|invalid_value)": "a rule has the fields of its occasion",
    r"/(group|organiser|template)_id not_found": "a rule names records of the account",
    r"/(template|team|bundle_purchase)_ids/\d+ (not_found|duplicate)": "a rule names records of the account",
    r"/(opens_on|closes_on) (invalid_value|out_of_range)": "a card moves near its date",
    r"/holidays(/\d+)? (invalid_value|out_of_range|too_many)": "holidays leave working days between them",
    r"/(title|message) unknown_placeholder": "a text has placeholders that are known",
    r"(/people/\d+)?/dates/birthday year_dropped": "strict handling refuses what has no effect",
    r"(/people/\d+)?/(email|external_id|dates/own/\d+/name) (duplicate|exists)": "a person is listed once",
    r"(/people/\d+)?/manager (unknown_person|loop)": "a manager is another person",
    r"(/people/\d+)? required": "a person has an external_id or an email",
    r"/country invalid_value": "a country is one of ISO 3166",
    r"/fees/\d+/currency invalid_value": "an owner states one fee for a currency",
    r"(/people/\d+)?/locale invalid_value": "a language is one that CLDR knows",
    r"(/(recipients|people)/\d+)?/locale locale_not_translated": "strict handling refuses what has no effect",
    r"(/audio_file/url|/custom_logo) not_copied": "strict handling refuses what has no effect",
    r"/extra_data invalid_value": "extra_data is counted in bytes",
    r"(/(recipients|members|people)/\d+)?/phone invalid_value": "a number's punctuation is dropped first",
    r"(/invitees/\d+)?/delivery_id invalid_value": "an address has the form of its channel",
    r"/webhook_url invalid_value": "only a channel has a webhook, at a host",
    r"groups: /kind invalid_value": "a team stays a team",
    r"groups: /members invalid_value": "the members of a team are people",
    r"/members/\d+ required": "a member has an email address or a phone number",
    r"/name required": "only who is anonymous signs without a name",
    r"/(recipient_id|invite_id) (required|unexpected)": "the ID is that of the kind of link",
    r"/(strokes|content) (required|too_many|invalid_value)": "a drawing has strokes, a file has content",
    r"/note(/text)? required": "a contribution is a note, money, or both",
    r"/money/(currency invalid_value|amount out_of_range)": "money is in the card's currency and limits",
    r"(exports|erasures):  invalid_value": "a person is named in one way",
    r"/(scopes|networks)/\d+ (repeated|invalid_value)": "a network is one of CIDR, and each is named once",
    r"/expires_at (in_the_past|invalid_value)": "an end lies ahead",
    r"/by invalid_value": "the test clock moves by a duration of ISO 8601, or to a time",
    r"/embed_origins/\d+ invalid_value": "an origin has a complete host name",
    r"/strokes/\d+/points out_of_range": "each coordinate of a point has different bounds",
    r"/currency invalid_value": "a bundle has prices in some currencies",
    r"(/money)?/return_url invalid_value": "an origin is one of the account's list",
    r"/money/(cover_fee|receipt_email) invalid_value": "cash has no payment page, and RFC 5321 has limits",
    r"(/reply_to|\?address|\?email) invalid_value": "an address has the form of its channel",
    r"/secret_key (required|invalid_value|refused_by_provider)": "a key is one that Stripe knows",
    r"/webhook_secret invalid_value": "the sandbox has no secrets",
    r"(/url|/audio_file/url|/custom_logo) invalid_value": "an address names a host",
    r"(/cards/\d+)?/recipient_email invalid_value": "RFC 5321's limits",
    r"(/(recipients|members|people)/\d+)?/email invalid_value": "RFC 5321's limits",
    r"(/since|\?created_(after|before)) (invalid_value|in_the_past|out_of_range)": "an instant is sane",
}
_CODES = {
    "media_broken": "the content is a file of its kind",
    "media_not_accepted": "the content is a file of its kind",
    "media_too_large": "a picture is counted in pixels",
    "idempotency_key_required": "a key belongs to a refund",
    "idempotency_key_reused": "a key belongs to one request",
    "precondition_failed": "a version is one that was read",
    "precondition_required": "a version is one that was read",
    "invalid_cursor": "a cursor is one that was given",
}


def allow(failure: Any, response: Any) -> str | None:
    """Returns the rule that refused a valid request, or None if no rule explains the failure."""
    if type(failure).__name__ != "RejectedPositiveData":
        return None
    problem = response.json()
    if problem["code"] != "invalid_request":
        return _CODES.get(problem["code"])
    noun = re.sub(r".*/api/([a-z-]+).*", r"\1", response.request.url)
    rules = {_rule(fault, noun) for fault in problem["errors"]}
    return None if None in rules else ", ".join(sorted(rule for rule in rules if rule))


def _rule(fault: dict[str, str], noun: str) -> str | None:
    spelled = f"{fault['pointer']} {fault['code']}"
    both = (spelled, f"{noun}: {spelled}")
    return next(
        (rule for form, rule in _FAULTS.items() if any(re.fullmatch(form, each) for each in both)), None
    )


def nothing(failure: Any, response: Any) -> str | None:
    del failure, response
