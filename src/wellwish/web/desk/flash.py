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
    "copied": later("The new card is ready. Nobody has been asked to sign it yet."),
    "wall_made": later("The wall is ready."),
    "wall_deleted": later("The wall is gone. Its link no longer works."),
    "handed_over": later("Saved. Everyone who gave can see what happened to the money."),
    "refunding": later("The refund is on its way."),
    "refused": later("The refund is refused. The person who asked gets an email."),
    "received": later("Saved: you have this money."),
    "dropped": later("Saved: this money does not count any more."),
    "payment_cancelled": later("The payment is cancelled."),
    "accepted": later("The provider accepts the key."),
    "provider_removed": later("The key is removed. Nobody can pay through it any more."),
    "file_removed": later("The file is removed."),
    "admin_added": later("The organiser is added and gets an email."),
    "admin_removed": later("Removed. The card is no longer on this person's list."),
    "group_deleted": later("The group is deleted."),
    "synced_none": later("The group isn't invited to any open card."),
    "lifted": later("Messages to this address are allowed again. Invite the person again."),
    "member_invited": later("The invitation is on its way."),
    "member_removed": later("Removed. This person can no longer act for the account."),
    "email": later("Your email address is changed. Your other sessions have ended."),
    "passkey_added": later("The passkey is added. You can sign in with it from now on."),
    "passkey_deleted": later("The passkey is deleted."),
    "session_ended": later("The session has ended."),
    "disconnected": later("The connection has ended."),
    "endpoint_deleted": later("The endpoint is deleted. It gets no more events."),
    "tested": later("A test event is on its way. It appears below."),
    "redelivered": later("The event is on its way again."),
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
    "synced": later_many(
        "New members are being invited to %(count)s open card.",
        "New members are being invited to %(count)s open cards.",
    ),
    "reminded": later_many("%(count)s person was reminded.", "%(count)s people were reminded."),
    "all_published": later_many("%(count)s note is on the card.", "%(count)s notes are on the card."),
}
NAMES: Final = frozenset((*_TEXTS, *_COUNTED))
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
