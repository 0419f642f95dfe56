"""The choices of former identifiers, which are restored to a person with the same address or ``external_id``.

They are those of deleted people, and those that people had before a request changed them. As with an
unsubscribed address, only keyed hashes remain, so that the choice outlives the row.
"""

from collections.abc import Sequence
from typing import Final

from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx
from wellwish.people.choice import Choice, Chosen
from wellwish.people.state import State
from wellwish.people.step import Step

# Changes of one person's identifiers. An address with which somebody chose is kept beyond these, because an
# owner could fill them beforehand.
_MAX_FORMER: Final = 10


async def keep(tx: Tx, keys: Keys, account_id: str, person_ids: Sequence[str]) -> None:
    """Keeps the choices of the people, immediately before they are deleted."""
    # Locked, so that a choice that is being saved is either kept or refused.
    leaving = await tx.many(
        _Leaving,
        """
        select {columns} from people
        where account_id = :account_id and id = any (:ids::text[])
        order by id for update
        """,
        account_id=account_id,
        ids=list(person_ids),
    )
    rows = [each for each in leaving if each.choice != Choice()]
    if not rows:
        return
    # The previous identifiers have at least the person's last choice.
    await tx.run(
        """
        update kept_choices set
          no_cards = kept_choices.no_cards or p.no_cards,
          no_birthday = kept_choices.no_birthday or p.no_birthday,
          only_team = kept_choices.only_team or p.only_team,
          skipped_year = greatest(kept_choices.skipped_year, p.skipped_year)
        from people p
        where kept_choices.account_id = :account_id and p.account_id = :account_id
          and p.id = kept_choices.person_id and p.id = any (:ids::text[])
        """,
        account_id=account_id,
        ids=[row.id for row in rows],
    )
    await tx.run(
        """
        insert into kept_choices (
          account_id, person_id, email_hash, external_id_hash, no_cards, no_birthday, only_team, skipped_year)
        select :account_id, k.person_id, k.email_hash, k.external_id_hash, k.no_cards, k.no_birthday,
          k.only_team, k.skipped_year
        from unnest(
          :ids::text[], :emails::bytea[], :external_ids::bytea[], :no_card::boolean[],
          :birthdayless::boolean[], :team_alone::boolean[], :years::smallint[]) as k (
          person_id, email_hash, external_id_hash, no_cards, no_birthday, only_team, skipped_year)
        returning person_id
        """,
        account_id=account_id,
        ids=[row.id for row in rows],
        emails=[_email_hash(keys, account_id, row.email_key) for row in rows],
        external_ids=[_external_id_hash(keys, account_id, row.external_id) for row in rows],
        no_card=[row.no_cards for row in rows],
        birthdayless=[row.no_birthday for row in rows],
        team_alone=[row.only_team for row in rows],
        years=[row.skipped_year for row in rows],
    )


async def keep_former(tx: Tx, keys: Keys, account_id: str, steps: Sequence[Step]) -> None:
    """Keeps the choices of people with the identifiers that the steps take from them, before they do so."""
    losing = [each for each in steps if each.before is not None and (each.lost_email or each.lost_number)]
    if not losing:
        return
    # Locked, so that a choice that is being saved is either kept, or stays with the row.
    rows = await tx.many(
        Chosen,
        """
        select {columns} from people
        where account_id = :account_id and id = any (:ids::text[])
        order by id for no key update
        """,
        account_id=account_id,
        ids=[each.after.id for each in losing],
    )
    chose = {row.id for row in rows if row.choice != Choice()}
    kept = [each for each in losing if each.after.id in chose]
    if not kept:
        return
    await tx.run(
        """
        insert into kept_choices (
          account_id, person_id, number, email_hash, external_id_hash, with_address,
          no_cards, no_birthday, only_team, skipped_year)
        select :account_id, p.id, f.last + 1, k.email_hash, k.external_id_hash, k.with_address,
          p.no_cards, p.no_birthday, p.only_team, p.skipped_year
        from unnest(
          :ids::text[], :emails::bytea[], :external_ids::bytea[], :addressed::boolean[]) as k (
          person_id, email_hash, external_id_hash, with_address)
        join people p on p.account_id = :account_id and p.id = k.person_id
        cross join lateral (
          select count(*) as count, coalesce(max(e.number), 0) as last from kept_choices e
          where e.account_id = :account_id and e.person_id = p.id) as f
        where f.count < :most
          or (k.email_hash is not null and p.choice_link_version = p.link_version)
        returning person_id
        """,
        account_id=account_id,
        ids=[each.after.id for each in kept],
        emails=[_email_hash(keys, account_id, each.lost_email) for each in kept],
        external_ids=[_external_id_hash(keys, account_id, each.lost_number) for each in kept],
        # with an address, lost or not
        addressed=[each.before is not None and each.before.email_key is not None for each in kept],
        most=_MAX_FORMER,
    )


