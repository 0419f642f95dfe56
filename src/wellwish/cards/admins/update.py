"""Replace the privileges of a card admin."""

from wellwish.cards.access import CardAccess, Privilege
from wellwish.cards.admins.admin import AdminRow, CardAdmin, demand_cover, granter, locked, record
from wellwish.cards.admins.mail import TELL_ADMIN, job_args
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, IfMatch


class NewPrivilege(Body, frozen=True, kw_only=True):
    """The new privileges. A missing privilege is false."""

    privilege: Privilege


async def update_admin(
    tx: Tx, access: CardAccess, card_admin_id: str, new: NewPrivilege, if_match: IfMatch
) -> CardAdmin:
    """Raises NotFound, MissingPrivilege, PreconditionFailed."""
    mine = await granter(tx, access)
    row = await locked(tx, access, card_admin_id)
    if_match.check(row.version)
    demand_cover(mine, new.privilege, row.privilege)
    changed = await tx.one(
        AdminRow,
        """
        update card_admins set
          can_update = :can_update, invite_contributors = :invite_contributors,
          admin_management = :admin_management, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and removed_at is null
        returning {columns}
        """,
        account_id=access.account_id,
        id=card_admin_id,
        can_update=new.privilege.can_update,
        invite_contributors=new.privilege.invite_contributors,
        admin_management=new.privilege.admin_management,
    )
    data = {"card_admin_id": card_admin_id, "card_id": access.card_id}
    await events.record(tx, access.account_id, "card_admin.updated", card_id=access.card_id, data=data)
    if changed.privilege != row.privilege:
        await jobs.enqueue(tx, TELL_ADMIN, [job_args(access.account_id, changed.id, changed.version)])
    return record(changed)
