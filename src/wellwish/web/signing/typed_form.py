"""The content of the signing form as typed, so that a refused form can show it again."""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.base.language import Language, later
from wellwish.base.money import Money
from wellwish.cards.recipient import LOCALE_FORM
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.gift import NewGift
from wellwish.contributions.note import INKS, MAX_LANG, MAX_MEDIA, PAPERS, PENS, VISIBILITIES, NewContribution
from wellwish.contributions.note_language import language_of
from wellwish.infra.http.read import convert
from wellwish.media.describe import Described
from wellwish.web.kit import cookie
from wellwish.web.kit.amount import NO_AMOUNT, amount_of, written
from wellwish.web.kit.field import Field, Fields
from wellwish.web.kit.form import Form

_TAG: Final = re.compile(LOCALE_FORM.strip("^$"))
_KEY: Final = re.compile("[A-Za-z0-9_-]{22}")
_LONGEST: Final = 20_000  # maximum characters shown again, more than any field accepts
# more than allowed, so that extra files cause an error instead of being dropped
_MOST_MEDIA: Final = MAX_MEDIA + 2
_LONGEST_AMOUNT: Final = 40

# Error messages by field and code.
_SAYS: Final[Mapping[tuple[str, str], str]] = {
    ("text", "required"): later("Write a few words, or add a photo, drawing or voice note"),
    ("text", "too_long"): later("Shorten your note to 2,000 characters or fewer"),
    ("photo", "too_many"): later("A note can have up to four photos and GIFs"),
    ("gift", "out_of_range"): later("Choose an amount between the minimum and the maximum"),
    ("gift", "provider_unavailable"): later(
        "Your earlier payment couldn't be cancelled because the payment provider isn't responding. "
        "Try again in a minute"
    ),
    ("gift", "still_open"): later(
        "You can still pay your earlier gift on the page of the payment provider, which can't close it yet. "
        "Pay it there, or try again in 15 minutes"
    ),
    ("gift", "changed_meanwhile"): later("Your gift was changed in another window. Check it and try again"),
    ("gift", "wrong_type"): NO_AMOUNT,
    ("name", "required"): later("Enter your name"),
    ("name", "too_long"): later("Shorten the name to 100 characters or fewer"),
    ("receipt_email", "invalid_value"): later(
        "Enter an email address in the correct format, like name@example.org"
    ),
    ("cover_fee", "invalid_value"): later(
        "The fee isn't known for this amount. Sign without adding it, or choose another amount"
    ),
    ("cover_fee", "out_of_range"): later(
        "With the fee, your gift is above the maximum. Sign without adding it, or choose a smaller amount"
    ),
    ("description", "too_long"): later("Shorten the description to 300 characters or fewer"),
    ("transcript", "too_long"): later("Shorten the transcript to 1,000 characters or fewer"),
}
_SAYS_OF_ALL: Final[Mapping[str, str]] = {
    "too_many_marks": later("Remove some of the marks above or below the letters"),
}
_GIFT: Final = "/money/amount"
_IDS: Final = {"/note/text": "text"}
_OTHERWISE: Final = later("Check this answer and try again")


class Typed(Struct, kw_only=True):
    """The fields of the form."""

    form_key: str
    text: str = ""
    lang: str = ""  # a language tag; empty if detected from the text
    name: str = ""
    pen: str = PENS[0]
    ink: str = INKS[0]
    paper: str = PAPERS[0]
    visibility: str = VISIBILITIES[0]
    anonymous: bool = False
    drawing: str = ""
    description: str = ""
    transcript: str = ""
    media: list[str] = []
    alts: dict[str, str] = {}  # the descriptions of photos by the IDs of their files
    gift: str = ""  # a suggested amount in minor units, "other", or empty
    has_panel: bool = False  # whether the form offered gifts
    adds_to: str = ""  # the payment that the form offered to add to
    other: str = ""  # a typed amount
    cash: bool = False
    hide_amount: bool = False
    receipt_email: str = ""
    cover_fee: bool = False


def fresh(name: str | None = None) -> Typed:
    """Returns an empty form, with the name if it is known.

    Its key is new, so that submitting it twice signs only once.
    """
    return Typed(form_key=cookie.random(), name=name or "")


def typed_from_row(row: ContributionRow, page: Language, receipt_email: str | None = None) -> Typed:
    """Returns the form of an existing contribution, with its author's address for receipts.

    ``page`` is the language of the page. ``lang`` is empty if detection returns the language of the note.
    """
    lang = row.lang or ""
    return Typed(
        form_key=cookie.random(),
        text=row.note_text,
        lang="" if lang == language_of(row.note_text, page.code) else lang,
        name=row.name or "",
        pen=row.pen,
        ink=row.ink,
        paper=row.paper,
        visibility=row.visibility,
        anonymous=row.anonymous,
        gift="other" if row.money_status == "pending" else "",
        other="" if row.money_status != "pending" else _written(row, page),
        hide_amount=row.hide_amount,
        receipt_email=receipt_email or "",
    )


def _written(row: ContributionRow, page: Language) -> str:
    amount, currency = row.money_amount, row.money_currency
    return "" if amount is None or currency is None else written(page, Money(amount, currency))


