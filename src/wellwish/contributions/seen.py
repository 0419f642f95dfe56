"""Who sees which notes, and whose names on them: decided here, for the interface and for every page.

product.md, Cards (Audiences, States, Two kinds of link) and Contributions. The author of an anonymous
contribution is shown to nobody but the author.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.cards.access import CardAccess
from wellwish.cards.card import SELF, CardRow
from wellwish.cards.permissions import Kind, Rights, rights
from wellwish.contributions.contribution import Contribution, ContributionRow, NoteStatus, record
from wellwish.contributions.gift import SETTLED, Gift
from wellwish.db import Tx
from wellwish.media.media import ids_of as media_ids
from wellwish.money import Money

_LIVING: Final[tuple[NoteStatus, ...]] = ("pending", "published", "hidden", "rejected")
_PUBLISHED: Final[tuple[NoteStatus, ...]] = ("published",)
_NOTHING: Final[tuple[NoteStatus, ...]] = ()


class Viewer(Struct, frozen=True):
    """Who looks at a card; ``own`` are the ids of the contributions that they hold the own link of."""

    kind: Kind
    own: tuple[str, ...] = ()
    invite_contributors: bool = False
    moderates: bool = False
    invited: bool = False


class Sight(Struct, frozen=True):
    """What a viewer sees: notes of these states, those for the recipient alone or not, the names or not."""

    statuses: tuple[NoteStatus, ...]
    private: bool
    names: bool
    invitations: bool
    own: tuple[str, ...]
    rights: Rights
    is_owner: bool = False
    moderates: bool = False

    def note(self, row: ContributionRow) -> bool:
        """Tells whether the note is seen; one's own always is, until it is removed."""
        if row.note_status == "none":
            return False
        if row.id in self.own and row.note_status != "deleted":
            return True
        return row.note_status in self.statuses and (self.private or row.visibility == "everyone")

    def name(self, row: ContributionRow) -> str | None:
        """Returns the name that stands on a note, or None where it is not to be known.

        That of who gave money alone is known to those who see who gave.
        """
        if row.id in self.own:
            return row.name
        gives = row.note_status != "none" or self.is_owner or self.rights.see_contributors.allowed
        return row.name if self.names and gives and not row.anonymous else None

    def gift(self, row: ContributionRow) -> Gift | None:
        """Returns the money of a contribution as it is seen: all of it by the owner and by who gave it.

        Who confirms pledges sees them. The others see what has come, where they see who gave; how much
        that was only where they see the total as well, for amounts would add up to it.
        """
        if row.money_method is None or row.money_status is None:
            return None
        mine = self.is_owner or row.id in self.own
        pledge = row.money_method == "cash" and self.moderates
        if not (mine or pledge or (self.rights.see_contributors.allowed and row.money_status in SETTLED)):
            return None
        known = mine or pledge or (self.rights.see_total.allowed and not row.hide_amount)
        currency = row.money_currency or ""
        return Gift(
            method=row.money_method,
            status=row.money_status,
            amount=Money(row.money_amount or 0, currency) if known else None,
            refunded=Money(row.money_refunded, currency) if known else None,
            hide_amount=row.hide_amount,
            payment_id=row.payment_id if self.is_owner else None,
        )


def of_caller(access: CardAccess) -> Viewer:
    """Returns the viewer that a caller of the interface is."""
    if access.is_owner:
        return Viewer("owner", invite_contributors=True, moderates=True)
    may = access.privilege
    return Viewer("admin", invite_contributors=may.invite_contributors, moderates=may.can_update)


