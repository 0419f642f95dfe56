"""The guides, from docs/guides: as HTML for people and as Markdown for programs."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.web.docs import markdown
from wellwish.web.docs.cached import Kept, cached, kept
from wellwish.web.kit.accept import prefers_markdown
from wellwish.web.kit.page import SCRIPTED, render

# In the order of the navigation.
_NAMES: Final = (
    "start", "credentials", "test-mode", "live", "invitations", "webhooks", "events", "retries", "dry-runs",
    "errors", "versions", "privacy", "erasures", "money", "people", "birthdays", "chat", "embedding",
    "assistants", "platforms",
)  # fmt: skip
# The guides call the demo; each server shows its own address instead.
_DEMO: Final = "http://localhost:8080"
_LEAD: Final = 6  # tokens of the title and the first paragraph, which the template shows
_GUIDE: Final = re.compile(r"([a-z-]+)\.md(#[\w-]+)?")


@dataclass(frozen=True)
class Guide:
    """A guide; ``text`` is its Markdown source."""

    name: str
    title: str
    summary: str
    text: str


def _read() -> dict[str, Guide]:
    """Reads the guides from the package or, in a checkout, from the folder ``docs``."""
    package = Path(__file__).resolve().parent
    folders = [package / "guides", package.parents[3] / "docs/guides"]
    folder = next(folder for folder in folders if folder.is_dir())
    found: dict[str, Guide] = {}
    for name in _NAMES:
        text = (folder / f"{name}.md").read_text(encoding="utf-8")
        tokens = markdown.parse(text)
        found[name] = Guide(name, markdown.title_of(tokens), markdown.summary_of(tokens), text)
    return found


GUIDES: Final = _read()


def path_of(name: str) -> str:
    return f"/docs/guides/{name}"


def text_of(guide: Guide, base_url: str) -> str:
    """Returns the Markdown of a guide for the server at ``base_url``."""
    return guide.text.replace(_DEMO, base_url)


@lru_cache(maxsize=64)
def _page(name: str, base_url: str) -> Kept:
    tokens = markdown.parse(text_of(GUIDES[name], base_url))
    found = markdown.parts(tokens[_LEAD:], _link)
    return kept(
        render(
            "docs/guide.html",
            guide=GUIDES[name],
            guides=GUIDES.values(),
            headings=markdown.headings(tokens),
            parts=found,
            languages=markdown.languages(found),
        )
    )


def _link(target: str) -> str:
    """Returns the URL for the target of a link, which may be the file of another guide."""
    named = _GUIDE.fullmatch(target)
    return path_of(named[1]) + (named[2] or "") if named else target


@lru_cache(maxsize=64)
def _markdown(name: str, base_url: str) -> Kept:
    return kept(text_of(GUIDES[name], base_url))


async def guide(services: Services, request: Request) -> Response:
    """Returns a guide, as Markdown if the path ends in ``.md`` or the client prefers it. Raises NotFound."""
    asked = request.path_params["name"]
    name = asked.removesuffix(".md")
    if name not in GUIDES:
        raise NotFound
    base_url = services.settings.base_url
    if asked != name or prefers_markdown(request):
        return cached(request, _markdown(name, base_url), "text/markdown", {"Vary": "Accept"})
    return cached(request, _page(name, base_url), "text/html", {**SCRIPTED, "Vary": "Accept"})
