"""Decide which notes a viewer sees and which names appear on them, for the API and all pages.

Only the author sees who wrote an anonymous contribution.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, get_args

from msgspec import Struct, structs

from wellwish.base.money import Money
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.permissions import Kind, Rights, rights
from wellwish.contributions.contribution import Contribution, ContributionRow, NoteStatus, record
from wellwish.contributions.gift import SETTLED, Gift, MoneyStatus
from wellwish.infra.db import Tx
from wellwish.media.media import ids_of as media_ids

_LIVING: Final[tuple[NoteStatus, ...]] = ("pending", "published", "hidden", "rejected")
_PUBLISHED: Final[tuple[NoteStatus, ...]] = ("published",)
_MONEY: Final[tuple[MoneyStatus, ...]] = get_args(MoneyStatus)
_NOTHING: Final[tuple[NoteStatus, ...]] = ()


class Viewer(Struct, frozen=True):
    """A person who opens a card. ``own`` lists the contributions whose own link the viewer has.

    ``finished`` means that the owner or an admin views the finished card, which shows only published notes.
    """

    kind: Kind
    own: tuple[str, ...] = ()
    invite_contributors: bool = False
    moderates: bool = False
    invited: bool = False
    finished: bool = False


class Visibility(Struct, frozen=True):
    """The notes of a card that a viewer sees; ``private`` adds notes that only the recipient may read."""

    statuses: tuple[NoteStatus, ...]
    private: bool
    names: bool
    invitations: bool
    own: tuple[str, ...]
    rights: Rights
    is_owner: bool = False
    moderates: bool = False

    def name(self, row: ContributionRow) -> str | None:
        """Returns the name on a note, or None if the viewer may not know it.

        The name of a contribution with only money is shown to viewers who see the contributors.
        """
        if row.id in self.own:
            return row.name
        gives = row.note_status != "none" or self.is_owner or self.rights.see_contributors.allowed
        return row.name if self.names and gives and not row.anonymous else None

    def money_statuses(self, method: str | None) -> Sequence[MoneyStatus]:
        """Returns the statuses of other people's money that the viewer sees."""
        if self.is_owner or (method == "cash" and self.moderates):
            return _MONEY
        return SETTLED if self.rights.see_contributors.allowed else ()

    def gift(self, row: ContributionRow) -> Gift | None:
        """Returns the money of a contribution as the viewer sees it, or None.

        The owner and the giver see everything, and admins who can confirm pledges see pledges. Other viewers
        see settled gifts if they can see the contributors, and amounts only if they can also see the total,
        which is the sum of the amounts.
        """
        if row.money_method is None or row.money_status is None:
            return None
        mine = self.is_owner or row.id in self.own
        pledge = row.money_method == "cash" and self.moderates
        if not mine and row.money_status not in self.money_statuses(row.money_method):
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


def caller_viewer(access: CardAccess) -> Viewer:
    if access.is_owner:
        return Viewer("owner", invite_contributors=True, moderates=True)
    may = access.privilege
    return Viewer("admin", invite_contributors=may.invite_contributors, moderates=may.can_update)


def decide(row: CardRow, viewer: Viewer, now: datetime) -> Visibility:
    """Returns which notes of the card a viewer sees at a time.

    The owner and admins see all notes at any time, because they moderate them, and so does the recipient of a
    card for oneself (type 2). Other recipients see published notes once the card is closed; holders of the
    public view link see them except private ones. Contributors and holders of the shared link see published
    notes except private ones, but before the card is closed only if `see_notes` allows it. On a cancelled
    card, everyone except the owner and admins sees only their own notes.
    """
    kind: Kind = viewer.kind
    if kind == "recipient" and row.card_type == SELF:
        kind = "owner"
    allowed = rights(row, viewer.kind, now, invited=viewer.invited, signed=bool(viewer.own))
    if kind in ("owner", "admin"):
        helps = viewer.kind != "recipient"
        return Visibility(
            _PUBLISHED if viewer.finished else _LIVING,
            private=True,
            names=True,
            invitations=helps and viewer.invite_contributors,
            own=viewer.own,
            rights=allowed,
            is_owner=viewer.kind == "owner",
            moderates=viewer.moderates,
        )
    return Visibility(
        _PUBLISHED if allowed.see_notes.allowed else _NOTHING,
        private=kind == "recipient",
        names=allowed.see_contributor_names.allowed,
        invitations=False,
        own=viewer.own,
        rights=allowed,
    )


def decide_for_caller(row: CardRow, access: CardAccess, now: datetime) -> Visibility:
    return decide(row, caller_viewer(access), now)


