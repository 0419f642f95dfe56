"""Find the managers in a request, and cycles of managers."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from wellwish.base.errors import Fault
from wellwish.infra.http.addresses import email_key
from wellwish.people.state import Given, State


def find_managers(
    listed: Sequence[Given], person_ids: Sequence[str], after: dict[str, State]
) -> Iterator[Fault]:
    """Finds the managers, writes their IDs to ``after``, and yields errors for missing ones and cycles."""
    by_external_id = {each.external_id: each.id for each in after.values() if each.external_id}
    by_email = {each.email_key: each.id for each in after.values() if each.email_key}
    set_here: list[tuple[Given, str]] = []
    for given, person_id in zip(listed, person_ids, strict=True):
        wanted = given.change.manager
        if not isinstance(wanted, str):
            continue
        manager_id = by_external_id.get(wanted) or by_email.get(_key(wanted))
        if manager_id is None and wanted in after:
            manager_id = wanted
        if manager_id is None:
            detail = "No person has this `external_id`, email address or ID."
            yield Fault(f"{given.pointer}/manager", "unknown_person", detail)
            continue
        after[person_id] = structs.replace(after[person_id], manager_id=manager_id)
        set_here.append((given, person_id))
    ends: set[str] = set()  # people whose chain of managers is known to end
    for given, person_id in set_here:
        way: dict[str, None] = {}
        above: str | None = person_id
        while above is not None and above not in way and above not in ends and above in after:
            way[above] = None
            above = after[above].manager_id
        if above is None or above in ends or above not in after:
            ends.update(way)
        elif above == person_id:
            detail = "Must not be the person, nor anybody who reports to the person."
            yield Fault(f"{given.pointer}/manager", "loop", detail)


def _key(wanted: str) -> str:
    try:
        return email_key(wanted) if "@" in wanted else ""
    except ValueError:
        return ""
