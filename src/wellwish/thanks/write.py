"""Create, update or delete a recipient's thanks."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from wellwish.base.errors import NotFound
from wellwish.cards import wake_jobs
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import thanks_media, waiting
from wellwish.media.describe import describe
from wellwish.media.media import ThanksKey
from wellwish.media.store_upload import StoredFile


class NewThanks(Struct, frozen=True, kw_only=True):
    """A message: its text, new files, the kinds of files to remove, and descriptions of files."""

    text: str
    files: Sequence[StoredFile] = ()
    without: Collection[str] = ()
    description: str = ""
    transcript: str = ""


async def write(
    tx: Tx, services: Services, account_id: str, card_id: str, key: ThanksKey, new: NewThanks
) -> bool:
    """Stores the message, or deletes it if it has neither text nor files. Returns whether anything changed.

    Raises NotFound if the recipient was removed or the card deleted.
    """
    # Without this lock, concurrent writes of the same thanks could both insert a photo.
    await waiting.lock(tx, card_id)
    await _lock_recipient(tx, account_id, card_id, key.recipient_id)
    media, has_changed = await thanks_media.change(
        tx, services, account_id, card_id, key, new.files, new.without
    )
    seen = {row.id: new.description for row in media if row.kind == "photo"}
    await describe(tx, account_id, media, "", new.transcript, seen)
    is_there = bool(new.text or media)
    changed = (
        await _put(tx, account_id, card_id, key, new.text, has_changed=has_changed)
        if is_there
        else await _delete(tx, account_id, card_id, key)
    )
    if changed and is_there:
        data = {"card_id": card_id, "recipient_id": key.recipient_id}
        if key.contribution_id:
            data["contribution_id"] = key.contribution_id
        await events.record(tx, account_id, "card.thanked", card_id=card_id, data=data)
        access = CardAccess(account_id, card_id, EVERYTHING)
        await wake_jobs.mail_signers(tx, access, key.recipient_id, wake_jobs.THANKED, key.contribution_id)
    return bool(changed)


async def _lock_recipient(tx: Tx, account_id: str, card_id: str, recipient_id: str) -> None:
    there = await tx.value(
        """
        select true from recipients
        where account_id = :account_id and card_id = :card_id and id = :recipient_id for key share
        """,
        account_id=account_id,
        card_id=card_id,
        recipient_id=recipient_id,
    )
    if not there:
        raise NotFound


async def _put(tx: Tx, account_id: str, card_id: str, key: ThanksKey, text: str, *, has_changed: bool) -> int:
    return await tx.run(
        """
        insert into thanks (
          account_id, card_id, recipient_id, contribution_id, text, created_at, updated_at)
        values (:account_id, :card_id, :recipient_id, :contribution_id, :text, :now, :now)
        on conflict (account_id, card_id, recipient_id, contribution_id) do update
          set text = excluded.text, version = thanks.version + 1, updated_at = :now
          where thanks.text <> excluded.text or :has_changed
        """,
        account_id=account_id,
        card_id=card_id,
        recipient_id=key.recipient_id,
        contribution_id=key.contribution_id,
        text=text,
        has_changed=has_changed,
    )


async def _delete(tx: Tx, account_id: str, card_id: str, key: ThanksKey) -> int:
    return await tx.run(
        """
        delete from thanks
        where account_id = :account_id and card_id = :card_id and recipient_id = :recipient_id
          and contribution_id = :contribution_id
        """,
        account_id=account_id,
        card_id=card_id,
        recipient_id=key.recipient_id,
        contribution_id=key.contribution_id,
    )
