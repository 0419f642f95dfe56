"""Limits per guest and card for files not yet attached to a note, and the files to erase above them.

A guest is a browser. Because programs can pose as a new browser with each page, browsers are grouped by
source: the link of a person, or the network address for a shared link.
"""

from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.media import erase

MAX_OF_API: Final = 200  # per card, uploaded with an access token
MAX_OF_BROWSER: Final = 20  # more than the files of a note, because replaced files count
# At 60 uploads a minute from one address, a file stays for at least a quarter of an hour.
MAX_OF_GUESTS: Final = 1_000  # per card


@dataclass(frozen=True)
class Guest:
    """The owner of a file: keyed hashes that have no meaning outside the card."""

    browser: str
    source: str


async def lock(tx: Tx, card_id: str) -> None:
    """Serialises uploads to the card until the transaction ends, so that the limits are exact."""
    await tx.run(
        "select pg_advisory_xact_lock(hashtext('media.waiting'), hashtext(:card_id))", card_id=card_id
    )


class _Id(Struct):
    id: str


async def make_room(tx: Tx, account_id: str, card_id: str, media_id: str) -> None:
    """Erases a guest's file if the new one exceeds the card's limit.

    Chooses the source with the most files, its browser with the most files, and that browser's oldest file.
    Skips files locked by a note that is attaching them.
    """
    gone = await tx.many(
        _Id,
        """
        with waiting as (
          select w.id, count(*) over () as on_card, count(*) over (partition by w.upload_source) as of_source,
            count(*) over (partition by w.upload_browser) as of_browser
          from media w
          where w.account_id = :account_id and w.card_id = :card_id and w.contribution_id is null
            and w.upload_browser is not null and w.id <> :media_id)
        select m.id from waiting join media m on m.account_id = :account_id and m.id = waiting.id
        where waiting.on_card >= :most and m.contribution_id is null
        order by waiting.of_source desc, waiting.of_browser desc, m.id limit 1
        for update of m skip locked
        """,
        account_id=account_id,
        card_id=card_id,
        media_id=media_id,
        most=MAX_OF_GUESTS,
    )
    await erase.erase(tx, account_id, [each.id for each in gone])
