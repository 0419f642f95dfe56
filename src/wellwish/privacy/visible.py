"""Count the records about a person that one account can see.

The account sees whom it invited and who signed with a name. It sees neither the author of an anonymous note
nor the address to which a link or a confirmation was mailed, so no statement here reads these.
"""

from typing import Final

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.contributions.gift import SETTLED
from wellwish.infra.db import Tx
from wellwish.privacy.person import Person, parse_person
from wellwish.privacy.tally import Tally


class _Counted(Struct):
    tally: Tally


async def count_visible(tx: Tx, keys: Keys, account_id: str, person: Person) -> Tally:
    """Returns the numbers of records that an erasure would erase, and of those that it would keep."""
    counted = await tx.one(
        _Counted,
        _COUNT,
        account_id=account_id,
        key=person.key,
        email=person.email,
        phone=person.phone,
        spellings=list(person.spellings),
        address_hash=person.suppression_hash(keys),
        settled=list(SETTLED),
    )
    return counted.tally


class _Reached(Struct):
    email: str | None
    phone: str | None


async def find_hashes(tx: Tx, keys: Keys, account_id: str, person: Person) -> list[bytes]:
    """Returns the hashes of the address, and of the other addresses of the account's people who have it."""
    rows = await tx.many(
        _Reached,
        """
        select p.email, p.phone from people p
        where p.account_id = :account_id and (lower(p.email) = any (:spellings::text[]) or p.phone = :phone)
        order by p.id limit 1000
        """,
        account_id=account_id,
        spellings=list(person.spellings),
        phone=person.phone,
    )
    found = {address for row in rows for address in (row.email, row.phone) if address}
    return [person.erasure_hash(keys), *(parse_person(each).erasure_hash(keys) for each in sorted(found))]


_COUNT: Final = """
    with invited as materialized (
      select i.card_id, i.id from invitations i
      where i.account_id = :account_id and i.address_key = :key
    ), signed as materialized (
      select b.money_status, b.note_status
      from invited i join contributions b
        on b.account_id = :account_id and b.card_id = i.card_id and b.invitation_id = i.id
      where not b.anonymous and b.note_status <> 'deleted'
    ), known as materialized (
      select u.id as user_id, m.role, exists (
        select 1 from memberships o
        where o.account_id = :account_id and o.user_id <> u.id and o.role = 'owner') as has_others
      from users u left join memberships m
        on m.account_id = :account_id and m.user_id = u.id and m.live_account_id is null
      where u.email_key = :email
    ), named as materialized (
      select
        (select count(*) from card_admins a
          where a.account_id = :account_id and lower(a.email) = any (:spellings::text[])) as card_admins,
        (select count(*) from member_invitations d
          where d.account_id = :account_id
            and lower(d.email) = any (:spellings::text[])) as member_invitations,
        (select count(*) from known where role <> 'owner' or role = 'owner' and has_others) as members,
        (select count(*) from known where role = 'owner' and not has_others) as last_owner,
        (select count(*) from suppressions s
          where s.account_id = :account_id and s.address_hash = :address_hash
            and s.sealed_address is not null) as suppressions
    )
    select to_jsonb(counted) as tally from (
      select
        (select count(*) from invited) as invitations,
        (select count(*) from signed) as notes,
        (select count(distinct c.id) from cards c
          left join recipients r on r.account_id = :account_id and r.card_id = c.id
          where c.account_id = :account_id and (
            lower(c.recipient_email) = any (:spellings::text[])
            or lower(r.email) = any (:spellings::text[]) or r.phone = :phone)) as recipients,
        n.card_admins,
        (select count(distinct g.group_id) from group_members g
          where g.account_id = :account_id
            and (lower(g.email) = any (:spellings::text[]) or g.phone = :phone)) as groups,
        (select count(*) from people p
          where p.account_id = :account_id
            and (lower(p.email) = any (:spellings::text[]) or p.phone = :phone)) as people,
        n.members, n.member_invitations, n.suppressions,
        (select count(*) from accounts a
          where a.id = :account_id and lower(a.reply_to) = any (:spellings::text[])) as reply_addresses,
        (select count(*) from signed where money_status = any (:settled::text[])) as payment_record,
        (select count(*) from signed where money_status in ('pending', 'processing')) as open_payment,
        n.last_owner,
        (n.members + n.last_owner + n.card_admins + n.member_invitations > 0)::int as sign_in,
        (select count(*) from audit_entries e
          where e.account_id = :account_id and e.user_id in (select user_id from known)) as audit_log,
        n.suppressions as refusal_of_messages
      from named n
    ) as counted
    """
