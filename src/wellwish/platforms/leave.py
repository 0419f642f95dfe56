"""Leave the platform of the account."""

from wellwish.accounts.access import Owning
from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.platforms.platform import refuse_platform
from wellwish.platforms.release import release


async def leave_platform(tx: Tx, owning: Owning, caller: Caller) -> None:
    """The account keeps its data, members and cards. The platform cannot act for it again.

    Raises NotFound, OwnerRequired.
    """
    refuse_platform(caller)
    if not await release(tx, owning.account_id, actor="customer"):
        raise NotFound
