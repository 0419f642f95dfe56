"""Update the settings of the account."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from wellwish.accounts import account, holidays, reply_to, wake
from wellwish.accounts.access import Owning
from wellwish.accounts.create import MAX_NAME, country_code, language_tag, time_zone
from wellwish.accounts.embed_origin import EmbedOrigins
from wellwish.accounts.holidays import Holidays
from wellwish.accounts.reply_to import ReplyTo
from wellwish.accounts.settings import (
    MAX_DAYS,
    MAX_NOTICE,
    AccountSettings,
    SettingsRow,
    load_settings,
    record,
)
from wellwish.base import money
from wellwish.base.errors import InvalidRequest
from wellwish.base.language import untranslated
from wellwish.infra.db import Tx
from wellwish.infra.http import Change, IfMatch, Services, line, text, whole
from wellwish.infra.http.addresses import reply_address

_COUNTRY = "Two-letter code of the country (ISO 3166-1)."
_TAG = "^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$"
_REPLY_TO = (
    "Address for replies to the emails of cards without a `reply_to`. Wellwish emails a link to it, "
    "and uses it after a reader has confirmed it. If you send it again before that, it gets another link."
)
_LOCALE = "Language of new cards and of emails to owners (BCP 47); null is `en`."

Name = Annotated[str, line(MAX_NAME, "Name of the account.", required=True)]
Country = Annotated[str, line(2, _COUNTRY, check=country_code, schema={"pattern": "^[A-Za-z]{2}$"})]
Currency = Annotated[str, line(3, "Currency of new cards; null is USD.", check=money.currency)]
TimeZone = Annotated[str, line(64, "Time zone of new cards; null is UTC.", check=time_zone)]
Locale = Annotated[str, line(35, _LOCALE, check=language_tag, doubt=untranslated, schema={"pattern": _TAG})]


class AccountChange(Change, frozen=True, kw_only=True):
    """Changes to the account. Absent fields stay unchanged; null restores the default."""

    name: Name | UnsetType = UNSET
    country: Country | None | UnsetType = UNSET
    currency: Currency | None | UnsetType = UNSET
    timezone: TimeZone | None | UnsetType = UNSET
    locale: Locale | None | UnsetType = UNSET
    erase_cards_after_days: (
        Annotated[
            int,
            whole(
                1,
                MAX_DAYS,
                "Number of days after which a closed card is erased with its notes and media; null keeps "
                "cards. Also applies to existing cards, except those with money that was not refunded.",
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    reply_to: (
        Annotated[str, line(254, _REPLY_TO, check=reply_address, schema={"format": "email"})]
        | None
        | UnsetType
    ) = UNSET
    embed_origins: EmbedOrigins | None | UnsetType = UNSET
    members_see_dates: (
        Annotated[bool, Meta(description="Whether members see the dates of people; null is false.")]
        | None
        | UnsetType
    ) = UNSET
    holidays: Holidays | None | UnsetType = UNSET
    people_notice: (
        Annotated[
            str,
            text(MAX_NOTICE, "Your text in the email to new people; null for none."),
        ]
        | None
        | UnsetType
    ) = UNSET


async def update_account(
    tx: Tx, owning: Owning, change: AccountChange, services: Services, if_match: IfMatch
) -> AccountSettings:
    """Existing cards keep their currency, time zone and language.

    Raises InvalidRequest, OwnerRequired, PreconditionFailed.
    """
    await account.lock(tx, owning.account_id)
    row = await load_settings(tx, owning.account_id)
    if_match.check(row.version)
    before = ReplyTo(row.reply_to, row.reply_to_verified_at, row.reply_to_link_id, row.reply_to_asked_at)
    replies = before if change.reply_to is UNSET else before.changed(change.reply_to, tx.now)
    days_off = row.holidays if change.holidays is UNSET else sorted(set[str](change.holidays or ()))
    if days_off != row.holidays and (found := [*holidays.faults(days_off)]):
        raise InvalidRequest(faults=found)
    origins = row.embed_origins if change.embed_origins is UNSET else change.embed_origins or []
    changed = await tx.one(
        SettingsRow,
        """
        update accounts set name = :name, country = :country, currency = :currency, timezone = :timezone,
          locale = :locale, erase_cards_after_days = :days, reply_to = :reply_to,
          reply_to_verified_at = :verified_at, reply_to_link_id = :link_id, reply_to_asked_at = :asked_at,
          embed_origins = :embed_origins::jsonb, members_see_dates = :members_see_dates,
          people_notice = :people_notice, holidays = :holidays::jsonb, version = version + 1,
          updated_at = :now
        where id = :account_id
        returning {columns}
        """,
        account_id=owning.account_id,
        name=row.name if change.name is UNSET else change.name,
        country=row.country if change.country is UNSET else change.country,
        currency=_kept(change.currency, row.currency, "USD"),
        timezone=_kept(change.timezone, row.timezone, "UTC"),
        locale=_kept(change.locale, row.locale, "en"),
        days=row.erase_cards_after_days
        if change.erase_cards_after_days is UNSET
        else change.erase_cards_after_days,
        reply_to=replies.reply_to,
        verified_at=replies.reply_to_verified_at,
        link_id=replies.reply_to_link_id,
        asked_at=replies.reply_to_asked_at,
        embed_origins=msgspec.json.encode(list(dict.fromkeys(origins))).decode(),
        members_see_dates=row.members_see_dates
        if change.members_see_dates is UNSET
        else bool(change.members_see_dates),
        people_notice=row.people_notice if change.people_notice is UNSET else change.people_notice,
        holidays=msgspec.json.encode(days_off).decode(),
    )
    if (changed.timezone, days_off) != (row.timezone, row.holidays):
        await wake.create_cards(tx, owning.account_id)  # openings may move to other days
    if replies.reply_to_link_id not in (None, before.reply_to_link_id):
        await reply_to.ask(tx, owning.account_id, replies.reply_to_link_id)
    return record(changed, services)


def _kept(given: str | None | UnsetType, current: str, default: str) -> str:
    return current if given is UNSET else given or default
