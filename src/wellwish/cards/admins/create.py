"""Add an admin to a card."""

from typing import Annotated

from wellwish.accounts.user import find_or_create
from wellwish.base import ids
from wellwish.base.errors import CardAdminExists, CardState, Fault, TooManyCardAdmins
from wellwish.cards.access import CardAccess, Privilege
from wellwish.cards.admins.admin import AdminRow, CardAdmin, demand_cover, granter, record
from wellwish.cards.admins.mail import TELL_ADMIN, job_args
from wellwish.cards.card_row import LockedCard
from wellwish.cards.recipient import Email
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Lenient, Services, line


class NewCardAdmin(Body, frozen=True, kw_only=True):
    """The person to add. Without ``privilege``, all privileges are false."""

    card_id: Annotated[
        str, line(255, "ID of the card.", required=True, schema={"pattern": ids.pattern("card")})
    ]
    email: Email
    name: (
        Annotated[str, line(255, "Name of the person."), Lenient(parts=("first_name", "last_name"))] | None
    ) = None
    privilege: Privilege = Privilege()


async def create_admin(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, new: NewCardAdmin
) -> CardAdmin:
    """The person does not need an account, and is notified by email.

    Raises NotFound, MissingPrivilege, CardState, CardAdminExists, TooManyCardAdmins.
    """
    demand_cover(await granter(tx, access), new.privilege)
    if row.status(tx.now) in ("archived", "cancelled"):
        raise CardState(f"The card is {row.state}.")
    user_id = await find_or_create(tx, new.email, new.name)
    most = services.settings.limits.admins_per_card
    added = await _insert(tx, access, user_id, new, most)
    if added is None:
        raise await _exists(tx, access, user_id) or TooManyCardAdmins()
    await tx.run(
        """
        insert into card_grants (user_id, account_id, card_id)
        select :user_id, :account_id, :card_id
        -- Only test pairs of the account act on test data.
        where not exists (select 1 from test_accounts t where t.account_id = :account_id)
        on conflict do nothing
        """,
        user_id=user_id,
        account_id=access.account_id,
        card_id=access.card_id,
    )
    data = {"card_admin_id": added.id, "card_id": access.card_id}
    await events.record(tx, access.account_id, "card_admin.added", card_id=access.card_id, data=data)
    await jobs.enqueue(tx, TELL_ADMIN, [job_args(access.account_id, added.id, added.version)])
    return record(added)


async def _insert(tx: Tx, access: CardAccess, user_id: str, new: NewCardAdmin, most: int) -> AdminRow | None:
    """Returns None if the person is already an admin, or the card has too many admins.

    The card is locked, so no other transaction adds an admin. Removed admins keep their rows; in total, a
    card can have ten times as many rows as current admins are allowed.
    """
    return await tx.maybe(
        AdminRow,
        """
        insert into card_admins
          (account_id, id, card_id, user_id, email, name, can_update, invite_contributors, admin_management,
           created_at, updated_at)
        select
          :account_id, :id, :card_id, :user_id, :email, :name, :can_update, :invite_contributors,
          :admin_management, :now, :now
        where :most::bigint = 0 or (
          select count(*) filter (where removed_at is null) < :most::bigint
            and count(*) < 10 * :most::bigint
          from card_admins where account_id = :account_id and card_id = :card_id)
        on conflict (account_id, card_id, user_id) where removed_at is null do nothing
        returning {columns}
        """,
        account_id=access.account_id,
        id=ids.new("adm"),
        card_id=access.card_id,
        user_id=user_id,
        email=new.email,
        name=new.name,
        can_update=new.privilege.can_update,
        invite_contributors=new.privilege.invite_contributors,
        admin_management=new.privilege.admin_management,
        most=most,
    )


async def _exists(tx: Tx, access: CardAccess, user_id: str) -> CardAdminExists | None:
    other = await tx.value(
        """
        select id from card_admins
        where account_id = :account_id and card_id = :card_id and user_id = :user_id and removed_at is null
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        user_id=user_id,
    )
    if other is None:
        return None
    fault = Fault("/email", "exists", "This person is already an admin of the card.")
    return CardAdminExists(faults=[fault], members={"card_admin_id": other})
