"""The photo and the recording of a recipient's thanks."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import erase
from wellwish.media.media import MediaRow, ThanksKey
from wellwish.media.store_upload import StoredFile, insert

KINDS: Final = ("photo", "voice")


async def find_by_thanks(
    tx: Tx, account_id: str, card_id: str, of_notes: Sequence[str] | None = None
) -> dict[ThanksKey, list[MediaRow]]:
    """Returns the files of a card's thanks, photos first.

    ``of_notes`` selects the thanks for these notes; an empty ID selects the thanks for everyone.
    """
    rows = await tx.many(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and card_id = :card_id and thanks_recipient_id is not null
          and (:all or thanks_contribution_id = any (:of_notes))
        order by thanks_recipient_id, thanks_contribution_id, kind limit 2000
        """,
        account_id=account_id,
        card_id=card_id,
        all=of_notes is None,
        of_notes=list(of_notes or ()),
    )
    return _by_thanks(rows)


async def find_by_recipients(
    tx: Tx, account_id: str, recipient_ids: Collection[str]
) -> dict[ThanksKey, list[MediaRow]]:
    """Returns the files of the thanks of these recipients, photos first."""
    rows = await tx.many(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and thanks_recipient_id = any (:recipient_ids)
        order by thanks_recipient_id, thanks_contribution_id, kind limit 60000
        """,
        account_id=account_id,
        recipient_ids=list(recipient_ids),
    )
    return _by_thanks(rows)


def _by_thanks(rows: Sequence[MediaRow]) -> dict[ThanksKey, list[MediaRow]]:
    found: dict[ThanksKey, list[MediaRow]] = {}
    for row in rows:
        key = ThanksKey(row.thanks_recipient_id or "", row.thanks_contribution_id or "")
        found.setdefault(key, []).append(row)
    return found


async def change(
    tx: Tx,
    services: Services,
    account_id: str,
    card_id: str,
    key: ThanksKey,
    files: Sequence[StoredFile],
    without: Collection[str],
) -> tuple[list[MediaRow], bool]:
    """Replaces stored files with new ones of the same kinds, and erases files of the kinds in ``without``.

    Returns the resulting files, and whether anything changed. A file that equals the stored one is skipped,
    so that resubmitting a form has no effect. The caller must hold ``waiting.lock``. Raises NotFound if the
    card was deleted.
    """
    rows = (await find_by_thanks(tx, account_id, card_id, [key.contribution_id])).get(key, [])
    before = {row.kind: row for row in rows}
    fresh = [
        each
        for each in files
        if each.upload.kind not in before or before[each.upload.kind].source != each.upload.source
    ]
    taken = {each.upload.kind for each in files}
    gone = [row for row in rows if row.kind in {each.upload.kind for each in fresh} | (set(without) - taken)]
    await erase.erase(tx, account_id, [row.id for row in gone])
    added = [await insert(tx, services, account_id, card_id, each) for each in fresh]
    return [row for row in rows if row not in gone] + added, bool(gone or added)


class _Id(Struct):
    id: str


async def erase_of(tx: Tx, account_id: str, card_id: str, recipient_ids: Sequence[str]) -> None:
    """Erases the files of the thanks of these recipients."""
    rows = await tx.many(
        _Id,
        """
        select id from media
        where account_id = :account_id and card_id = :card_id
          and thanks_recipient_id = any (:recipient_ids) limit 10000
        """,
        account_id=account_id,
        card_id=card_id,
        recipient_ids=list(recipient_ids),
    )
    await erase.erase(tx, account_id, [row.id for row in rows])


async def keep_of(tx: Tx, account_id: str, card_id: str, recipient_ids: Sequence[str]) -> None:
    """Erases the files of all thanks except those of these recipients."""
    rows = await tx.many(
        _Id,
        """
        select id from media
        where account_id = :account_id and card_id = :card_id and thanks_recipient_id is not null
          and thanks_recipient_id <> all (:recipient_ids) limit 10000
        """,
        account_id=account_id,
        card_id=card_id,
        recipient_ids=list(recipient_ids),
    )
    await erase.erase(tx, account_id, [row.id for row in rows])