def sight(row: CardRow, viewer: Viewer, now: datetime) -> Sight:
    """Returns what a viewer sees of the card's notes at this instant.

    The owner and admins see all of them at any time, for they moderate. From a card of one's own
    (type 2) nothing is hidden. Recipients and holders of the public view link see what is published
    once the card was closed. Contributors and holders of the shared link see it while it is signed,
    too, but not what is for the recipient alone. Of a cancelled card the others see nothing but their own.
    """
    kind: Kind = viewer.kind
    if kind == "recipient" and row.card_type == SELF:
        kind = "owner"
    allowed = rights(row, viewer.kind, now, invited=viewer.invited)
    if kind in ("owner", "admin"):
        helps = viewer.kind != "recipient"
        return Sight(
            _LIVING,
            private=True,
            names=True,
            invitations=helps and viewer.invite_contributors,
            own=viewer.own,
            rights=allowed,
            is_owner=viewer.kind == "owner",
            moderates=viewer.moderates,
        )
    return Sight(
        _PUBLISHED if allowed.see_notes.allowed else _NOTHING,
        private=kind == "recipient",
        names=allowed.see_contributor_names.allowed,
        invitations=False,
        own=viewer.own,
        rights=allowed,
    )


def may_open(row: CardRow, viewer: Viewer, now: datetime) -> bool:
    """Tells whether the card itself is shown inside, or says "not yet" or nothing."""
    return bool(sight(row, viewer, now).statuses)


def shown(
    row: ContributionRow, seen: Sight, media: Sequence[str] = (), reports: int | None = None
) -> Contribution:
    """Returns the record of a contribution as it is seen, with the ids of its media."""
    return record(
        row,
        name=seen.name(row),
        gift=seen.gift(row),
        with_invitation=seen.invitations,
        media=media,
        reports=reports,
    )


async def shown_one(tx: Tx, row: ContributionRow, seen: Sight) -> Contribution:
    """Returns the record of one contribution as it is seen."""
    [made] = await shown_all(tx, [row], seen)
    return made


async def shown_all(tx: Tx, rows: Sequence[ContributionRow], seen: Sight) -> list[Contribution]:
    """Returns the records of one account's contributions as they are seen; who moderates sees reports."""
    if not rows:
        return []
    account_id, ids = rows[0].account_id, [row.id for row in rows]
    media = await media_ids(tx, account_id, ids)
    reports = await _reports(tx, account_id, ids) if seen.moderates else {}
    return [
        shown(row, seen, media.get(row.id, ()), reports.get(row.id, 0) if seen.moderates else None)
        for row in rows
    ]


class _Reported(Struct):
    contribution_id: str
    count: int


async def _reports(tx: Tx, account_id: str, contribution_ids: Sequence[str]) -> dict[str, int]:
    rows = await tx.many(
        _Reported,
        """
        select contribution_id, count(*)::integer from note_reports
        where account_id = :account_id and contribution_id = any (:contribution_ids)
        group by contribution_id limit :count
        """,
        account_id=account_id,
        contribution_ids=list(contribution_ids),
        count=len(contribution_ids),
    )
    return {row.contribution_id: row.count for row in rows}


async def board(
    tx: Tx, row: CardRow, viewer: Viewer, *, after: str = "", skip: int = 0, limit: int = 60
) -> list[Contribution]:
    """Returns the notes that a viewer sees, in the order in which people signed, from behind an id on."""
    seen = sight(row, viewer, tx.now)
    rows = await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and id > :after
          and note_status not in ('deleted', 'none')
          and (id = any (:own)
            or (note_status = any (:statuses) and (:private::boolean or visibility = 'everyone')))
        order by id offset :skip limit :limit
        """,
        account_id=row.account_id,
        card_id=row.id,
        after=after,
        own=list(seen.own),
        statuses=list(seen.statuses),
        private=seen.private,
        skip=skip,
        limit=limit,
    )
    return await shown_all(tx, rows, seen)


async def count(tx: Tx, row: CardRow, viewer: Viewer, only: str | None = None) -> int:
    """Returns how many notes ``board`` has for a viewer; with an id 1 or 0, whether it has that one."""
    seen = sight(row, viewer, tx.now)
    return await tx.value(
        """
        select count(*) from contributions
        where account_id = :account_id and card_id = :card_id and note_status not in ('deleted', 'none')
          and (:only::text is null or id = :only)
          and (id = any (:own)
            or (note_status = any (:statuses) and (:private::boolean or visibility = 'everyone')))
        """,
        account_id=row.account_id,
        card_id=row.id,
        only=only,
        own=list(seen.own),
        statuses=list(seen.statuses),
        private=seen.private,
    )
