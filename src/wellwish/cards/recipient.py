"""Recipients: the people whom a card is for."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from wellwish.accounts.user import email_key
from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.base.language import untranslated
from wellwish.infra.http import Lenient, line
from wellwish.infra.http.addresses import email_address, phone_number

MAX_RECIPIENTS: Final = 50

LOCALE_FORM = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$"

Email = Annotated[str, line(254, "Email address.", check=email_address, schema={"format": "email"})]
Phone = Annotated[str, line(40, "Phone number, preferably with a country code.")]


def language_tag(given: str) -> str:
    """Checks the format of a language tag (RFC 5646). Raises ValueError."""
    if re.fullmatch(LOCALE_FORM.strip("^$"), given) is None:
        raise ValueError("Must be a language tag, such as en or pt-BR.")
    return given


class NewRecipient(Struct, frozen=True, kw_only=True):
    """A recipient of the card; all fields are optional."""

    name: (
        Annotated[
            str,
            line(255, "Name."),
            Lenient(names=("recipient_name",), parts=("first_name", "last_name")),
        ]
        | None
    ) = None
    email: Email | None = None
    phone: Annotated[Phone, Lenient(names=("mobile",))] | None = None
    locale: (
        Annotated[
            str,
            line(
                35,
                "Language tag (BCP 47).",
                check=language_tag,
                doubt=untranslated,
                schema={"pattern": LOCALE_FORM},
            ),
        ]
        | None
    ) = None
    external_id: Annotated[str, line(255, "Your own identifier for the person.")] | None = None


class RecipientRow(Struct, frozen=True):
    """A row of recipients, as the database returns it within a card."""

    id: str
    name: str | None
    email: str | None
    phone: str | None
    locale: str | None
    external_id: str | None
    link_version: int
    first_viewed_at: datetime | None = None


class Recipient(Struct, frozen=True, kw_only=True):
    """A recipient of the card. Only the owner sees contact details, ``external_id`` and ``view_url``."""

    object: Literal["recipient"] = "recipient"
    id: Annotated[str, Meta(pattern=ids.pattern("rcp"))]
    name: str | None
    locale: str | None
    first_viewed_at: (
        Annotated[str, Meta(description="When the recipient first pressed “Open your card”.")] | None
    )
    email: str | None | UnsetType = UNSET
    phone: str | None | UnsetType = UNSET
    external_id: str | None | UnsetType = UNSET
    view_url: str | UnsetType = UNSET


def merged(name: str | None, email: str | None, listed: Iterable[NewRecipient]) -> list[NewRecipient]:
    """Returns the recipients of a body without duplicates.

    ``recipient`` and ``recipient_email`` describe the first one. Entries with the same email, or with the
    same name unless their emails differ, are one person; later entries supply missing fields. Raises
    InvalidRequest for too many.
    """
    people: list[NewRecipient] = []
    if name is not None or email is not None:
        people.append(NewRecipient(name=name, email=email))
    for mention in listed:
        index = next((index for index, person in enumerate(people) if same(person, mention)), None)
        if index is None:
            people.append(mention)
        else:
            people[index] = _joined(people[index], mention)
    if len(people) > MAX_RECIPIENTS:
        detail = f"A card can have at most {MAX_RECIPIENTS} recipients, including `recipient`."
        raise InvalidRequest(faults=[Fault("/recipients", "too_many", detail)])
    return people


def same(one: NewRecipient | RecipientRow, other: NewRecipient | RecipientRow) -> bool:
    """Returns whether both entries describe the same person."""
    if one.email is not None and other.email is not None:
        return email_key(one.email) == email_key(other.email)
    return one.name is not None and other.name is not None and one.name.casefold() == other.name.casefold()


def _joined(person: NewRecipient, mention: NewRecipient) -> NewRecipient:
    added = {name: value for name, value in structs.asdict(mention).items() if value is not None}
    kept = {name: value for name, value in structs.asdict(person).items() if value is not None}
    return NewRecipient(**{**added, **kept})


def with_phones(people: Sequence[NewRecipient], country: str | None) -> list[NewRecipient]:
    """Returns the people with their phone numbers in E.164 form. Raises InvalidRequest with all faults."""
    faults: list[Fault] = []
    formed: list[NewRecipient] = []
    for index, person in enumerate(people):
        phone = person.phone
        try:
            phone = None if phone is None else phone_number(phone, country)
        except ValueError as error:
            faults.append(Fault(f"/recipients/{index}/phone", "invalid_value", str(error)))
        formed.append(structs.replace(person, phone=phone))
    if faults:
        raise InvalidRequest(faults=faults)
    return formed
