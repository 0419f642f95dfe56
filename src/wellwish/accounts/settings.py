"""The account's settings: the row, the record, and the statements that its operations share."""

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from wellwish.accounts import logo
from wellwish.accounts.embed_origin import EmbedOrigins
from wellwish.accounts.holidays import Holidays
from wellwish.accounts.logo import Logo, LogoFile
from wellwish.base import ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, line, text, whole
from wellwish.infra.http.record import from_row

MAX_NOTICE: Final = 500
MAX_DAYS: Final = 3650  # maximum retention of cards; a table constraint enforces the same limit


class SettingsRow(Struct, frozen=True):
    """The columns of accounts that its owners see."""

    id: str
    name: str
    country: str | None
    currency: str
    timezone: str
    locale: str
    erase_cards_after_days: int | None
    reply_to: str | None
    reply_to_verified_at: datetime | None
    reply_to_link_id: str | None
    reply_to_asked_at: datetime | None
    embed_origins: list[str]
    members_see_dates: bool
    people_notice: str | None
    holidays: list[str]
    logo: Logo | None
    version: int
    created_at: datetime
    updated_at: datetime


class AccountSettings(Struct, frozen=True, kw_only=True):
    """The account, with the settings that supply defaults for new cards."""

    object: Literal["account"] = "account"
    id: Annotated[str, Meta(pattern=ids.pattern("acct"))]
    name: str
    country: Annotated[str, line(2, "ISO 3166-1 alpha-2 code of the country.")] | None
    currency: Annotated[str, Meta(description="Currency of new cards (ISO 4217).")]
    timezone: Annotated[str, line(64, "IANA time zone of new cards.")]
    locale: Annotated[str, Meta(description="Language of new cards and of emails to owners (BCP 47).")]
    erase_cards_after_days: (
        Annotated[
            int,
            whole(
                1,
                MAX_DAYS,
                "Number of days after which a closed card is erased; null keeps cards. Cards with money that "
                "was not refunded are kept.",
            ),
        ]
        | None
    )
    reply_to: (
        Annotated[str, line(254, "Address for replies to the emails of cards without a `reply_to`.")] | None
    )
    reply_to_verified_at: (
        Annotated[str, Meta(description="When a reader of the address confirmed it; null until then.")] | None
    )
    embed_origins: EmbedOrigins
    members_see_dates: Annotated[
        bool, Meta(description="Whether members see the dates of people; owners always do.")
    ]
    people_notice: (
        Annotated[str, text(MAX_NOTICE, "Your text in the email to new people; null if none.")] | None
    )
    holidays: Holidays
    logo: Annotated[LogoFile, Meta(description="The logo; null if there is none.")] | None
    version: int
    created_at: str
    updated_at: str


def record(row: SettingsRow, services: Services) -> AccountSettings:
    base_url = services.settings.base_url
    return from_row(AccountSettings, row, logo=logo.record(row.logo, row.id, base_url))


async def load_settings(tx: Tx, account_id: str) -> SettingsRow:
    """Raises NotFound for a user without an account."""
    return await tx.found(
        SettingsRow, "select {columns} from accounts where id = :account_id", account_id=account_id
    )


async def set_logo(tx: Tx, account_id: str, new: Logo | None) -> SettingsRow:
    """Writes the logo; the caller has locked the account."""
    return await tx.one(
        SettingsRow,
        """
        update accounts set logo = :logo::jsonb, version = version + 1, updated_at = :now
        where id = :account_id
        returning {columns}
        """,
        account_id=account_id,
        logo=None if new is None else msgspec.json.encode(new).decode(),
    )
