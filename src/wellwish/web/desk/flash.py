"""Confirmations of the effect of a submitted form.

The redirect after a form identifies the confirmation in its query, so that a reload shows it again and
nothing is stored. Only the texts in this table can be shown.
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
    "deleted": later("The card has been deleted."),
    "link": later("There is a new link. The old one no longer works."),
    "published": later("The note is on the card."),
    "hidden": later("The note is hidden. You can publish it again."),
    "rejected": later("The note was rejected. Its author can change it and send it again."),
    "erased": later("The note has been deleted."),
    "address": later("The address has been changed, and the invitation is on its way to the new address."),
    "resent": later("The invitation is on its way again."),
    "groups_invited": later("The invitations are on their way."),
    "held": later("The invitation is saved, but not sent. Its entry in the list shows why."),
    "revoked": later("The invitation has been revoked. Its link no longer works."),
    "copied": later("The new card is ready. Nobody has been asked to sign it yet."),
    "wall_made": later("The wall is ready."),
    "wall_deleted": later("The wall is gone. Its link no longer works."),
    "handed_over": later("Saved. Everyone who gave can see what happened to the money."),
    "refunding": later("The refund is on its way."),
    "refused": later("The refund has been refused. The person who asked gets an email."),
    "received": later("Saved. The money is recorded as received."),
    "dropped": later("Saved. This money isn't counted any more."),
    "payment_cancelled": later("The payment has been cancelled."),
    "accepted": later("The provider accepts the key."),
    "provider_removed": later("The key has been removed. It can't be used for payments any more."),
    "file_removed": later("The file has been removed."),
    "admin_added": later("The organiser has been added and will get an email."),
    "admin_removed": later("Removed. The card is no longer on this person's list."),
    "data_running": later("This request for the same person is still running. Start another one after it."),
    "deletion_asked": later("Your request is made. All owners get an email about it."),
    "deletion_withdrawn": later("The request is withdrawn. The account stays."),
    "person_left": later("Saved. This person has left."),
    "person_active": later("Saved. This person is here again."),
    "person_deleted": later("The person has been deleted."),
    "rule_started": later("The rule has been started. It creates each card when the card opens."),
    "rule_paused": later("The rule is paused. It creates no more cards."),
    "rule_deleted": later("The rule has been deleted. Its cards stay."),
    "occasion_skipped": later("Skipped. No card will be created for it."),
    "occasion_unskipped": later("No longer skipped."),
    "occasion_changed": later("Saved. Only this card is changed."),
    "occasion_restored": later("The card follows its rule again."),
    "occasion_still_skipped": later("The changes are undone. The card is still skipped."),
    "holidays_saved": later("Saved. The calendar follows the new days off."),
    "group_deleted": later("The group has been deleted."),
    "synced_none": later("The group isn't invited to any open card."),
    "lifted": later("Messages to this address are allowed again. Invite the person again."),
    "member_invited": later("The invitation is on its way."),
    "member_removed": later("Removed. This person can no longer act for the account."),
    "email": later("Your email address has been changed. Your other sessions have ended."),
    "passkey_added": later("The passkey has been added. You can sign in with it from now on."),
    "passkey_deleted": later("The passkey has been deleted."),
    "session_ended": later("The session has ended."),
    "disconnected": later("The connection has ended."),
    "key_ended": later("The key has ended. Its tokens no longer work."),
    "endpoint_deleted": later("The endpoint has been deleted. It gets no more events."),
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
    "people_saved": later_many("%(count)s person was saved.", "%(count)s people were saved."),
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
    """Returns the confirmation identified by the query, or an empty text."""
    what, given = query.get(_SAID, ""), query.get(_COUNT, "")
    if what in _TEXTS:
        return language.gettext(_TEXTS[what])
    if what in _COUNTED and given.isascii() and given.isdigit() and int(given) <= _MOST:
        count = int(given)
        return language.ngettext(*_COUNTED[what], count) % {"count": language.number(count)}
    return ""
