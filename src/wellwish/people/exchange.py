"""Find people who exchange their addresses in a list."""

from collections.abc import Iterator, Sequence

from wellwish.people.step import Step


def exchanging(steps: Sequence[Step]) -> Iterator[Step]:
    """Yields the steps of two or more people who have each other's addresses afterwards.

    Somebody who gets an address from a person who gets another one from nobody is not among them.
    """
    holders: dict[str | None, Step] = {each.lost_email: each for each in steps if each.lost_email}
    seen: set[str] = set()
    for first in steps:
        way: list[Step] = []
        step: Step | None = first
        while step is not None and step.after.id not in seen:
            seen.add(step.after.id)
            way.append(step)
            step = holders.get(step.after.email_key) if step.has_new_address else None
        if way and step is first:
            yield from way
