"""The teams of the account, as forms name them."""

from collections.abc import Mapping

from wellwish.groups.group import TEAM, Group
from wellwish.web.desk import merged
from wellwish.web.desk.guard import call
from wellwish.web.desk.visit import Visit


async def load_teams(visit: Visit) -> dict[str, str]:
    """Returns the names of the account's teams by ID, in the order of their names."""
    found: list[Group] = []
    query = {"kind": TEAM, "limit": "200"}
    while True:
        page = (await call(visit, "GET /api/groups", query=query)).record
        found += page.data
        if page.next_cursor is None:
            return {each.id: each.name for each in sorted(found, key=lambda each: each.name.casefold())}
        query["cursor"] = page.next_cursor


def by_name(teams: Mapping[str, str]) -> dict[str, str]:
    """Returns the IDs of teams by their names, also as forms send them. An exact name takes precedence."""
    given = [(name, group_id) for group_id, name in teams.items()]
    return dict([*((merged.line(name), group_id) for name, group_id in given), *given])
