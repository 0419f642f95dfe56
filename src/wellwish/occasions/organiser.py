"""The user who receives emails about a person's card."""

from wellwish.infra.db import Tx
from wellwish.occasions.rule import RuleRow


async def organiser_id(tx: Tx, account_id: str, rule: RuleRow, person_id: str) -> str:
    """Returns the manager, if the rule says so and they are a member of the account, or the rule's organiser.

    Nobody organises their own card; in this case, the ID is that of the account, whose owners get the emails.
    """
    manager_id: str | None = None
    if rule.manager_organises:
        manager_id = await tx.value(
            """
            select u.id from people p
            join people m on m.account_id = :account_id and m.id = p.manager_id and m.left_at is null
            join users u on u.email_key = m.email_key
            join memberships s on s.account_id = :account_id and s.user_id = u.id
            where p.account_id = :account_id and p.id = :person_id
            """,
            account_id=account_id,
            person_id=person_id,
        )
    if manager_id is not None:
        return manager_id
    is_own_card = await tx.value(
        """
        select true from people p join users u on u.email_key = p.email_key
        where p.account_id = :account_id and p.id = :person_id and u.id = :organiser_id
        """,
        account_id=account_id,
        person_id=person_id,
        organiser_id=rule.organiser_id,
    )
    return account_id if is_own_card else rule.organiser_id
