"""Erase a person's rows in an account, apart from contributions and recipients."""

from datetime import datetime

from msgspec import Struct

from wellwish.accounts import account
from wellwish.base.crypto import Keys
from wellwish.delivery import opt_out
from wellwish.delivery.message import TO_CONTRIBUTORS
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.members.delete import Left, end_membership
from wellwish.people.delete import delete_people
from wellwish.people.person import lock as lock_people
from wellwish.privacy.person import Person


class _Id(Struct, frozen=True):
    id: str


class _Admin(Struct, frozen=True):
    id: str
    card_id: str
    user_id: str
    removed_at: datetime | None


async def erase_members_of_groups(tx: Tx, account_id: str, person: Person, before: datetime) -> int:
    """Deletes the person from saved groups. Returns the number of groups."""
    given = {"account_id": account_id, "spellings": list(person.spellings), "phone": person.phone}
    groups = await tx.many(
        _Id,
        """
        select id from groups
        where account_id = :account_id and updated_at <= :before and id in (
          select group_id from group_members
          where account_id = :account_id and (lower(email) = any (:spellings::text[]) or phone = :phone))
        order by id limit 10000 for update
        """,
        before=before,
        **given,
    )
    await tx.run(
        """
        with gone as (
          delete from group_members
          where account_id = :account_id and group_id = any (:ids::text[])
            and (lower(email) = any (:spellings::text[]) or phone = :phone)
          returning 1
        ), counted as (
          update group_counts set members = greatest(members - (select count(*) from gone), 0)
          where account_id = :account_id
        )
        update groups set version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids::text[])
        """,
        ids=[each.id for each in groups],
        **given,
    )
    return len(groups)


async def erase_from_expansions(tx: Tx, account_id: str, person: Person) -> int:
    """Deletes the person from groups that are being invited. Returns the number of groups."""
    # Removing an invited member also decrements the number done, so that the next member is not skipped.
    return await tx.run(
        """
        update expansions e set members = k.members, members_total = e.members_total - k.gone,
          members_done = e.members_done - k.gone_done
        from (
          select x.invitation_id,
            coalesce(jsonb_agg(m.value order by m.position) filter (where not m.is_theirs), '[]') as members,
            count(*) filter (where m.is_theirs) as gone,
            count(*) filter (where m.is_theirs and m.position <=
              x.members_done - x.members_total + jsonb_array_length(x.members)) as gone_done
          from expansions x, lateral (
            select t.value, t.position, coalesce(lower(t.value ->> 'email') = any (:spellings::text[]), false)
              or coalesce(t.value ->> 'phone' = :phone, false) as is_theirs
            from jsonb_array_elements(x.members) with ordinality as t (value, position)) as m
          where x.account_id = :account_id
          group by x.account_id, x.invitation_id
        ) as k
        where e.account_id = :account_id and e.invitation_id = k.invitation_id and k.gone > 0
        """,
        account_id=account_id,
        spellings=list(person.spellings),
        phone=person.phone,
    )


async def erase_people(tx: Tx, keys: Keys, account_id: str, person: Person, before: datetime) -> int:
    """Deletes the person with their dates from the people of the account.

    Keyed hashes keep the person's choices about their cards, as with a suppressed address: otherwise the next
    list would undo them. Returns the number of rows.
    """
    await lock_people(tx, account_id)
    found = await tx.many(
        _Id,
        """
        select id from people
        where account_id = :account_id and updated_at <= :before
          and (lower(email) = any (:spellings::text[]) or phone = :phone)
        order by id limit 20000
        """,
        account_id=account_id,
        spellings=list(person.spellings),
        phone=person.phone,
        before=before,
    )
    if found:
        await delete_people(tx, keys, account_id, [each.id for each in found])
    return len(found)


