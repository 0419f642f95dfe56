"""Read records of all cards of an account, which the API lists card by card.

The functions that make the records, and decide what an owner sees, are those of the API. Deleted cards are
gone for their owner, too.
"""

from collections.abc import Iterable, Sequence

from wellwish.account_exports.source import MEDIA, MEDIA_BYTES, ROWS, Batch, Source
from wellwish.cards import handover
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.admins.admin import AdminRow
from wellwish.cards.admins.admin import record as admin_record
from wellwish.cards.card_row import CardRow
from wellwish.cards.handover import Handover, HandoverRow
from wellwish.contributions import note_visibility
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.note_visibility import Visibility
from wellwish.invitations.invitation import InvitationRow
from wellwish.invitations.invitation import records as invitation_records
from wellwish.media.media import MediaRow
from wellwish.media.media import record as media_record
from wellwish.reports.list import find_reports
from wellwish.thanks.thanks import find_page
from wellwish.thanks.thanks import record as thanks_record


async def admins(source: Source, after: str | None) -> Batch:
    tx = source.tx
    rows = await tx.many(
        AdminRow,
        """
        select {columns} from card_admins a
        where account_id = :account_id and removed_at is null and (:after::text is null or id < :after)
          and exists (
            select true from cards c
            where c.account_id = :account_id and c.id = a.card_id and c.deleted_at is null)
        order by id desc limit :count
        """,
        account_id=source.account_id,
        after=after,
        count=ROWS,
    )
    return Batch([admin_record(row) for row in rows], rows[-1].id if len(rows) == ROWS else None)


async def invitations(source: Source, after: str | None) -> Batch:
    """Reads invitations, with those of the members of invited groups."""
    tx = source.tx
    rows = await tx.many(
        InvitationRow,
        """
        select {columns} from invitations i
        where account_id = :account_id and (:after::text is null or id < :after)
          and exists (
            select true from cards c
            where c.account_id = :account_id and c.id = i.card_id and c.deleted_at is null)
        order by id desc limit :count
        """,
        account_id=source.account_id,
        after=after,
        count=ROWS,
    )
    access = CardAccess(source.account_id, "", EVERYTHING)
    records = await invitation_records(tx, access, source.services, rows)
    return Batch(records, rows[-1].id if len(rows) == ROWS else None)


async def contributions(source: Source, after: str | None) -> Batch:
    tx = source.tx
    rows = await tx.many(
        ContributionRow,
        """
        select {columns} from contributions b
        where account_id = :account_id and note_status <> 'deleted' and (:after::text is null or id < :after)
          and exists (
            select true from cards c
            where c.account_id = :account_id and c.id = b.card_id and c.deleted_at is null)
        order by id desc limit :count
        """,
        account_id=source.account_id,
        after=after,
        count=ROWS,
    )
    visibilities = await _visibilities(source, {row.card_id for row in rows})
    records = await note_visibility.to_records_of_cards(tx, rows, visibilities)
    return Batch(records, rows[-1].id if len(rows) == ROWS else None)


async def _visibilities(source: Source, card_ids: Iterable[str]) -> dict[str, Visibility]:
    tx = source.tx
    cards = await tx.many(
        CardRow,
        """
        select {columns} from cards
        where account_id = :account_id and id = any (:ids) order by id limit :count
        """,
        account_id=source.account_id,
        ids=[*card_ids],
        count=ROWS,
    )
    return {
        card.id: note_visibility.decide_for_caller(
            card, CardAccess(source.account_id, card.id, EVERYTHING), tx.now
        )
        for card in cards
    }


async def reports(source: Source, after: str | None) -> Batch:
    found = await find_reports(source.tx, source.account_id, after, ROWS)
    return Batch(found, found[-1].contribution_id if len(found) == ROWS else None)


async def thanks(source: Source, after: str | None) -> Batch:
    said, place = await find_page(source.tx, source.account_id, after, ROWS)
    return Batch([thanks_record(each, each.card_id, source.services) for each in said], place)


class _HandoverRow(HandoverRow, frozen=True):
    card_id: str


class _Handover(Handover, frozen=True, kw_only=True, tag="handover", tag_field="object"):
    """The handover in the record of its card."""

    card_id: str


async def handovers(source: Source, after: str | None) -> Batch:
    tx = source.tx
    rows = await tx.many(
        _HandoverRow,
        """
        select {columns} from handovers h
        where account_id = :account_id and (:after::text is null or card_id < :after)
          and exists (
            select true from cards c
            where c.account_id = :account_id and c.id = h.card_id and c.deleted_at is null)
        order by card_id desc limit :count
        """,
        account_id=source.account_id,
        after=after,
        count=ROWS,
    )
    records = [_handover(source, row) for row in rows]
    return Batch(records, rows[-1].card_id if len(rows) == ROWS else None)


def _handover(source: Source, row: _HandoverRow) -> _Handover:
    """Returns the record without the URL of the gift: who has a copy of the file could use up the gift."""
    keys, card_id = source.services.keys, row.card_id
    made = handover.record(row, keys, source.account_id, card_id, owner=False, sees_total=True)
    return _Handover(card_id=card_id, **{name: getattr(made, name) for name in made.__struct_fields__})


async def media(source: Source, after: str | None) -> Batch:
    """Reads the files of notes and thanks, and the music and logos of cards."""
    tx = source.tx
    rows = await tx.many(
        MediaRow,
        """
        select {columns} from media m
        where account_id = :account_id and status = 'ready' and (:after::text is null or id < :after)
          and exists (
            select true from cards c
            where c.account_id = :account_id and c.id = m.card_id and c.deleted_at is null)
          and (kind in ('audio', 'logo') or thanks_recipient_id is not null or exists (
            select true from contributions b
            where b.account_id = :account_id and b.id = m.contribution_id and b.note_status <> 'deleted'))
        order by id desc limit :count
        """,
        account_id=source.account_id,
        after=after,
        count=MEDIA,
    )
    read = rows[: _count_within(rows, MEDIA_BYTES)]
    records = [media_record(row, source.services) for row in read]
    is_last = len(rows) < MEDIA and len(read) == len(rows)
    return Batch(records, None if is_last else read[-1].id, read)


def _count_within(rows: Sequence[MediaRow], most: int) -> int:
    """Returns how many rows, at least one, have files of up to ``most`` bytes together."""
    total = 0
    for count, row in enumerate(rows):
        total += row.files[0].bytes if row.files else 0
        if count and total > most:
            return count
    return len(rows)
