"""The team: a group whose members are the people of the account whose ``teams`` name it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from wellwish.base.errors import Fault, TooManyGroups
from wellwish.groups import group
from wellwish.infra.db import CheckViolation, Tx
from wellwish.infra.http import Services

HAS_PEOPLE: Final = Fault(
    "/members", "invalid_value", "The members of a team are people: set the `teams` of each person."
)
_CHUNK: Final = 5_000  # rows per statement; each requires two foreign key checks
STAYS_TEAM: Final = Fault(
    "/kind", "invalid_value", "The kind of a team cannot change, and no other group can become a team."
)


async def lock_people(tx: Tx, account_id: str) -> None:
    """Makes other changes to the account's people and teams wait until the transaction ends.

    Otherwise, two concurrent requests could create the same person twice, or together create a loop of
    managers.
    """
    await tx.run(
        "select pg_advisory_xact_lock(hashtextextended('people of ' || :account_id::text, 0))",
        account_id=account_id,
    )


async def create_teams(tx: Tx, services: Services, account_id: str, names: Mapping[str, str]) -> None:
    """Creates teams; ``names`` maps their IDs to names. Raises GroupNameExists, TooManyGroups."""
    if not names:
        return
    try:
        made: int = await tx.value(
            """
            with made as (
              insert into groups (account_id, id, name, kind, created_at, updated_at)
              select :account_id, g.id, g.name, 'team', :now, :now
              from unnest(:ids::text[], :names::text[]) as g (id, name)
              on conflict do nothing
              returning id
            ), counted as (
              insert into group_counts as c (account_id, groups, most_groups)
              select :account_id, count(*), :most::bigint from made
              on conflict (account_id) do update
                set groups = c.groups + excluded.groups, most_groups = excluded.most_groups
            )
            select count(*) from made
            """,
            account_id=account_id,
            ids=list(names),
            names=list(names.values()),
            most=services.settings.limits.groups_per_account,
        )
    except CheckViolation as error:
        raise TooManyGroups from error
    if made < len(names):
        # Another request has created a group with one of these names since the caller's check.
        raise group.name_exists(None)


async def join_teams(tx: Tx, account_id: str, teams: Mapping[str, Sequence[str]]) -> None:
    """Replaces the teams of people; ``teams`` maps the ID of each person to the IDs of the teams."""
    await tx.run(
        "delete from team_people where account_id = :account_id and person_id = any (:ids::text[])",
        account_id=account_id,
        ids=list(teams),
    )
    rows: list[dict[str, Any]] = [
        {"group_id": group_id, "person_id": person_id}
        for person_id, group_ids in teams.items()
        for group_id in group_ids
    ]
    for start in range(0, len(rows), _CHUNK):
        await tx.run(
            """
            insert into team_people (account_id, group_id, person_id)
            select :account_id, g.group_id, g.person_id
            from jsonb_to_recordset(:given::jsonb) as g (group_id text, person_id text)
            returning person_id
            """,
            account_id=account_id,
            given=msgspec.json.encode(rows[start : start + _CHUNK]).decode(),
        )


async def raise_versions(tx: Tx, account_id: str, group_ids: Sequence[str]) -> None:
    """Increments the versions of teams whose records change together with their people."""
    if not group_ids:
        return
    await tx.run(
        """
        with held as (
          select id from groups where account_id = :account_id and id = any (:ids::text[])
          order by id for update)
        update groups set version = version + 1, updated_at = :now
        where account_id = :account_id and id in (select id from held)
        """,
        account_id=account_id,
        ids=sorted(group_ids),
    )
