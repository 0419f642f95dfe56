"""Replace the author's own link, so that earlier links no longer open the note once it is anonymous."""

from wellwish.cards.link import publish, withdraw
from wellwish.contributions.contribution import ContributionRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def renew(tx: Tx, services: Services, found: ContributionRow) -> ContributionRow:
    """Invalidates the previous link, the cookies that contain it, the form that created the note, and what
    remained of erased addresses, because somebody else may have had the link mailed to theirs.

    The caller has locked the card. The contribution keeps its version, because the change is not visible.
    """
    renewed = await tx.one(
        ContributionRow,
        """
        update contributions
        set own_link_version = own_link_version + 1, form_key = null, author_hash = null,
          author_hashes = '{}'
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=found.account_id,
        id=found.id,
    )
    await withdraw(tx, services.keys, [found.link] if found.link is not None else [])
    links = [renewed.link] if renewed.link is not None else []
    await publish(tx, services.keys, found.account_id, found.card_id, links)
    return renewed
