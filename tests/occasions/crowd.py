"""Many people with dates, written by SQL as a sync would store them."""

from typing import Any, Final

from tests.world import Person

MANY: Final = 10_000
# People of one manager, and of one team.
OF_MANAGER: Final = 12


async def crowd(person: Person, count: int = MANY) -> None:
    """Gives the account this many people in six time zones: each with a birthday, a first day, a manager and
    a team.

    Some have left or declined, and some managers cannot be invited.
    """
    owner = person.world.owner
    given: list[Any] = [person.account_id, count]
    await owner.execute(
        """
        insert into people (account_id, id, name, email, email_key, timezone, manager_id, celebrate, left_at,
          no_birthday, skipped_year, created_at, updated_at)
        select $1, 'per_' || lpad(n::text, 26, '0'), 'Person ' || n, 'p' || n || '@example.com',
          'p' || n || '@example.com',
          (array[null, 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Etc/GMT+12',
            'Europe/Berlin'])[n % 6 + 1],
          case when n % 12 <> 0 then 'per_' || lpad((n - n % 12)::text, 26, '0') end,
          n % 97 <> 0, case when n % 31 = 0 then now() end, n % 53 = 0,
          case when n % 59 = 0 then 2027 end, now(), now()
        from generate_series(1, $2::int) as n
        """,
        *given,
    )
    await owner.execute(
        """
        insert into person_dates (account_id, person_id, name, date, month, day)
        select $1, 'per_' || lpad(n::text, 26, '0'), d.name,
          case when d.name = 'birthday' then to_char(d.day, '--MM-DD') else to_char(d.day, 'YYYY-MM-DD') end,
          extract(month from d.day), extract(day from d.day)
        from generate_series(1, $2::int) as n cross join lateral (values
          ('birthday', date '2024-01-01' + (n * 7919) % 366),
          ('started_on', date '2012-03-01' + (n * 104729) % 5400)) as d (name, day)
        """,
        *given,
    )
    await owner.execute(
        """
        insert into groups (account_id, id, name, kind, created_at, updated_at)
        select $1, 'grp_' || lpad(n::text, 26, '0'), 'Team ' || n, 'team', now(), now()
        from generate_series(0, $2::int / 40) as n
        """,
        *given,
    )
    await owner.execute(
        """
        insert into team_people (account_id, group_id, person_id)
        select $1, 'grp_' || lpad((n / 40)::text, 26, '0'), 'per_' || lpad(n::text, 26, '0')
        from generate_series(1, $2::int) as n
        """,
        *given,
    )
    await owner.execute("analyze people, person_dates, team_people, groups, occasions")
