"""Find the teams in a request. Unknown names create teams."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from wellwish.base import ids
from wellwish.base.errors import Fault
from wellwish.groups import group
from wellwish.groups.group import Named, lock_named
from wellwish.infra.db import Tx
from wellwish.people.state import Given


class Teams(Struct, frozen=True):
    """The IDs of the named teams by the text that names them, the names of new teams by ID, and faults."""

    known: Mapping[str, str]
    new: Mapping[str, str]
    faults: list[Fault]

    def ids_of(self, words: Sequence[str]) -> list[str]:
        """Returns the IDs in order without duplicates, omitting invalid texts."""
        return sorted({self.known[each] for each in words if each in self.known})


async def find_teams(tx: Tx, account_id: str, listed: Sequence[Given]) -> Teams:
    """Returns the teams of the people, locked against changes until the transaction ends."""
    words = dict.fromkeys(word for each in listed for word in each.change.teams or [])
    if not words:
        return Teams({}, {}, [])
    named = await lock_named(tx, account_id, list(words))
    new = {word: ids.new("grp") for word in words if word not in named and not ids.is_id("grp", word)}
    known = {word: each.id for word, each in named.items() if each.kind == group.TEAM}
    return Teams(
        {**known, **new}, {group_id: name for name, group_id in new.items()}, [*_faults(listed, named)]
    )


def _faults(listed: Sequence[Given], named: Mapping[str, Named]) -> Iterator[Fault]:
    for given in listed:
        for index, word in enumerate(given.change.teams or []):
            found = named.get(word)
            if found is None and ids.is_id("grp", word):
                yield Fault(f"{given.pointer}/teams/{index}", "unknown_team", "No team has this ID.")
            elif found is not None and found.kind != group.TEAM:
                detail = "A group with its own members or a channel has this name. Choose another name."
                yield Fault(f"{given.pointer}/teams/{index}", "not_a_team", detail)
