"""Lists of people and cards: what the parser reads, as short lines."""

from wellwish.web.lists.person import People, Person, Problem


def shown(found: People) -> list[str]:
    """Returns a line for each person, such as ``Ana <ana@x.example> +44 …``, then for each problem."""
    return [*map(_person, found.people), *map(_problem, found.problems)]


def _person(each: Person) -> str:
    also = f"also {', '.join(each.others)}" if each.others else ""
    parts = (each.name, f"<{each.email}>" if each.email else "", each.phone, also)
    return " ".join(filter(None, parts))


def _problem(each: Problem) -> str:
    return f"{each.reason}: {each.text}"