def typed_from_form(form: Form) -> Typed:
    """Parses the submitted form; unknown choices become the first one."""
    key = form.text("form_key")
    lang = form.text("lang")
    without, first = set(form.texts("without")), set(form.texts("first"))
    media = [each for each in form.texts("media") if each not in without][:_MOST_MEDIA]
    media.sort(key=lambda each: each not in first)
    return Typed(
        form_key=key if _KEY.fullmatch(key) else cookie.random(),
        text=form.text("text")[:_LONGEST],
        lang=lang if _TAG.fullmatch(lang) and len(lang) <= MAX_LANG else "",
        name=form.text("name")[:_LONGEST],
        pen=_one_of(PENS, form.text("pen")),
        ink=_one_of(INKS, form.text("ink")),
        paper=_one_of(PAPERS, form.text("paper")),
        visibility=_one_of(VISIBILITIES, form.text("visibility")),
        anonymous=form.text("anonymous") == "yes",
        drawing=form.text("drawing"),
        description=form.text("description")[:_LONGEST],
        transcript=form.text("transcript")[:_LONGEST],
        media=media,
        alts={each: said[0][:_LONGEST] for each in media if (said := form.texts(f"alt-{each}"))},
        gift=form.text("gift")[:_LONGEST_AMOUNT],
        has_panel=bool(form.texts("gift")),
        adds_to=form.text("adds_to")[:_LONGEST_AMOUNT],
        other=form.text("other")[:_LONGEST_AMOUNT],
        cash=form.text("way") == "cash",
        hide_amount=form.text("hide_amount") == "yes",
        receipt_email=form.text("receipt_email").strip()[:_LONGEST],
        cover_fee=form.text("cover_fee") == "yes",
    )


def _one_of(words: tuple[Any, ...], given: str) -> str:
    return given if given in words else words[0]


def contribution_of(
    typed: Typed, currency: str, page: Language, *, may_be_money_alone: bool = False
) -> NewContribution:
    """Returns the contribution, validated by the rules of the API. Raises InvalidRequest with all errors.

    ``page`` is the language of the page.
    """
    body: dict[str, Any] = {
        "name": typed.name,
        "anonymous": typed.anonymous,
        "note": {
            "text": typed.text,
            "lang": typed.lang or None,
            "pen": typed.pen,
            "ink": typed.ink,
            "paper": typed.paper,
            "visibility": typed.visibility,
            "media": typed.media,
        },
    }
    faults = _described_faults(typed)
    if typed.gift:
        amount = int(typed.gift) if typed.gift.isascii() and typed.gift.isdigit() else None
        if typed.gift == "other":
            amount = amount_of(typed.other, currency, page)
        if amount is None:
            faults.append(Fault(_GIFT, "wrong_type", ""))
        else:
            body["money"] = {
                "amount": amount,
                "currency": currency,
                "method": "cash" if typed.cash else "online",
                "hide_amount": typed.hide_amount,
            }
            if not typed.cash:
                body["money"] |= {"receipt_email": typed.receipt_email, "cover_fee": typed.cover_fee}
    if (typed.gift or may_be_money_alone) and not (typed.text.strip() or typed.media):
        del body["note"]
    try:
        made = convert(body, NewContribution, strict=True, warnings=[])
    except InvalidRequest as refusal:
        # Report a missing name together with the other errors.
        named = typed.anonymous or typed.name.strip() or any(f.pointer == "/name" for f in refusal.faults)
        missing = [] if named else [Fault("/name", "required", "")]
        raise InvalidRequest(faults=[*refusal.faults, *missing, *faults]) from None
    if faults:
        raise InvalidRequest(faults=faults)
    return made


def _described_faults(typed: Typed) -> list[Fault]:
    faults: list[Fault] = []
    for description in (typed.description, *typed.alts.values()):
        words = {"description": description, "transcript": typed.transcript}
        try:
            convert(words, Described, strict=True, warnings=[])
        except InvalidRequest as refusal:
            faults += [each for each in refusal.faults if each not in faults]
    return faults


def fields(typed: Typed, faults: Mapping[str, str]) -> dict[str, Field]:
    """Returns the text fields of the form by their IDs, with the limits of the API."""
    note = Fields(NewContribution, {"/note/text": typed.text, "/name": typed.name}, faults, _IDS)
    words = {"/description": typed.description, "/transcript": typed.transcript}
    described = Fields(Described, words, faults)
    receipt = Fields(NewGift, {"/receipt_email": typed.receipt_email}, faults)["/receipt_email"]
    found = (note["/note/text"], note["/name"], described["/description"], described["/transcript"], receipt)
    return {each.id: each for each in found}


def says(faults: list[Fault]) -> dict[str, str]:
    """Returns error messages by the ID of their field."""
    messages: dict[str, str] = {}
    for fault in faults:
        field = fault.pointer.rpartition("/")[2] or "text"
        if fault.pointer.startswith("/money") and field not in ("receipt_email", "cover_fee"):
            field = "gift"
        elif field == "note":
            field = "text"
        elif fault.pointer.startswith("/note/media"):
            field = "photo"
        messages.setdefault(field, _SAYS.get((field, fault.code)) or _SAYS_OF_ALL.get(fault.code, _OTHERWISE))
    return messages
