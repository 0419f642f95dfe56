"""The account's settings: the row, the record, and the load that its operations share."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish import ids
from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.http import line, whole
from wellwish.http.record import from_row

MAX_DAYS: Final = 3650  # of the retention of cards; the table checks it, too


class SettingsRow(Struct, frozen=True):
    """The columns of accounts that its owners see."""

    id: str
    name: str
    country: str | None
    currency: str
    timezone: str
    locale: str
    erase_cards_after_days: int | None
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
    locale: Annotated[str, Meta(description="Language of new cards and of mails to owners (BCP 47).")]
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
    version: int
    created_at: str
    updated_at: str


def record(row: SettingsRow) -> AccountSettings:
    return from_row(AccountSettings, row)


async def load_settings(tx: Tx, account_id: str) -> SettingsRow:
    """Raises NotFound for a user without an account."""
    row = await tx.maybe(
        SettingsRow, "select {columns} from accounts where id = :account_id", account_id=account_id
    )
    if row is None:
        raise NotFound
    return row
