"""Emails to the owners of an account, about a new credential or a disabled webhook endpoint."""

from datetime import datetime

from msgspec import Struct

from wellwish.base.language import Language, spoken
from wellwish.delivery.wording.sentence import PREHEADER, apart, cut, greeting, isolated
from wellwish.delivery.words import Words

_ZONE = "UTC"


def rotated_subject(account_name: str, locale: str) -> str:
    """Returns the subject of the email about a new credential."""
    language = spoken(locale)
    return language.gettext("New API key created for %(account)s") % {
        "account": apart(account_name, language)
    }


def rotated_email(
    account_name: str, name: str | None, made_at: datetime, ends_at: datetime | None, locale: str
) -> Words:
    """Returns the parts of the email about a new credential; ``ends_at`` is the end of the previous one."""
    language = spoken(locale)
    _ = language.gettext
    account = {"account": apart(account_name, language)}
    former = (
        _("Any previous key keeps working.")
        if ends_at is None
        else _("The previous key stops working on %(day)s at %(time)s UTC.") % _when(language, ends_at)
    )
    made = _(
        "A new API key and client secret were created for the account %(account)s on %(day)s at %(time)s UTC."
    )
    own = _("If this was you, you don't need to do anything.")
    foreign = _(
        "If it wasn't, rotate your credentials now with no overlap, and find out who had access to the "
        "client secret."
    )
    return Words(
        preheader=own,
        heading=_("New API key created"),
        lines=[greeting(language, name), made % {**account, **_when(language, made_at)}, former],
        small=[own, foreign],
        why=_("You received this email because you're an owner of the account %(account)s.") % account,
        language=language.code,
    )


class Silenced(Struct, frozen=True, kw_only=True):
    """The content of the email about a disabled webhook endpoint."""

    account_name: str
    name: str | None
    host: str
    description: str | None
    endpoint_id: str
    gone: bool  # whether the endpoint responded with 410
    disabled_at: datetime
    locale: str


def silenced_subject(silenced: Silenced) -> str:
    """Returns the subject of the email about a disabled webhook endpoint."""
    language = spoken(silenced.locale)
    return language.gettext("Webhook endpoint disabled: %(host)s") % {
        "host": isolated(silenced.host, language)
    }


def silenced_email(silenced: Silenced) -> Words:
    """Returns the parts of the email about a disabled webhook endpoint."""
    language = spoken(silenced.locale)
    _ = language.gettext
    description = cut(silenced.description or "", PREHEADER)
    endpoint = isolated(silenced.host, language) + (
        f" ({apart(description, language)})" if description else ""
    )
    account = {"account": apart(silenced.account_name, language)}
    switched = (
        _(
            "The webhook endpoint at %(endpoint)s in the account %(account)s was disabled on %(day)s "
            "at %(time)s UTC because it responded with 410 Gone."
        )
        if silenced.gone
        else _(
            "The webhook endpoint at %(endpoint)s in the account %(account)s was disabled on %(day)s "
            "at %(time)s UTC because deliveries to it failed for five days."
        )
    ) % {"endpoint": endpoint, **account, **_when(language, silenced.disabled_at)}
    enable = _("Once it works again, enable %(endpoint)s, then call “recover” to get the events it missed.")
    return Words(
        preheader=switched,
        heading=_("Webhook endpoint disabled"),
        lines=[
            greeting(language, silenced.name),
            switched,
            _(
                "We've stopped sending events to it. We keep the events that occur in the meantime for 90 "
                "days."
            ),
        ],
        small=[
            enable % {"endpoint": isolated(silenced.endpoint_id, language)},
            _("The endpoint's list of deliveries shows the result of each attempt."),
        ],
        why=_("You received this email because you're an owner of the account %(account)s.") % account,
        language=language.code,
    )


def _when(language: Language, at: datetime) -> dict[str, str]:
    return {"day": language.long_day(at, _ZONE), "time": language.time(at, _ZONE)}
