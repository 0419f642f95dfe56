"""The handover of the collected money, as contributors and the recipient see it."""

from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from wellwish.base.language import Language, later
from wellwish.base.money import Money
from wellwish.cards import handover, permissions
from wellwish.cards.card_row import CardRow
from wellwish.cards.handover import Method, NamedHandover
from wellwish.contributions.note_visibility import Viewer
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.web.kit.pot import said

_VIEWERS: Final = ("contributor", "recipient")
_MOST_NAMES: Final = 3
_HOW: Final[dict[Method, str]] = {
    "voucher": later("as a voucher"),
    "cash": later("in cash"),
    "bank_transfer": later("by bank transfer"),
    "present": later("as a present"),
    "other": later("as a gift"),
}
_TO_YOU: Final = later("%(sender)s gave you %(amount)s %(how)s on %(day)s.")
_TO_NAMED: Final = later("%(sender)s gave %(recipient)s %(amount)s %(how)s on %(day)s.")
_TO_NOBODY_NAMED: Final = later("%(sender)s handed over %(amount)s %(how)s on %(day)s.")
_SOME_AMOUNT: Final = later("the collected money")


class HandedOver(Struct, frozen=True):
    """A handover as displayed; ``url`` and its ``host`` are set only for the recipient."""

    says: str
    note: str | None
    url: str | None
    host: str | None


async def handed_over(
    tx: Tx,
    services: Services,
    row: CardRow,
    viewer: Viewer,
    language: Language,
    *,
    is_own: bool = False,
) -> HandedOver | None:
    """Returns the handover; None if there is none, and for viewers who neither gave nor receive.

    ``is_own`` is true if a recipient opens the card through their own link.
    """
    # unrevealed cards have no handover, so skip the query
    if viewer.kind not in _VIEWERS or not row.is_revealed(tx.now):
        return None
    found = await handover.find_named(tx, row.account_id, row.id)
    if found is None:
        return None
    url = handover.unseal(services.keys, row.account_id, row.id, found.sealed_url) if is_own else None
    knows_amount = permissions.rights(row, viewer.kind, tx.now).see_total.allowed
    return HandedOver(
        says=_says(row, found, language, knows_amount=knows_amount, is_own=is_own),
        note=found.note,
        url=url,
        host=None if url is None else urlsplit(url).hostname,
    )


def _says(row: CardRow, found: NamedHandover, language: Language, *, knows_amount: bool, is_own: bool) -> str:
    amount = said(language, Money(found.amount, found.currency)) if knows_amount else None
    named = 0 < len(found.names) <= _MOST_NAMES
    says = _TO_YOU if is_own else _TO_NAMED if named else _TO_NOBODY_NAMED
    return language.gettext(says) % {
        "sender": _apart(row.sender),
        "recipient": language.listed([_apart(each) for each in found.names]) if named else "",
        "amount": amount or language.gettext(_SOME_AMOUNT),
        "how": language.gettext(_HOW[found.method]),
        "day": language.long_day(found.created_at, row.timezone),
    }


def _apart(name: str) -> str:
    return f"\u2068{name}\u2069"
