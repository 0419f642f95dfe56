"""The documentation search: a results page, and the index for finder.js with the same ranking."""

import json
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.infra.http import Raw, Services
from wellwish.web.docs.cached import Kept, cached, kept
from wellwish.web.docs.entries import IGNORED, WORD, Entry
from wellwish.web.kit.page import SCRIPTED, html, page, render

_LONGEST: Final = 100  # the maximum length of a query, as in the form's field
_TERMS: Final = 6
_MOST: Final = 50  # results per page
_NEAR: Final = 0.66  # minimum similarity of a suggested word; 1 means equal

# Kinds that rank first, because they explain the others.
_FIRST: Final = ("Guide", "Operation")
_START: Final = "(?:^|[^a-z0-9])"
_ENDINGS: Final = "ies|ing|ed|es|e|y"
_ENDING: Final = re.compile(f"(?:(?<=[a-z0-9]{{4}})(?:{_ENDINGS})|(?<=[a-z0-9]{{3}})s)$")

_Patterns = tuple[re.Pattern[str], re.Pattern[str]]


def pages(listed: Callable[[], Sequence[Entry]]) -> tuple[Raw, ...]:
    """Returns the routes of the page and the index."""

    @lru_cache(maxsize=1)
    def index() -> Kept:
        return kept(index_text(listed()))

    async def search(services: Services, request: Request) -> Response:
        del services
        query = request.query_params.get("q", "").strip()[:_LONGEST]
        found = find(listed(), query)
        meant = None if found else suggestion(listed(), query)
        says = _count(found, query)
        text = render("docs/search.html", query=query, found=found[:_MOST], says=says, meant=meant)
        return html(text, headers=SCRIPTED)

    async def indexed(services: Services, request: Request) -> Response:
        del services
        return cached(request, index(), "application/json", {})

    return (
        Raw("GET", "/docs/search", page(search), ("docs/search.html",)),
        Raw("GET", "/docs/search.json", indexed),
    )


def index_text(found: Sequence[Entry]) -> str:
    """Returns the index as JSON: a row for each entry, which refers to its kind and page by number."""
    kinds = list(dict.fromkeys(each.kind for each in found))
    paths = list(dict.fromkeys(each.place[0] for each in found))
    rows = [
        [kinds.index(each.kind), each.title, each.says, paths.index(path), anchor, each.words]
        for each in found
        for path, anchor in [each.place]
    ]
    rows = [row if row[-1] else row[:-1] for row in rows]
    value = {"ignored": sorted(IGNORED), "kinds": kinds, "paths": paths, "rows": rows}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def find(listed: Sequence[Entry], query: str) -> list[Entry]:
    """Returns the entries that contain every term of the query, best first; ``_terms`` selects the terms."""
    terms = [_patterns(term) for term in _terms(query)]
    if not terms:
        return []
    worth = [(_score(each, terms, query.strip().lower()), each) for each in listed]
    found = [pair for pair in worth if pair[0]]
    return [each for _, each in sorted(found, key=lambda pair: -pair[0])]


def suggestion(listed: Sequence[Entry], query: str) -> str | None:
    """Returns the query with unknown words replaced by the nearest known words, if it then has results."""
    titles = dict.fromkeys(word for each in listed for word in WORD.findall(each.title.lower()))
    words = list(dict.fromkeys([*titles, *(word for each in listed for word in WORD.findall(each.words))]))
    terms = _terms(query)
    near = [_nearest(term, listed, words) for term in terms]
    meant = " ".join(near)
    return meant if near != terms and find(listed, meant) else None


def _nearest(term: str, listed: Sequence[Entry], words: Sequence[str]) -> str:
    if find(listed, term):
        return term
    return next(iter(get_close_matches(term, words, n=1, cutoff=_NEAR)), term)


def _terms(query: str) -> list[str]:
    words = WORD.findall(query.lower())
    return ([each for each in words if each not in IGNORED] or words)[:_TERMS]


def _patterns(term: str) -> _Patterns:
    """Returns two patterns: for the word with any ending, and for words that begin with it."""
    stem = _ENDING.sub("", term)
    whole = f"{_START}{re.escape(stem)}(?:{_ENDINGS}|s)?(?![a-z0-9])"
    return re.compile(whole), re.compile(_START + re.escape(term))


def _score(entry: Entry, terms: Sequence[_Patterns], query: str) -> int:
    """Returns the score of an entry, 0 if a term is missing.

    Titles have more weight than other text, and whole words more than prefixes.
    """
    name = entry.title.lower()
    anchor = entry.place[1].lower()
    rest = f"{entry.says} {anchor} {entry.words}".lower()
    total = 2 if entry.kind in _FIRST else 0
    if query in (name, entry.says.lower(), anchor):
        total += 1 if query.isalpha() else 20  # 20 for several words or an identifier
    for whole, start in terms:
        if whole.search(name):
            total += 8
        elif start.search(name):
            total += 5
        elif whole.search(rest):
            total += 2
        elif start.search(rest):
            total += 1
        else:
            return 0
    return total


def _count(found: Sequence[Entry], query: str) -> str:
    if not found:
        return f"Nothing in the documentation has all words of “{query}”."
    many = f"the first {_MOST} of {len(found)} results" if len(found) > _MOST else f"{len(found)} results"
    return f"{'1 result' if len(found) == 1 else many} for “{query}”".capitalize()
