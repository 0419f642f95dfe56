"""Erase the data of a deleted card. A second run has no effect."""

from typing import Any, Final

from wellwish.delivery import message, mute
from wellwish.infra.http import Services
from wellwish.media import drawn_covers, pdf_cache
from wellwish.media import erase as media_erase
from wellwish.payments import card_payments

# Dependent rows first. Events and the ledger contain only IDs and amounts and outlive the card; messages are
# erased with it.
_STATEMENTS: Final = (
    """
    delete from expansions where account_id = :account_id and invitation_id in (
      select id from invitations where account_id = :account_id and card_id = :card_id)
    """,
    "delete from contributions where account_id = :account_id and card_id = :card_id",
    "delete from invitations where account_id = :account_id and card_id = :card_id",
    """
    update invitation_counts t set used = t.used - c.used from invitation_counts c
    where t.account_id = :account_id and t.card_id = ''
      and c.account_id = :account_id and c.card_id = :card_id
    """,
    "delete from invitation_counts where account_id = :account_id and card_id = :card_id",
    "delete from note_reports where account_id = :account_id and card_id = :card_id",
    "delete from thanks where account_id = :account_id and card_id = :card_id",
    "delete from organiser_news where account_id = :account_id and card_id = :card_id",
    "delete from walls where account_id = :account_id and card_id = :card_id",
    "delete from handovers where account_id = :account_id and card_id = :card_id",
    "delete from recipients where account_id = :account_id and card_id = :card_id",
    "delete from card_admins where account_id = :account_id and card_id = :card_id",
    """
    delete from card_words w using cards c
    where c.account_id = :account_id and c.id = :card_id and w.account_id = c.account_id and w.card_id = c.id
      and w.word = any (c.words)
    """,
    "delete from cards where account_id = :account_id and id = :card_id and deleted_at is not null",
)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Erases the rows and files of a deleted card."""
    account_id, card_id = args["account_id"], args["card_id"]
    async with services.db.transaction([account_id]) as tx:
        deleted = await tx.value(
            """
            select true from cards
            where account_id = :account_id and id = :card_id and deleted_at is not null for update
            """,
            account_id=account_id,
            card_id=card_id,
        )
        if deleted:
            await message.erase_of_card(tx, account_id, card_id)
            await mute.erase_of_card(tx, account_id, card_id)
            await media_erase.erase_from_card(tx, account_id, card_id)
            await pdf_cache.erase_from_card(tx, account_id, card_id)
            await drawn_covers.erase_from_card(tx, account_id, card_id)
            await card_payments.erase(tx, account_id, card_id)
            for statement in _STATEMENTS:
                await tx.run(statement, account_id=account_id, card_id=card_id)
