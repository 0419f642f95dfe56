"""Find the accounts that have data about a person.

There is no index of addresses over all accounts, and no role that can read all accounts. A search iterates
over the accounts, and each transaction sees a few of them under the usual policies.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from wellwish.contributions import receipt_address
from wellwish.delivery.message import TO_CONTRIBUTORS
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy.person import Person
from wellwish.privacy.tally import DataCounts

ACCOUNTS: Final = 50  # per transaction


class _Account(Struct):
    account_id: str
    is_visible: bool


async def find_accounts(
    tx: Tx, services: Services, person: Person, account_ids: Sequence[str]
) -> dict[str, bool]:
    """Returns the accounts that have data about the person, in order, and whether they see any of it.

    They do not see a tie to a note that remained after the account erased the person, nor the addresses of
    mails to contributors. Only the person may learn of these, so they must neither cause an email to the
    owners nor end an export. An export without a record is no tie: an account could create one to learn
    whether the person erases themselves.

    The transaction must see all of the accounts.
    """
    rows = await tx.many(
        _Account,
        _FIND,
        account_ids=list(account_ids),
        key=person.key,
        email=person.email,
        phone=person.phone,
        spellings=list(person.spellings),
        address_hash=person.suppression_hash(services.keys),
        hidden=sorted(TO_CONTRIBUTORS),
        kinds=list(DataCounts.__struct_fields__),
        erasure_hash=person.erasure_hash(services.keys),
    )
    found = {row.account_id: row.is_visible for row in rows}
    for account_id in account_ids:
        if account_id not in found and await receipt_address.find_of(
            tx, services.keys, account_id, person.email
        ):
            found[account_id] = False
    return dict(sorted(found.items()))


_FIND: Final = """
    select k.account_id, bool_or(k.is_visible) as is_visible from (
      select i.account_id, true as is_visible from invitations i
      where i.account_id = any (:account_ids) and i.address_key = :key
      union all
      select r.account_id, true from recipients r
      where r.account_id = any (:account_ids)
        and (lower(r.email) = any (:spellings::text[]) or r.phone = :phone)
      union all
      select c.account_id, true from cards c
      where c.account_id = any (:account_ids) and lower(c.recipient_email) = any (:spellings::text[])
      union all
      select a.account_id, true from card_admins a
      where a.account_id = any (:account_ids) and lower(a.email) = any (:spellings::text[])
      union all
      select g.account_id, true from group_members g
      where g.account_id = any (:account_ids)
        and (lower(g.email) = any (:spellings::text[]) or g.phone = :phone)
      union all
      select p.account_id, true from people p
      where p.account_id = any (:account_ids)
        and (lower(p.email) = any (:spellings::text[]) or p.phone = :phone)
      union all
      select e.account_id, true from expansions e, jsonb_array_elements(e.members) as m
      where e.account_id = any (:account_ids)
        and (lower(m.value ->> 'email') = any (:spellings::text[]) or m.value ->> 'phone' = :phone)
      union all
      select s.account_id, s.kind <> all (:hidden::text[])
      from messages s
      where s.account_id = any (:account_ids) and lower(s.recipient) = any (:spellings::text[])
      union all
      select b.account_id, true from memberships b join users u on u.id = b.user_id
      where b.account_id = any (:account_ids) and u.email_key = :email
      union all
      select d.account_id, true from member_invitations d
      where d.account_id = any (:account_ids) and lower(d.email) = any (:spellings::text[])
      union all
      select o.id, true from accounts o
      where o.id = any (:account_ids) and lower(o.reply_to) = any (:spellings::text[])
      union all
      select x.account_id, true from suppressions x
      where x.account_id = any (:account_ids) and x.address_hash = :address_hash
        and x.sealed_address is not null
      union all
      select n.account_id, true from data_requests n
      where n.account_id = any (:account_ids) and n.kind = 'export'
        and (n.folder is not null or n.status = 'pending')
        and n.status <> 'failed' and n.address_hash = :erasure_hash
        and exists (
          select 1 from jsonb_each(n.tally) as t where t.key = any (:kinds::text[]) and t.value <> '0')
      union all
      select y.account_id, false from contributions y
      where y.account_id = any (:account_ids) and y.author_hashes <> '{}'
        and :erasure_hash = any (y.author_hashes)
      union all
      select z.account_id, false from contributions z
      where z.account_id = any (:account_ids) and z.author_hash = :erasure_hash
    ) as k
    group by k.account_id
    """
