"""Assign the names in a line to addresses."""

from collections.abc import Sequence

from msgspec import Struct, structs

from wellwish.web.lists.person import Reason


class Item(Struct):
    """A part of a line: a name, or a person with an address, or a problem (``reason``).

    ``is_bare`` means that the person has no name yet; ``is_cell``, that a name directly follows its
    separator, as in a file: ``Ana,Oz,ana@x.example``.
    """

    start: int
    end: int
    name: str = ""
    email: str = ""
    phone: str = ""
    others: tuple[str, ...] = ()
    reason: Reason | None = None
    is_name: bool = False
    is_bare: bool = False
    is_bracketed: bool = False
    is_cell: bool = False


def joined(items: list[Item], *, prefers_before: bool = False) -> list[Item]:
    """Assigns names to addresses. The remaining names are problems."""
    runs = _runs(items)
    bare = [each for each in items if each.is_bare]
    emails, phones = [each for each in bare if each.email], [each for each in bare if not each.email]
    if len(emails) == 1 and phones and len(bare) == len(items) - sum(len(each) for each in runs):
        if len(runs) > 1:  # the names may belong to one person or to several
            whole = Item(items[0].start, items[-1].end, reason="whose_name", email=emails[0].email)
            return [whole]
        if len(runs) == 1:
            items = _one_person(items, emails[0], phones)
            bare, runs = [emails[0]], _runs(items)
    if runs:
        before = sum(not _may_join(items, each, 1) for each in runs)
        after = sum(not _may_join(items, each, -1) for each in runs)
        is_clear = before != after and (min(before, after) == 0 or len(bare) > 1)
        if is_clear or prefers_before:
            step = 1 if before < after or (prefers_before and before == after) else -1
            items = _attached(items, runs, step)
    items = _with_phones(items)
    bare, names = [each for each in items if each.is_bare], [each for each in items if each.is_name]
    if len(bare) == 1 and len(bare) + len(names) == len(items) and len(names) > 1:
        return [*bare, Item(items[0].start, items[-1].end, reason="which_name")]
    return _refused(items, "whose_name" if bare else "no_address")


def _attached(items: list[Item], runs: Sequence[list[int]], step: int) -> list[Item]:
    gone: set[int] = set()
    for run in runs:
        if not _may_join(items, run, step):
            continue
        index = run[-1] + 1 if step > 0 else run[0] - 1
        name = " ".join(items[each].name for each in run)
        item = items[index]
        item.name, item.is_bare = name, False
        item.others = (*item.others, *(other for each in run for other in items[each].others))
        item.start, item.end = min(item.start, items[run[0]].start), max(item.end, items[run[-1]].end)
        gone.update(run)
    return [each for index, each in enumerate(items) if index not in gone]


def _refused(items: list[Item], reason: Reason) -> list[Item]:
    """Returns the items. If there is an address, joins remaining adjacent names to a problem."""
    if all(each.is_name for each in items):
        return items
    found: list[Item] = []
    for each in items:
        if not each.is_name:
            found.append(each)
        elif found and found[-1].reason == reason and not found[-1].email:
            found[-1].end = each.end
        else:
            found.append(Item(each.start, each.end, reason=reason))
    return found


def surnames_first(items: list[Item]) -> list[Item]:
    """Joins surname and first name in ``Oz, Ana <ana@x.example>`` if every address of the line has both."""
    pairs = list(zip(items[::2], items[1::2], strict=False))
    is_so = len(items) == 2 * len(pairs) and all(
        surname.is_name and person.is_bracketed and person.name for surname, person in pairs
    )
    if not is_so:
        return items
    return [
        structs.replace(
            person,
            start=surname.start,
            name=f"{surname.name}, {person.name}",
            others=(*surname.others, *person.others),
        )
        for surname, person in pairs
    ]


def _runs(items: Sequence[Item]) -> list[list[int]]:
    """Returns the indexes of adjacent names."""
    runs: list[list[int]] = []
    for index, each in enumerate(items):
        if not each.is_name:
            continue
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _may_join(items: Sequence[Item], run: Sequence[int], step: int) -> bool:
    """Returns whether an address without a name is next to a name, or to a first and a last name."""
    index = run[-1] + 1 if step > 0 else run[0] - 1
    if not (0 <= index < len(items) and items[index].is_bare):
        return False
    first, *_ = names = [items[each] for each in run]
    is_row = len(run) == 2 and all(each.is_cell and " " not in each.name for each in names)
    return first is names[-1] or is_row


def _one_person(items: Sequence[Item], email: Item, phones: Sequence[Item]) -> list[Item]:
    """Adds the phone numbers to the only address."""
    email.phone, email.others = phones[0].phone, tuple(each.phone for each in phones[1:])
    email.start = min(email.start, *(each.start for each in phones))
    email.end = max(email.end, *(each.end for each in phones))
    return [each for each in items if each not in phones]


def _with_phones(items: list[Item]) -> list[Item]:
    """Adds phone numbers without a name to the preceding named person."""
    found: list[Item] = []
    for each in items:
        last = found[-1] if found else None
        is_phone = each.is_bare and not each.email
        if last is not None and is_phone and last.email and last.name and not last.reason:
            if last.phone:
                last.others = (*last.others, each.phone)
            else:
                last.phone = each.phone
            last.end = each.end
        else:
            found.append(each)
    return found
