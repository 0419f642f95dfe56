"""Revoke or restore the access of the account's platform."""

from typing import Annotated

from msgspec import Struct

from wellwish.accounts.access import Owning
from wellwish.infra import effects
from wellwish.infra.db import Tx
from wellwish.infra.effects import Audited
from wellwish.infra.http import Caller, Change, word
from wellwish.platforms.platform import Platform, load, refuse_platform, shut_out


class PlatformChange(Change, frozen=True, kw_only=True):
    """The access that the platform has."""

    access: Annotated[str, word(("full", "none"), "Access of the platform.")]


class _Changed(Struct):
    platform_id: str


async def update_platform(tx: Tx, owning: Owning, caller: Caller, change: PlatformChange) -> Platform:
    """Revoking the access disables the platform's endpoints and removes its members from cards.

    Raises NotFound, OwnerRequired.
    """
    refuse_platform(caller)
    # Waits for the platform's requests that are in progress; later ones are refused.
    changed = await tx.maybe(
        _Changed,
        """
        update customers set closed_at = case when :closes then :now::timestamptz end, updated_at = :now
        where account_id = :account_id and (closed_at is not null) <> :closes
        returning platform_id
        """,
        account_id=owning.account_id,
        closes=change.access == "none",
    )
    if changed is None:
        return await load(tx, owning.account_id)
    if change.access == "none":
        await shut_out(tx, owning.account_id, changed.platform_id)
    platform = await load(tx, owning.account_id)
    await tx.see([owning.account_id, changed.platform_id])
    effects.get_effects(tx).audit(
        Audited(
            account_id=changed.platform_id,
            action="account.change_access",
            actor="customer",
            record_id=owning.account_id,
            fields=(f"access={change.access}",),
        )
    )
    return platform