def may_open(row: CardRow, viewer: Viewer, now: datetime) -> bool:
    """Returns whether the viewer may open the card. If not, pages say "not yet" or show nothing."""
    return bool(decide(row, viewer, now).statuses)


def _to_record(
    row: ContributionRow, visibility: Visibility, media: Sequence[str] = (), reports: int | None = None
) -> Contribution:
    return record(
        row,
        name=visibility.name(row),
        gift=visibility.gift(row),
        with_invitation=visibility.invitations,
        media=media,
        reports=reports,
    )


async def to_record(tx: Tx, row: ContributionRow, visibility: Visibility) -> Contribution:
    """Returns the API record of a contribution, limited to what the viewer sees."""
    [made] = await to_records(tx, [row], visibility)
    return made


async def to_record_of_new(
    tx: Tx, row: ContributionRow, visibility: Visibility, *, has_media: bool
) -> Contribution:
    """Returns the record of a contribution created in this transaction, which cannot have reports yet."""
    media = await media_ids(tx, row.account_id, [row.id]) if has_media else {}
    return _to_record(row, visibility, media.get(row.id, ()), 0 if visibility.moderates else None)


async def to_records(tx: Tx, rows: Sequence[ContributionRow], visibility: Visibility) -> list[Contribution]:
    """Returns the API records of contributions of one account. Moderators also get report counts."""
    return await to_records_of_cards(tx, rows, {row.card_id: visibility for row in rows})


async def to_records_of_cards(
    tx: Tx, rows: Sequence[ContributionRow], visibilities: Mapping[str, Visibility]
) -> list[Contribution]:
    """Returns the API records of contributions to several cards of one account, by the visibility of each."""
    if not rows:
        return []
    account_id, ids = rows[0].account_id, [row.id for row in rows]
    media = await media_ids(tx, account_id, ids)
    moderated = [row.id for row in rows if visibilities[row.card_id].moderates]
    reports = dict.fromkeys(moderated, 0)
    if moderated:
        reports |= await _reports(tx, account_id, moderated)
    return [
        _to_record(row, visibilities[row.card_id], media.get(row.id, ()), reports.get(row.id)) for row in rows
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


async def list_notes(
    tx: Tx, row: CardRow, viewer: Viewer, *, skip: int = 0, limit: int = 60
) -> list[Contribution]:
    """Returns the notes that a viewer sees, in the order of signing."""
    visibility = decide(row, viewer, tx.now)
    rows = await _list_rows(tx, row, visibility, skip=skip, limit=limit)
    return await to_records(tx, rows, visibility)


async def find_note(tx: Tx, row: CardRow, viewer: Viewer, contribution_id: str) -> Contribution | None:
    """Returns a note that the viewer sees, or None."""
    visibility = decide(row, viewer, tx.now)
    rows = await _list_rows(tx, row, visibility, only=contribution_id, limit=1)
    return await to_record(tx, rows[0], visibility) if rows else None


async def _list_rows(
    tx: Tx,
    row: CardRow,
    visibility: Visibility,
    *,
    only: str | None = None,
    skip: int = 0,
    limit: int,
) -> list[ContributionRow]:
    return await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and note_status not in ('deleted', 'none')
          and (:only::text is null or id = :only)
          and (id = any (:own)
            or (note_status = any (:statuses) and (:private::boolean or visibility = 'everyone')))
        order by id offset :skip limit :limit
        """,
        account_id=row.account_id,
        card_id=row.id,
        only=only,
        own=list(visibility.own),
        statuses=list(visibility.statuses),
        private=visibility.private,
        skip=skip,
        limit=limit,
    )


async def list_names(tx: Tx, row: CardRow, viewer: Viewer, limit: int) -> list[str]:
    """Returns the names on the first ``limit`` notes that are not private, except hidden names.

    The names depend on `see_contributor_names` but not on `see_notes`: they show who has signed.
    """
    visibility = decide(row, viewer, tx.now)
    if visibility.names:
        visibility = structs.replace(visibility, statuses=_PUBLISHED, private=False)
    rows = await _list_rows(tx, row, visibility, limit=limit)
    return [name for each in rows if (name := visibility.name(each))]


async def count_notes(tx: Tx, row: CardRow, viewer: Viewer, only: str | None = None) -> int:
    """Returns the number of notes that a viewer sees; with ``only``, 1 or 0 for that note."""
    visibility = decide(row, viewer, tx.now)
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
        own=list(visibility.own),
        statuses=list(visibility.statuses),
        private=visibility.private,
    )
