"""Remove a contribution: its words, its name and its media are erased at once."""

from wellwish.cards.access import CardAccess
from wellwish.cards.link import withdraw
from wellwish.cards.place import give_back
from wellwish.contributions import contribution, settle
from wellwish.contributions.contribution import DELETED, ContributionRow
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.media import erase


async def remove(tx: Tx, services: Services, access: CardAccess, found: ContributionRow) -> ContributionRow:
    """Works whatever the card's state, and twice; the author's link ends, and the card has a place more.

    Cash that was promised is not expected any more; money that came stays, for giving it back is the owner's.
    Id, state and times stay, so that readers of events can look it up. The caller has locked the card and
    then the contribution.
    """
    if found.note_status == DELETED:
        return found
    removed = await tx.one(
        ContributionRow,
        """
        update contributions set
          note_status = 'deleted', deleted_at = :now, note_text = '', name = null, invitation_id = null,
          form_key = null, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=access.account_id,
        id=found.id,
    )
    await erase.of_contribution(tx, access.account_id, found.id)
    if removed.money_status == "promised":
        removed = await settle.move(tx, removed, "dropped")
    await give_back(tx, access)
    await withdraw(tx, services.keys, [] if found.link is None else [found.link])
    await contribution.tell(tx, removed, "contribution.deleted")
    return removed