async def erase_admins(tx: Tx, account_id: str, person: Person, before: datetime) -> int:
    """Deletes the person's rows as an admin of cards, which ends their access. Returns their number."""
    found = await tx.many(
        _Admin,
        """
        select {columns} from card_admins
        where account_id = :account_id and lower(email) = any (:spellings::text[]) and updated_at <= :before
        order by id limit 10000 for update
        """,
        account_id=account_id,
        spellings=list(person.spellings),
        before=before,
    )
    await tx.run(
        """
        delete from card_grants g using unnest(:cards::text[], :users::text[]) as a (card_id, user_id)
        where g.account_id = :account_id and g.card_id = a.card_id and g.user_id = a.user_id
        """,
        account_id=account_id,
        cards=[each.card_id for each in found],
        users=[each.user_id for each in found],
    )
    await tx.run(
        "delete from card_admins where account_id = :account_id and id = any (:ids::text[])",
        account_id=account_id,
        ids=[each.id for each in found],
    )
    for each in found:
        if each.removed_at is None:
            data = {"card_admin_id": each.id, "card_id": each.card_id}
            await events.record(tx, account_id, "card_admin.removed", card_id=each.card_id, data=data)
    return len(found)


async def erase_messages(
    tx: Tx, keys: Keys, account_id: str, person: Person, before: datetime
) -> tuple[int, int]:
    """Deletes the messages to the person, the texts of reports about these messages, the person's choices to
    mute cards, and the plain address of a suppression.

    The keyed hash of a suppressed address remains, so that the suppression outlives the erasure. Returns the
    number of messages and plain addresses, and that of mails to contributors, which the account does not see.
    """
    given = {"account_id": account_id, "spellings": list(person.spellings), "before": before}
    await tx.run(
        """
        update mail_reports r set text = null
        from messages m
        where r.account_id = :account_id and m.account_id = r.account_id and m.id = r.message_id
          and lower(m.recipient) = any (:spellings::text[]) and m.created_at <= :before
        """,
        **given,
    )
    hidden = await tx.run(
        """
        delete from messages
        where account_id = :account_id and lower(recipient) = any (:spellings::text[])
          and created_at <= :before and kind = any (:hidden::text[])
        """,
        hidden=sorted(TO_CONTRIBUTORS),
        **given,
    )
    deleted = await tx.run(
        """
        delete from messages
        where account_id = :account_id and lower(recipient) = any (:spellings::text[])
          and created_at <= :before
        """,
        **given,
    )
    hashed = person.suppression_hash(keys)
    await tx.run(
        "delete from muted_cards where account_id = :account_id and address_hash = :address_hash",
        account_id=account_id,
        address_hash=hashed,
    )
    unlisted = await tx.run(
        """
        update suppressions set sealed_address = null
        where address_hash = :address_hash and account_id = :account_id and created_at <= :before
          and sealed_address is not null
        """,
        account_id=account_id,
        address_hash=hashed,
        before=before,
    )
    await opt_out.forget_address(tx, keys, account_id, hashed)
    return deleted + unlisted, hidden


async def erase_member(tx: Tx, account_id: str, user_id: str, before: datetime) -> Left:
    """Ends the person's membership, unless it is newer or they are the only owner of the account.

    A membership of a test account is that of the live one, and ends only with it.
    """
    await account.lock(tx, account_id)
    is_spared = await tx.value(
        """
        select created_at > :before or live_account_id is not null from memberships
        where account_id = :account_id and user_id = :user_id
        """,
        account_id=account_id,
        user_id=user_id,
        before=before,
    )
    if is_spared:
        return "none"
    return await end_membership(tx, account_id, user_id)


async def erase_invitations_as_member(tx: Tx, account_id: str, person: Person, before: datetime) -> int:
    return await tx.run(
        """
        delete from member_invitations
        where account_id = :account_id and lower(email) = any (:spellings::text[]) and created_at <= :before
        """,
        account_id=account_id,
        spellings=list(person.spellings),
        before=before,
    )
