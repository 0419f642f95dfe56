"""Create, update or delete a recipient's thanks."""

from wellwish import events
from wellwish.cards import follow
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.db import Tx


async def write(
    tx: Tx, account_id: str, card_id: str, recipient_id: str, text: str, contribution_id: str = ""
) -> bool:
    """Stores the message, or deletes it if the text is empty. Returns whether anything changed.

    With ``contribution_id`` it is for the author of this note, otherwise for everyone who signed.
    """
    if text:
        changed = await tx.run(
            """
            insert into thanks (
              account_id, card_id, recipient_id, contribution_id, text, created_at, updated_at)
            values (:account_id, :card_id, :recipient_id, :contribution_id, :text, :now, :now)
            on conflict (account_id, card_id, recipient_id, contribution_id) do update
              set text = excluded.text, version = thanks.version + 1, updated_at = :now
              where thanks.text <> excluded.text
            """,
            account_id=account_id,
            card_id=card_id,
            recipient_id=recipient_id,
            contribution_id=contribution_id,
            text=text,
        )
    else:
        changed = await tx.run(
            """
            delete from thanks
            where account_id = :account_id and card_id = :card_id and recipient_id = :recipient_id
              and contribution_id = :contribution_id
            """,
            account_id=account_id,
            card_id=card_id,
            recipient_id=recipient_id,
            contribution_id=contribution_id,
        )
    if changed and text:
        data = {"card_id": card_id, "recipient_id": recipient_id}
        if contribution_id:
            data["contribution_id"] = contribution_id
        await events.record(tx, account_id, "card.thanked", card_id=card_id, data=data)
        access = CardAccess(account_id, card_id, EVERYTHING)
        await follow.mail_signers(tx, access, recipient_id, follow.THANKED, contribution_id)
    return bool(changed)
