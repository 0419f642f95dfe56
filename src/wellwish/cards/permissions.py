"""Decide what each viewer may see and do with the notes, money and names on a card.

The API, the pages, exports and ``GET /api/cards/{card_id}/access`` use this module; no other module makes
these decisions.
"""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from wellwish.base.money import Money
from wellwish.cards.access import CardAccess
from wellwish.cards.audience import Audience, includes
from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.contribution_limit import is_full
from wellwish.infra.db import Tx
from wellwish.payments import ledger

# A "link" viewer has the shared link; a "public" viewer, the public view link; a "contributor", an invitation
# link, a published note or a settled payment; a "recipient", a recipient's view link.
Kind = Literal["owner", "admin", "recipient", "contributor", "link", "public"]

# The narrowest audience that includes each kind of viewer.
_CIRCLE: Final[dict[Kind, Audience]] = {
    "owner": Audience.NOBODY,
    "admin": Audience.ADMINS,
    "recipient": Audience.RECIPIENT,
    "contributor": Audience.CONTRIBUTORS,
    "link": Audience.EVERYONE,
    "public": Audience.EVERYONE,
}
# see_contributor_names: 0 everyone, 1 contributors and recipient, 2 recipient and admins, 3 admins.
_NAMES: Final = (Audience.EVERYONE, Audience.CONTRIBUTORS, Audience.RECIPIENT, Audience.ADMINS)
_WHO: Final[dict[Audience, str]] = {
    Audience.EVERYONE: "everyone with a link to the card",
    Audience.CONTRIBUTORS: "contributors, the recipient, admins and the owner",
    Audience.RECIPIENT: "the recipient, admins and the owner",
    Audience.ADMINS: "admins and the owner",
    Audience.NOBODY: "only the owner",
}


class Right(Struct, frozen=True):
    """Whether a permission is granted, and why."""

    allowed: bool
    because: str


class Rights(Struct, frozen=True):
    """What a viewer may see and do with the notes, money and names on one card."""

    sign: Right
    see_notes: Right
    add_money: Right
    add_cash: Right
    see_total: Right
    see_contributors: Right
    see_contributor_names: Right


def rights(row: CardRow, kind: Kind, now: datetime, *, invited: bool = False, signed: bool = False) -> Rights:
    """Returns the rights of a kind of viewer at ``now``.

    ``invited``: the viewer has an invitation link; ``signed``: the viewer has signed the card. The owner is
    included in every setting. The recipient of a card for oneself (type 2) sees everything.
    """
    sees: Kind = "owner" if kind == "recipient" and row.card_type == SELF else kind
    names = _NAMES[row.see_contributor_names]
    return Rights(
        sign=_while_open(row, now, _sign(row, kind)),
        see_notes=_once_shown(row, sees, now, _notes(row, sees, now, signed=signed)),
        add_money=_while_open(row, now, _within(f"`add_money` is `{row.add_money}`", row.add_money, kind)),
        add_cash=_while_open(row, now, _cash(row, kind, invited=invited)),
        see_total=_see_total(row, sees, now),
        see_contributors=_once_shown(
            row,
            sees,
            now,
            _within(f"`see_contributors` is `{row.see_contributors}`", row.see_contributors, sees),
        ),
        see_contributor_names=_once_shown(
            row,
            sees,
            now,
            _within(f"`see_contributor_names` is {row.see_contributor_names}", names, sees),
        ),
    )


async def total(tx: Tx, row: CardRow, kind: Kind) -> Money | None:
    """Returns the money that the card has collected, or None if the viewer may not see it."""
    if not rights(row, kind, tx.now).see_total.allowed:
        return None
    return Money(await ledger.total(tx, row.account_id, row.id, row.currency), row.currency)


def collected(row: CardRow, amount: int, access: CardAccess, now: datetime) -> Money | None:
    """Returns the collected amount if the caller may see the total, otherwise None."""
    return Money(amount, row.currency) if _see_total(row, caller_kind(access), now).allowed else None


def caller_kind(access: CardAccess) -> Kind:
    """Returns the kind of viewer of an API caller."""
    return "owner" if access.is_owner else "admin"


def _see_total(row: CardRow, sees: Kind, now: datetime) -> Right:
    return _once_shown(row, sees, now, _within(f"`see_total` is `{row.see_total}`", row.see_total, sees))


def _within(setting: str, audience: str, kind: Kind) -> Right:
    circle = Audience(audience)
    return Right(includes(circle, _CIRCLE[kind]), f"{setting}: {_WHO[circle]}.")


def _sign(row: CardRow, kind: Kind) -> Right:
    if is_full(row):
        limit = "its `contribution_limit`" if row.contribution_limit else "the limit of contributions"
        return Right(False, f"The card has reached {limit}.")
    if kind == "owner":
        return Right(True, "The owner can add contributions on behalf of anyone.")
    if kind == "contributor":
        return Right(
            True, "Invitees sign through their invitation link, and authors edit through their own link."
        )
    if kind == "recipient" and row.card_type != SELF:
        return Right(False, "Recipients can sign only cards with `card_type` 2.")
    if kind == "public":
        return Right(False, "View links are read-only.")
    says = "everyone with the shared link can sign" if row.shared_link else "there is no shared link"
    return Right(row.shared_link, f"`shared_link` is {str(row.shared_link).lower()}: {says}.")


def _notes(row: CardRow, kind: Kind, now: datetime, *, signed: bool) -> Right:
    if kind in ("owner", "admin"):
        return Right(True, "The owner and admins see all notes, in every state.")
    if kind == "recipient":
        return Right(True, "Recipients see all published notes, including those only for recipients.")
    if kind == "public" or row.is_revealed(now):
        return Right(True, "Everyone with a link sees published notes that are not only for recipients.")
    setting = f"`see_notes` is `{row.see_notes}`: until the card is closed,"
    if row.see_notes == "everyone":
        return Right(True, f"{setting} everyone with a signing link sees published notes.")
    if row.see_notes == "signed":
        return Right(signed, f"{setting} people see published notes once they have signed.")
    return Right(False, f"{setting} only admins and the owner see notes.")


def _cash(row: CardRow, kind: Kind, *, invited: bool) -> Right:
    if not row.add_cash:
        return Right(False, "`add_cash` is false: nobody can pledge cash.")
    if not row.restrict_cash:
        return Right(
            True, "`add_cash` is true, `restrict_cash` is false: everyone who can sign can pledge cash."
        )
    says = "`add_cash` and `restrict_cash` are true: only invitees and the owner can pledge cash."
    return Right(invited or kind == "owner", says)


def _while_open(row: CardRow, now: datetime, right: Right) -> Right:
    """Denies the right unless the card is open: nobody can add anything to a closed card."""
    status = row.status(now)
    return right if status == "open" else Right(False, f"The card is {status}.")


def _once_shown(row: CardRow, kind: Kind, now: datetime, right: Right) -> Right:
    """Denies the right to holders of view links before the card's first closing.

    Only the owner and admins see a cancelled card.
    """
    if kind in ("owner", "admin"):
        return right
    if row.state == "cancelled":
        return Right(False, "The card is cancelled.")
    if kind in ("recipient", "public") and not row.is_revealed(now):
        return Right(False, "View links show the card only after it is closed.")
    return right
