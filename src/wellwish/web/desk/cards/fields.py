"""The form fields for a card's design, texts, people and rules, and their request bodies."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from msgspec import UNSET

from wellwish.base.errors import Fault
from wellwish.base.language import Language, later
from wellwish.base.money import EXPONENTS, Money
from wellwish.cards.card import Card
from wellwish.cards.collection import Collection
from wellwish.cards.recipient import Recipient
from wellwish.cards.update import OWNERS_ALONE
from wellwish.web.kit.amount import amount_of, no_amount, written
from wellwish.web.kit.form import Form
from wellwish.web.lists import clean, line
from wellwish.web.lists.person import Person, Problem

Values = dict[str, str]

_WORDS: Final = ("title", "sender", "timezone", "locale", "reply_to", "custom_logo")
_CHOICES: Final = ("moderation", "see_notes", "custom_effect", "organiser_mail")
_SWITCHES: Final = ("auto_reminders", "shared_link", "public_read")
_OF_MONEY: Final = ("add_money", "see_total", "see_contributors", "see_contributor_names", "currency")
_MONEY_SWITCHES: Final = ("add_cash", "restrict_cash")
_AMOUNTS: Final = ("goal_amount", "min_amount", "max_amount")
NAMES: Final = (
    *_WORDS, *_CHOICES, *_SWITCHES, *_OF_MONEY, *_MONEY_SWITCHES, *_AMOUNTS,
    "suggested_amounts", "design", "cover_text", "people", "end_day", "end_time", "contribution_limit",
)  # fmt: skip
NEW: Final[Values] = dict.fromkeys(NAMES, "") | {
    "moderation": "off", "see_notes": "signed", "organiser_mail": "daily", "add_money": "nobody",
    "see_total": "admins", "see_contributors": "contributors", "see_contributor_names": "0",
    "shared_link": "1",
}  # fmt: skip

_ADDRESSED: Final = re.compile(r"(?:([^<>@]*?)\s*<)?([^<>\s]+@[^<>\s]+?)>?")
_BETWEEN: Final = re.compile(r"[,;]?\s+")
_IN_FIELD: Final = {
    "template_id": "design", "palette": "design", "contribution_end_date": "end_day",
    "recipients": "people", "recipient": "people", "recipient_email": "people",
}  # fmt: skip
_SAYS: Final = {
    ("title", "required"): later("Enter a title"),
    ("sender", "required"): later("Enter the sender's name"),
    ("design", "required"): later("Choose a design"),
    ("design", "not_found"): later("This design is no longer available. Choose another one"),
    ("end_day", ""): later("Choose a time in the future"),
    ("timezone", ""): later("Enter a time zone such as Europe/Berlin"),
    ("reply_to", ""): later("Enter an email address in the correct format, such as name@example.com"),
    ("cover_text", ""): later("Enter at most 3 lines of 40 characters"),
    ("contribution_limit", ""): later("Enter a number from 0 to 10,000"),
    ("currency", ""): later("Enter a currency code such as EUR"),
    ("suggested_amounts", ""): later("Enter up to 4 amounts between the smallest and the largest"),
    ("min_amount", "out_of_range"): later("The smallest amount must not be above the largest"),
    ("shared_link", ""): later("A personal card has no signing link"),
}
NO_AMOUNT: Final = "no_amount"
_SAYS_OF_ALL: Final = {"too_long": later("Shorten this text")}
_OTHERWISE: Final = later("Check this answer and try again")
_LINE: Final = later(
    "Line %(number)s: enter a name, or a name and an email address like Maya <maya@example.com>"
)


def typed(sent: Form) -> Values:
    """Returns the form's fields, trimmed."""
    return {name: sent.text(name).strip() for name in NAMES}


def values_of(card: Card, page: Language) -> Values:
    """Returns the values of the card's form, in the language of the page."""
    day, time = _end_of(card)
    return {
        **{name: _text(getattr(card, name)) for name in (*_WORDS, *_CHOICES, *_SWITCHES)},
        **money_values(card.collection, page),
        "design": f"{card.template_id} {card.palette}",
        "cover_text": "\n".join(card.cover_text or ()),
        "people": "\n".join(_line(each) for each in card.recipients),
        "end_day": day,
        "end_time": time,
        "contribution_limit": _text(card.contribution_limit),
    }


def money_values(money: Collection, page: Language) -> Values:
    """Returns the money settings as a form shows them."""
    suggested = [_major(each, money.currency, page) for each in money.suggested_amounts or ()]
    return {
        **{name: _text(getattr(money, name)) for name in (*_OF_MONEY, *_MONEY_SWITCHES)},
        **{name: _major(getattr(money, name), money.currency, page) for name in _AMOUNTS},
        "suggested_amounts": " ".join(suggested),
    }


def body_of(values: Values, page: Language) -> tuple[dict[str, Any], list[Fault]]:
    """Returns the request body, with None for empty values, and the errors in amounts and lines of people."""
    faults: list[Fault] = []
    template_id, _, palette = values["design"].partition(" ")
    end = values["end_day"] or None
    if end is not None and values["end_time"]:
        end = f"{end}T{values['end_time']}"
    limit = values["contribution_limit"]
    members: dict[str, Any] = {name: values[name] or None for name in (*_WORDS, *_CHOICES)}
    members |= {name: bool(values[name]) for name in _SWITCHES}
    members |= {
        "template_id": template_id or None,
        "palette": palette or None,
        "contribution_end_date": end,
        "contribution_limit": int(limit) if limit.isascii() and limit.isdigit() else limit or None,
        "cover_text": cover_lines(values) or None,
        "recipients": _people(values["people"], faults),
        "collection": collection_of(values, page, faults),
    }
    return members, faults


