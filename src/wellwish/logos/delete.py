"""Remove the account's logo."""

from wellwish.accounts import account
from wellwish.accounts.access import Owning
from wellwish.accounts.settings import AccountSettings, load_settings, record, set_logo
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services
from wellwish.media import erase


async def delete_logo(tx: Tx, owning: Owning, services: Services, if_match: IfMatch) -> AccountSettings:
    """Its URLs then return 404, and emails that were already sent show the account name instead.

    Raises PreconditionFailed.
    """
    await account.lock(tx, owning.account_id)
    row = await load_settings(tx, owning.account_id)
    if_match.check(row.version)
    if row.logo is None:
        return record(row, services)
    changed = await set_logo(tx, owning.account_id, None)
    await erase.files(tx, [row.logo.folder])
    return record(changed, services)
