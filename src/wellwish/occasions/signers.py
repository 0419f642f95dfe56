"""The people whom a rule invites to the card of a person."""

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.invitations import address
from wellwish.invitations.create import Invitee
from wellwish.occasions.plan import MAX_PEERS
from wellwish.occasions.rule import RuleRow, invited
from wellwish.occasions.rule_body import GROUP, NOBODY, TEAM
from wellwish.people import choice
from wellwish.people.choice import Choice


class _Team(Struct, frozen=True):
    group_id: str


class _Signer(Struct, frozen=True):
    name: str
    email: str | None
    phone: str | None


async def invitees(tx: Tx, account_id: str, rule: RuleRow, person_id: str) -> list[Invitee]:
    """Returns the invitees whom ``plan`` counts as signers: groups, or the person's manager and peers."""
    choices = await choice.load(tx, account_id, [person_id])
    teams = [each.group_id for each in await _teams(tx, account_id, person_id)]
    invites = invited(rule, choices.get(person_id, Choice()), teams)
    if invites == NOBODY:
        return []
    if invites in (GROUP, TEAM):
        groups = teams if invites == TEAM else [rule.group_id or ""]
        return [Invitee(delivery_type=address.GROUP, delivery_id=each) for each in groups]
    found = await tx.many(
        _Signer,
        """
        select s.name, s.email, s.phone
        from people p join people s on s.account_id = :account_id
          and (s.id = p.manager_id or s.manager_id = p.manager_id)
        where p.account_id = :account_id and p.id = :id and s.id <> :id and s.left_at is null
          and (s.email is not null or s.phone is not null)
        order by s.id limit :most
        """,
        account_id=account_id,
        id=person_id,
        most=MAX_PEERS,
    )
    return [
        Invitee(
            delivery_type=address.SMS if each.email is None else address.EMAIL,
            delivery_id=each.email or each.phone or "",
            name=each.name,
        )
        for each in found
    ]


async def _teams(tx: Tx, account_id: str, person_id: str) -> list[_Team]:
    return await tx.many(
        _Team,
        """
        select group_id from team_people
        where account_id = :account_id and person_id = :person_id order by group_id limit 100
        """,
        account_id=account_id,
        person_id=person_id,
    )