def cover_lines(values: Values) -> list[str]:
    return [line for each in values["cover_text"].split("\n") if (line := each.strip())]


def changes(values: Values, card: Card, page: Language) -> tuple[dict[str, Any], list[Fault]]:
    """Returns the body members that differ from the card, except those that the reader may not change."""
    after, faults = body_of(values, page)
    before, _ = body_of(values_of(card, page), page)
    known = {"collection": before["collection"]}
    changed = {
        name: value
        for name, value in after.items()
        if value != before[name] and name not in known and name not in hidden(card)
    }
    money = {
        name: value
        for name, value in after["collection"].items()
        if value != before["collection"][name] and name not in hidden(card)
    }
    if money:
        changed["collection"] = money
    if "palette" in changed and "template_id" not in changed and changed["palette"] is None:
        del changed["palette"]
    if "recipients" in changed:
        changed["recipients"] = [_kept(each, card.recipients) for each in changed["recipients"]]
    return changed, faults


def hidden(card: Card) -> frozenset[str]:
    """Returns the fields that the reader of the card may not change."""
    return frozenset() if card.role == "owner" else OWNERS_ALONE


def said(language: Language, faults: Iterable[Fault]) -> dict[str, str]:
    """Returns the translated message of each field with an error."""
    found: dict[str, str] = {}
    for fault in faults:
        tokens = fault.pointer.strip("/").split("/")
        first = tokens[1] if tokens[0] == "collection" and len(tokens) > 1 else tokens[0]
        name = _IN_FIELD.get(first, first)
        if name == "people" and len(tokens) > 1 and tokens[1].isdigit():
            message = language.gettext(_LINE) % {"number": language.number(int(tokens[1]) + 1)}
        else:
            text = (
                _SAYS.get((name, fault.code))
                or _SAYS.get((name, ""))
                or _SAYS_OF_ALL.get(fault.code)
                or (fault.detail if fault.code == NO_AMOUNT else "")
                or _OTHERWISE
            )
            message = language.gettext(text)
        found.setdefault(name if name in NAMES else "", message)
    return found


def _text(value: object) -> str:
    if value is None or value is UNSET or value is False:
        return ""
    return "1" if value is True else str(value)


def _end_of(card: Card) -> tuple[str, str]:
    """Returns the end as day and time in the card's time zone; the time is empty for the end of a day."""
    if card.contribution_end_date is None or card.contribution_ends_at is None:
        return "", ""
    if len(card.contribution_end_date) == len("2026-12-24"):
        return card.contribution_end_date, ""
    at = datetime.fromisoformat(card.contribution_ends_at).astimezone(ZoneInfo(card.timezone))
    return f"{at:%Y-%m-%d}", f"{at:%H:%M}"


def _line(person: Recipient) -> str:
    name, email = person.name or "", person.email or ""
    return f"{name} <{email}>".strip() if email else name


def _people(text: str, faults: list[Fault]) -> list[dict[str, Any]]:
    """Parses lines such as ``Maya <maya@example.com>``, ``Maya`` or ``maya@example.com``."""
    people: list[dict[str, Any]] = []
    for typed in filter(None, map(str.strip, clean.clean(text).split("\n"))):
        for each in line.read(typed):
            known = _ADDRESSED.fullmatch(typed)
            if isinstance(each, Person) and each.email:
                people.append({"name": each.name or None, "email": each.email})
            elif isinstance(each, Problem) and each.reason == "unreachable" and known is not None:
                # Recipients may have email addresses in private networks.
                people.append({"name": known[1] or None, "email": known[2]})
            else:
                people.append({"name": each.text, "email": None})
                if "@" in each.text or "<" in each.text:
                    faults.append(Fault(f"/recipients/{len(people) - 1}", "invalid_value", ""))
    return people


def _kept(person: dict[str, Any], known: Sequence[Recipient]) -> dict[str, Any]:
    """Adds the person's stored values that are not in the form: phone, language, external ID."""
    for each in known:
        is_same = person["email"] == _text(each.email) if person["email"] else person["name"] == each.name
        if is_same:
            more = {"phone": each.phone, "locale": each.locale, "external_id": each.external_id}
            return {**person, **{name: value for name, value in more.items() if value not in (None, UNSET)}}
    return person


def collection_of(values: Mapping[str, str], page: Language, faults: list[Fault]) -> dict[str, Any]:
    """Returns the money settings, None for empty values, and adds the errors of amounts to ``faults``."""
    names = values["see_contributor_names"]
    money: dict[str, Any] = {name: values[name] or None for name in _OF_MONEY}
    money["currency"] = values["currency"].upper() or None
    money["see_contributor_names"] = int(names) if names in ("0", "1", "2", "3") else None
    money |= {name: bool(values[name]) for name in _MONEY_SWITCHES}
    known = money["currency"] if money["currency"] in EXPONENTS else "EUR"

    def minor(name: str, given: str) -> int | None:
        amount = amount_of(given, known, page)
        if amount is None:
            faults.append(Fault(f"/collection/{name}", NO_AMOUNT, no_amount(page, known)))
        return amount

    money |= {name: minor(name, values[name]) if values[name] else None for name in _AMOUNTS}
    suggested = _BETWEEN.split(values["suggested_amounts"]) if values["suggested_amounts"] else []
    money["suggested_amounts"] = [minor("suggested_amounts", each) for each in suggested] or None
    return money


def _major(amount: int | None, currency: str, page: Language) -> str:
    return "" if amount is None else written(page, Money(amount, currency))
