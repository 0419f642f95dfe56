"""Remove a contribution and erase its text, its name and its media immediately."""

from wellwish.cards.access import CardAccess
from wellwish.cards.contribution_limit import give_back
from wellwish.cards.link import withdraw
from wellwish.contributions import contribution, pledge, receipt_address
from wellwish.contributions.contribution import DELETED, ContributionRow
from wellwish.delivery import message
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import erase, pdf_cache
from wellwish.payments import end


async def remove(tx: Tx, services: Services, access: CardAccess, found: ContributionRow) -> ContributionRow:
    """Removes a contribution in any state of the card. Repeated calls have no effect.

    The author's link ends, and the contribution no longer counts toward the limit. A pledge is dropped, and
    an open payment is ended at the provider. Money that has arrived is kept, since only the owner can refund
    it. ID, status and times are kept for event consumers. The caller has locked the card and then the
    contribution.
    """
    if found.note_status == DELETED:
        return found
    removed = await tx.one(
        ContributionRow,
        """
        update contributions set
          note_status = 'deleted', deleted_at = :now, note_text = '', lang = null, name = null,
          invitation_id = null, author_hash = null, author_hashes = '{}',
          form_key = null, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=access.account_id,
        id=found.id,
    )
    await erase.erase_from_contribution(tx, access.account_id, found.id)
    await pdf_cache.erase_from_card(tx, access.account_id, access.card_id)
    if removed.money_method == "online":
        # The giver may still pay until the page is closed. That payment is refunded.
        await end.of_contribution(tx, access.account_id, removed.id, "note_removed")
        await receipt_address.erase(tx, access.account_id, found.id)
        await message.erase_gifts(tx, access.account_id, access.card_id, found.id)
    if removed.money_status == "promised":
        removed = await pledge.move(tx, removed, "dropped")
    await give_back(tx, access)
    await withdraw(tx, services.keys, [] if found.link is None else [found.link])
    await contribution.record_events(tx, removed, "contribution.deleted")
    return removed