async def give_back(tx: Tx, keys: Keys, account_id: str, people: Sequence[State]) -> None:
    """Restores the choices of previous identifiers to people with the same address or ``external_id``.

    The people are new, or their address or ``external_id`` changed. They keep their own choices.
    The transaction must hold the lock of the account's people.
    """
    sql = "select exists (select true from kept_choices where account_id = :account_id)"
    if not people or not await tx.value(sql, account_id=account_id):
        return
    found = await _take(tx, keys, account_id, people)
    if not found:
        return
    await tx.run(
        """
        update people set
          no_cards = people.no_cards or g.no_cards, no_birthday = people.no_birthday or g.no_birthday,
          only_team = people.only_team or g.only_team,
          skipped_year = greatest(people.skipped_year, g.skipped_year),
          choice_link_version = people.link_version
        from unnest(
          :ids::text[], :no_card::boolean[], :birthdayless::boolean[], :team_alone::boolean[],
          :years::smallint[]) as g (id, no_cards, no_birthday, only_team, skipped_year)
        where people.account_id = :account_id and people.id = g.id
        """,
        account_id=account_id,
        ids=[each.id for each in found],
        no_card=[each.no_cards for each in found],
        birthdayless=[each.no_birthday for each in found],
        team_alone=[each.only_team for each in found],
        years=[each.skipped_year for each in found],
    )


async def _take(tx: Tx, keys: Keys, account_id: str, people: Sequence[State]) -> list[Chosen]:
    """Removes and returns the kept choices of the people's identifiers."""
    return await tx.many(
        Chosen,
        """
        with asked as (
          select a.id, a.email_hash, a.external_id_hash
          from unnest(:ids::text[], :emails::bytea[], :external_ids::bytea[])
            as a (id, email_hash, external_id_hash)),
        same as (
          select a.id, k.person_id, k.number, true as by_email
          from kept_choices k join asked a on a.email_hash = k.email_hash
          where k.account_id = :account_id
          union all
          select a.id, k.person_id, k.number, false
          from kept_choices k join asked a on a.external_id_hash = k.external_id_hash
            -- A number may be given to somebody else; an address is rarely.
            and (a.email_hash is null or (k.email_hash is null and not k.with_address))
          where k.account_id = :account_id),
        used as (
          select s.person_id, s.number, bool_or(s.by_email) as by_email from same s
          group by s.person_id, s.number),
        gone as (
          delete from kept_choices k using used u
          where k.account_id = :account_id and k.person_id = u.person_id and k.number = u.number
            and (u.by_email or k.email_hash is null)
          returning k.person_id, k.number, k.no_cards, k.no_birthday, k.only_team, k.skipped_year),
        -- Only people with the address can use it up.
        without_number as (
          update kept_choices set external_id_hash = null from used u
          where kept_choices.account_id = :account_id
            and kept_choices.person_id = u.person_id and kept_choices.number = u.number
            and not u.by_email and kept_choices.email_hash is not null
          returning kept_choices.person_id, kept_choices.number, kept_choices.no_cards,
            kept_choices.no_birthday, kept_choices.only_team, kept_choices.skipped_year),
        given as (
          select g.person_id, g.number, g.no_cards, g.no_birthday, g.only_team, g.skipped_year from gone g
          union all
          select w.person_id, w.number, w.no_cards, w.no_birthday, w.only_team, w.skipped_year
          from without_number w)
        -- With what the person who had the identifier said since.
        select s.id, bool_or(g.no_cards or coalesce(p.no_cards, false)) as no_cards,
          bool_or(g.no_birthday or coalesce(p.no_birthday, false)) as no_birthday,
          bool_or(g.only_team or coalesce(p.only_team, false)) as only_team,
          max(greatest(g.skipped_year, p.skipped_year)) as skipped_year
        from same s join given g on g.person_id = s.person_id and g.number = s.number
        left join people p on p.account_id = :account_id and p.id = g.person_id
        group by s.id order by s.id
        """,
        account_id=account_id,
        ids=[each.id for each in people],
        emails=[_email_hash(keys, account_id, each.email_key) for each in people],
        external_ids=[_external_id_hash(keys, account_id, each.external_id) for each in people],
    )


class _Leaving(Chosen, frozen=True):
    email_key: str | None
    external_id: str | None


def _email_hash(keys: Keys, account_id: str, email_key: str | None) -> bytes | None:
    return None if email_key is None else keys.pseudonym(f"choice of {email_key}\nin {account_id}")


def _external_id_hash(keys: Keys, account_id: str, external_id: str | None) -> bytes | None:
    return None if external_id is None else keys.pseudonym(f"choice of person {external_id}\nin {account_id}")
