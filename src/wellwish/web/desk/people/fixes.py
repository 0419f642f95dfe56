"""Correct entries of a checked list in place, with a form field for each problem.

The form has the list as it was read, the problems as one field (``was``), and for each problem a field
with its text or our suggestion (``fix0``) and whether to leave it out (``drop``).
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct, structs

from wellwish.web.desk.people.people_field import Given
from wellwish.web.kit.form import Form
from wellwish.web.lists.person import People, Person, Problem, Reason, TooWideError
from wellwish.web.lists.read import read
from wellwish.web.lists.suggest import suggest
from wellwish.web.lists.write import rewrite

MOST: Final = 12  # fields on a page; further problems follow after the next check
_LONGEST: Final = 500  # characters of an entry


class Was(Struct, frozen=True):
    """A problem as displayed: its text and its reason, which is None for a refused address."""

    text: str
    reason: Reason | None = None


class Fix(Struct, frozen=True, kw_only=True):
    """A problem with its field. ``value`` differs from the problem's text if it is our suggestion."""

    was: Was
    value: str
    why: str
    line: int = 0

    @property
    def is_suggested(self) -> bool:
        return self.value != self.was.text


class Fixed(Struct, frozen=True):
    """The list after the fixes. ``refused`` are the entries that were changed and still cannot be used."""

    given: Given
    refused: Sequence[str] = ()


def fix_of(was: Was, why: str, domains: Iterable[str], line: int = 0) -> Fix:
    return Fix(was=was, value=suggest(was.text, domains) or was.text, why=why, line=line)


def encoded(fixes: Sequence[Fix]) -> str:
    return msgspec.json.encode([each.was for each in fixes]).decode()


async def apply(sent: Form, given: Given, most: int) -> Fixed:
    """Returns the list with the form's corrections and omissions applied. Unchanged entries stay problems.

    A problem is parsed again only if it was changed: text that is not a person in its table might be
    read as one without the table's columns.
    """
    fixes = [(was, sent.text(f"fix{index}")) for index, was in enumerate(was_of(sent))]
    if not fixes:
        return Fixed(given)
    dropped = set(sent.texts("drop"))
    changed = [
        (was, " ".join(text[:_LONGEST].split()))
        for index, (was, text) in enumerate(fixes)
        if str(index) not in dropped and text.strip() != was.text
    ]
    gone = {was.text for index, (was, _) in enumerate(fixes) if str(index) in dropped}
    gone |= {was.text for was, _ in changed}
    kept = [each for each in given.found.people if not {each.email, each.phone} & gone]
    problems = [each for each in given.found.problems if each.text not in gone]
    # Problems that the text of the list cannot contain are taken from the form.
    here = {each.text for each in problems}
    problems += [
        Problem(0, was.text, was.reason)
        for was, _ in fixes
        if was.reason is not None and was.text not in here | gone
    ]
    people, wrong = await asyncio.to_thread(_read, [text for _, text in changed if text], most)
    found = People(
        people=[*kept, *people],
        problems=[*wrong, *problems],
        hidden_problems=given.found.hidden_problems,
        unused_columns=given.found.unused_columns,
    )
    text = await asyncio.to_thread(rewrite, found)
    return Fixed(structs.replace(given, found=found, text=text), [each.text for each in wrong])


def was_of(sent: Form) -> list[Was]:
    try:
        return msgspec.json.decode(sent.text("was") or "[]", type=list[Was])[:MOST]
    except msgspec.DecodeError:
        return []


def _read(texts: Sequence[str], most: int) -> tuple[list[Person], list[Problem]]:
    """Parses each text separately, so that no name is assigned to another text's address."""
    people: list[Person] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            found = read(text, most)
        except TooWideError:
            problems.append(Problem(0, text, "not_email"))
            continue
        # A partly understood entry stays one problem, so that no part of it is lost.
        if found.problems or not found.people:
            reason = found.problems[0].reason if found.problems else "no_address"
            problems.append(Problem(0, text, reason))
        else:
            people += [structs.replace(each, line=0) for each in found.people]
    return people, problems
