"""Write people as lines of text for ``read``."""

from collections.abc import Sequence

from wellwish.web.lists.person import People, Person, TooWideError
from wellwish.web.lists.read import read


def write(people: Sequence[Person]) -> str:
    """Returns a line for each person, such as ``"Ana Oz" <ana@x.example> (+44 20 7946 0958)``."""
    return "\n".join(_written(each) for each in people)


def rewrite(found: People) -> str:
    """Returns the people and the problems as typed, omitting problems that would be parsed as people."""
    text = write(found.people)
    problems = [each.text for each in found.problems if _has_nobody(each.text)]
    whole = "\n".join(filter(None, (text, *problems)))
    return whole if len(read(whole, len(found.people)).people) == len(found.people) else text


def _has_nobody(text: str) -> bool:
    try:
        return not read(text, 1).people
    except TooWideError:
        return False


def _written(person: Person) -> str:
    if not person.email:
        return f'"{person.name}" <{person.phone}>' if person.name else person.phone
    address = f"<{person.email}>" if person.name or person.phone else person.email
    phone = f"({person.phone})" if person.phone else ""
    return " ".join(filter(None, (f'"{person.name}"' if person.name else "", address, phone)))
