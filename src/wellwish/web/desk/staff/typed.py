"""The form of a person: its fields and request body."""

from typing import Any, Final

from msgspec import Struct, structs

from wellwish.web.desk import merged
from wellwish.web.desk.staff.words import NO_BIRTHDAY
from wellwish.web.desk.teams import by_name
from wellwish.web.kit.form import Form
from wellwish.web.lists.names import split

TEXTS: Final = (
    "name", "email", "phone", "external_id", "teams", "manager", "timezone", "locale", "started_on",
)  # fmt: skip
_FIELDS: Final = ("name", "email", "phone", "external_id", "timezone", "locale")
_BIRTHDAY: Final = ("birthday_day", "birthday_month")


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form."""

    name: str = ""
    email: str = ""
    phone: str = ""
    external_id: str = ""
    teams: str = ""
    manager: str = ""
    timezone: str = ""
    locale: str = ""
    started_on: str = ""
    birthday_day: str = ""
    birthday_month: str = ""
    celebrate: bool = True


def read_typed(sent: Form, stored: Typed) -> tuple[Typed, dict[str, str]]:
    """Returns the typed fields, and the error of an incomplete birthday.

    Fields that were not in the form, such as declined dates, are unchanged.
    """
    texts = {name: merged.line(sent.text(name)) for name in (*TEXTS, *_BIRTHDAY) if sent.texts(name)}
    typed = structs.replace(stored, **texts, celebrate=bool(sent.text("celebrate")))
    given = [getattr(typed, name) for name in _BIRTHDAY]
    is_number = all(each.isascii() and each.isdecimal() and len(each) < 3 for each in given)
    return typed, {} if is_number or not any(given) else {"birthday": NO_BIRTHDAY}


def body_of(typed: Typed, stored: Typed, teams: dict[str, str]) -> dict[str, Any]:
    """Returns the body of the operation, with the fields that differ from the stored."""
    changed = [name for name in _FIELDS if getattr(typed, name) != getattr(stored, name)]
    dates = {name: date for name, date in _dates(typed).items() if date != _dates(stored)[name]}
    body: dict[str, Any] = {
        **{name: getattr(typed, name) or None for name in changed},
        **({"name": typed.name} if "name" in changed else {}),
        "celebrate": typed.celebrate,
        **({"dates": dates} if dates else {}),
    }
    if typed.teams != stored.teams:
        known = by_name(teams)
        body["teams"] = [known.get(each, each) for each in split(typed.teams)]
    if typed.manager != stored.manager:
        body["manager"] = typed.manager or None
    return body


def birthday_of(typed: Typed) -> str | None:
    """Returns the birthday as ``--03-14``, or None."""
    day, month = typed.birthday_day, typed.birthday_month
    return f"--{int(month):02}-{int(day):02}" if day else None


def _dates(typed: Typed) -> dict[str, str | None]:
    return {"birthday": birthday_of(typed), "started_on": typed.started_on or None}
