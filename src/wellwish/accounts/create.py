"""Create an account with its owner."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from wellwish.accounts import user
from wellwish.accounts.account import Account, insert
from wellwish.base import ids, money
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.db import Tx
from wellwish.infra.http.addresses import email_address
from wellwish.infra.http.fields import TextRule

MAX_NAME: Final = 255  # characters

# The parts of a language tag (RFC 5646 2.1) for which CLDR has data: language, script, region.
_LOCALE: Final = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|[0-9]{3}))?", re.IGNORECASE)


class NewAccount(Struct, frozen=True, kw_only=True):
    """The account to create; ``owner_name`` applies only if the owner is a new user."""

    name: str
    email: str
    owner_name: str | None = None
    country: str | None = None
    currency: str = "USD"
    timezone: str = "UTC"
    locale: str = "en"


async def create(tx: Tx, new: NewAccount) -> Account:
    """Returns the account. Afterwards the transaction sees only this account.

    The owner's email address counts as verified, because the operator provides it. Raises InvalidRequest with
    all faults.
    """
    new = _checked(new)
    account_id = ids.new("acct")
    await tx.see([account_id])
    account = await insert(
        tx,
        account_id,
        name=new.name,
        country=new.country,
        currency=new.currency,
        timezone=new.timezone,
        locale=new.locale,
    )
    user_id = await user.find_or_create(tx, new.email, new.owner_name)
    await user.verify(tx, user_id)
    await tx.run(
        """
        insert into memberships (account_id, user_id, role, created_at)
        values (:account_id, :user_id, 'owner', :now)
        """,
        account_id=account_id,
        user_id=user_id,
    )
    return account


def _checked(new: NewAccount) -> NewAccount:
    checks: dict[str, tuple[str | None, Callable[[str], str]]] = {
        "name": (new.name, _name),
        "email": (new.email, email_address),
        "owner_name": (new.owner_name, _name),
        "country": (new.country, country_code),
        "currency": (new.currency, money.currency),
        "timezone": (new.timezone, time_zone),
        "locale": (new.locale, language_tag),
    }
    faults: list[Fault] = []
    clean: dict[str, str] = {}
    for name, (given, check) in checks.items():
        if given is None:
            continue
        try:
            clean[name] = check(given)
        except ValueError as error:
            faults.append(Fault(f"/{name}", "invalid_value", str(error)))
    if faults:
        raise InvalidRequest(faults=faults)
    return NewAccount(**clean)


def _name(given: str) -> str:
    rule = TextRule()
    name = rule.normal(given)
    if rule.fault(given) or not 1 <= len(name) <= MAX_NAME:
        raise ValueError(f"Must be one line of 1 to {MAX_NAME} characters.")
    return name


def country_code(given: str) -> str:
    """Returns the ISO 3166-1 alpha-2 code in upper case. Raises ValueError."""
    code = given.strip().upper()
    # Some letters beyond ASCII become ASCII in upper case (ß becomes SS), but are not part of any code.
    if not given.isascii() or code not in countries():
        raise ValueError("Must be a two-letter ISO 3166 country code, such as DE or US.")
    return code


def time_zone(given: str) -> str:
    """Returns the name of an IANA time zone. Raises ValueError."""
    try:
        return ZoneInfo(given.strip()).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("Must be an IANA time zone, such as Europe/Berlin.") from None


def language_tag(given: str) -> str:
    """Returns a language tag (BCP 47) in canonical case, if CLDR knows it. Raises ValueError."""
    parts = _LOCALE.fullmatch(given.strip())
    if parts is not None:
        language, script, region = parts[1].lower(), (parts[2] or "").title(), (parts[3] or "").upper()
        tag = "-".join(part for part in (language, script, region) if part)
        try:
            Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            pass
        else:
            return tag
    raise ValueError("Must be a language tag, such as en or pt-BR.")


@cache
def countries() -> frozenset[str]:
    """Returns the country codes in use, from the time zone database, which follows ISO 3166-1."""
    return frozenset(_codes(files("tzdata.zoneinfo").joinpath("iso3166.tab").read_text(encoding="utf-8")))


def _codes(table: str) -> Iterator[str]:
    for row in table.splitlines():
        if not row.startswith("#"):
            yield row.partition("\t")[0]
