"""Confirmations: a page says what the press before it has done.

The redirect after a form names the confirmation in its query, so that a reload shows it again and nothing is
stored. Only the texts of this table are shown.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.responses import RedirectResponse

from wellwish.base.language import Language, later, later_many

_SAID: Final = "said"
_COUNT: Final = "n"
_TEXTS: Final = {
    "saved": later("Saved."),
    "closed": later("The card is closed. Nobody can sign it any more."),
    "reopened": later("The card is open again."),
    "archived": later("The card is archived."),
    "cancelled": later("The card is cancelled."),
    "cancelling": later("The card is being cancelled. The refunds are on their way."),
    "deleted": later("The card is deleted."),
    "link": later("There is a new link. The old one no longer works."),
    "published": later("The note is on the card."),
    "hidden": later("The note is hidden. You can publish it again."),
    "rejected": later("The note was rejected. Its author can change it and send it again."),
    "erased": later("The note is deleted."),
    "address": later("The address is changed, and the invitation is on its way to it."),
    "resent": later("The invitation is on its way again."),
    "groups_invited": later("The invitations are on their way."),
    "held": later("The invitation is saved, but not sent. Its line says why."),
    "revoked": later("The person is off the list. The link in the invitation no longer works."),
    "paid": later("Your payment arrived. The new cards are ready to use."),
}
_COUNTED: Final = {
    "invited": later_many(
        "%(count)s person was invited. The message is on its way.",
        "%(count)s people were invited. The messages are on their way.",
    ),
    "listed": later_many(
        "%(count)s person is on the list with a link. Nothing was sent.",
        "%(count)s people are on the list, each with a link. Nothing was sent.",
    ),
    "reminded": later_many("%(count)s person was reminded.", "%(count)s people were reminded."),
    "all_published": later_many("%(count)s note is on the card.", "%(count)s notes are on the card."),
}
_MOST: Final = 1_000_000


def after(path: str, what: str, count: int | None = None) -> RedirectResponse:
    """Redirects to a page of ours with a confirmation."""
    path, mark, place = path.partition("#")
    query = urlencode({_SAID: what, **({} if count is None else {_COUNT: count})})
    return RedirectResponse(f"{path}{'&' if '?' in path else '?'}{query}{mark}{place}", 303)


def said(language: Language, query: Mapping[str, str]) -> str:
    """Returns the confirmation that the query names, or an empty text."""
    what, given = query.get(_SAID, ""), query.get(_COUNT, "")
    if what in _TEXTS:
        return language.gettext(_TEXTS[what])
    if what in _COUNTED and given.isascii() and given.isdigit() and int(given) <= _MOST:
        count = int(given)
        return language.ngettext(*_COUNTED[what], count) % {"count": language.number(count)}
    return ""
