"""The reference, generated from the OpenAPI document: an overview, chapters, and operations."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import CATALOGUE, NotFound
from wellwish.infra.http import Raw, Route, Services
from wellwish.infra.openapi import Contact, document, document_bytes
from wellwish.infra.openapi.problems import example
from wellwish.web.docs import search
from wellwish.web.docs.cached import Kept, cached, kept
from wellwish.web.docs.chapters import Chapter, chapters
from wellwish.web.docs.entries import Entry, entries_of
from wellwish.web.docs.guide import GUIDES, guide
from wellwish.web.docs.markdown_reference import (
    llms_full_text,
    llms_text,
    operation_text,
    overview_text,
    text_of,
)
from wellwish.web.docs.operations import Document, Operation, codes_of, each_of, indented, resolved
from wellwish.web.docs.postman import collection
from wellwish.web.docs.samples import LANGUAGES
from wellwish.web.kit.accept import prefers_markdown
from wellwish.web.kit.page import SCRIPTED, page, render


def pages(operations: Sequence[Route]) -> tuple[Raw, ...]:
    """Returns the routes of the document, the guides, the reference and the error pages."""

    @lru_cache(maxsize=2)
    def text(contact: Contact) -> Kept:
        return kept(document_bytes(operations, contact))

    @lru_cache(maxsize=2)
    def shown(base_url: str) -> dict[str, Chapter]:
        return chapters(names(), base_url)

    @lru_cache(maxsize=1)
    def names() -> Document:
        return document(operations)

    @lru_cache(maxsize=1)
    def listed() -> Sequence[Entry]:
        return entries_of(chapters(names(), "").values())

    @lru_cache(maxsize=2)
    def overview(base_url: str, *, as_markdown: bool) -> Kept:
        view = _overview(names(), shown(base_url), base_url)
        return kept(overview_text(view) if as_markdown else render("docs/overview.html", **view))

    async def openapi(services: Services, request: Request) -> Response:
        settings = services.settings
        contact = Contact(f"{settings.base_url}/", settings.contact_email)
        return cached(request, text(contact), "application/json", {})

    @lru_cache(maxsize=2)
    def requests(base_url: str) -> Kept:
        return kept(collection(names(), shown(base_url), base_url))

    async def postman(services: Services, request: Request) -> Response:
        return cached(request, requests(services.settings.base_url), "application/json", {})

    async def docs(services: Services, request: Request) -> Response:
        as_markdown = request.url.path.endswith(".md") or prefers_markdown(request)
        found = overview(services.settings.base_url, as_markdown=as_markdown)
        return _formed(request, found, as_markdown=as_markdown)

    return (
        Raw("GET", "/openapi.json", openapi),
        Raw("GET", "/docs/wellwish.postman_collection.json", postman),
        Raw("GET", "/docs", page(docs), ("docs/overview.html",)),
        Raw("GET", "/docs.md", page(docs)),
        Raw("GET", "/docs/guides/{name}", page(guide), ("docs/guide.html",)),
        _reference_page(shown),
        *_error_pages(names, shown),
        *_texts(names, shown),
        *search.pages(listed),
    )


def _reference_page(shown: Callable[[str], dict[str, Chapter]]) -> Raw:
    @lru_cache(maxsize=512)
    def made(base_url: str, name: str, *, as_markdown: bool) -> Kept | None:
        found = shown(base_url)
        if (chapter := found.get(name)) is not None:
            if as_markdown:
                return kept(text_of(chapter))
            return kept(
                render(
                    "docs/reference.html",
                    chapter=chapter,
                    chapters=found.values(),
                    operation=None,
                    shown=chapter.name,
                    address=chapter.path,
                )
            )
        for chapter in found.values():
            for operation in chapter.operations:
                if operation.id == name:
                    if as_markdown:
                        return kept(operation_text(operation))
                    return kept(page_of(found, chapter, operation))
        return None

    def page_of(found: dict[str, Chapter], chapter: Chapter, operation: Operation) -> str:
        return render(
            "docs/operation.html",
            chapter=chapter,
            chapters=found.values(),
            operation=operation,
            shown=operation.short,
            address=operation.href,
            languages=LANGUAGES,
            catalogue=CATALOGUE,
        )

    async def reference(services: Services, request: Request) -> Response:
        asked = request.path_params["name"]
        name = asked.removesuffix(".md")
        as_markdown = asked != name or prefers_markdown(request)
        found = made(services.settings.base_url, name, as_markdown=as_markdown)
        if found is None:
            raise NotFound
        return _formed(request, found, as_markdown=as_markdown)

    templates = ("docs/reference.html", "docs/operation.html")
    return Raw("GET", "/docs/reference/{name}", page(reference), templates)


def _texts(names: Callable[[], Document], shown: Callable[[str], dict[str, Chapter]]) -> tuple[Raw, ...]:
    """Returns the routes of the texts for assistants (https://llmstxt.org)."""

    @lru_cache(maxsize=2)
    def contents(base_url: str) -> Kept:
        return kept(llms_text(_overview(names(), shown(base_url), base_url)))

    @lru_cache(maxsize=2)
    def everything(base_url: str) -> Kept:
        return kept(llms_full_text(_overview(names(), shown(base_url), base_url)))

    async def llms(services: Services, request: Request) -> Response:
        return cached(request, contents(services.settings.base_url), "text/markdown", {})

    async def llms_full(services: Services, request: Request) -> Response:
        return cached(request, everything(services.settings.base_url), "text/markdown", {})

    return Raw("GET", "/llms.txt", llms), Raw("GET", "/llms-full.txt", llms_full)


def _error_pages(
    names: Callable[[], Document], shown: Callable[[str], dict[str, Chapter]]
) -> tuple[Raw, ...]:
    async def errors(services: Services, request: Request) -> Response:
        del services
        return cached(
            request, kept(render("docs/errors.html", catalogue=_catalogue())), "text/html", SCRIPTED
        )

    async def error(services: Services, request: Request) -> Response:
        code = request.path_params["code"]
        base_url = services.settings.base_url
        return cached(request, kept(_error(names(), shown(base_url), code, base_url)), "text/html", SCRIPTED)

    return (
        Raw("GET", "/errors", page(errors), ("docs/errors.html",)),
        Raw("GET", "/errors/{code}", page(error), ("docs/error.html",)),
    )


def _formed(request: Request, found: Kept, *, as_markdown: bool) -> Response:
    if as_markdown:
        return cached(request, found, "text/markdown", {"Vary": "Accept"})
    return cached(request, found, "text/html", {**SCRIPTED, "Vary": "Accept"})


def _overview(found: Document, shown: dict[str, Chapter], base_url: str) -> dict[str, Any]:
    operations = [codes_of(found, each) for each in each_of(found)]
    return {
        "info": found["info"],
        "base_url": base_url,
        "guides": GUIDES.values(),
        "chapters": shown.values(),
        "schemes": found["components"]["securitySchemes"],
        "headers": _headers(found),
        "common": [code for code in sorted(CATALOGUE) if all(code in codes for codes in operations)],
        "catalogue": CATALOGUE,
    }


def _headers(found: Document) -> list[tuple[str, str]]:
    names: dict[str, str] = {}
    for operation in each_of(found):
        for response in operation["responses"].values():
            for name, reference in resolved(found, response).get("headers", {}).items():
                names[name] = found["components"]["headers"][reference["$ref"].rpartition("/")[2]][
                    "description"
                ]
    return sorted(names.items())


def _catalogue() -> dict[str, Any]:
    return dict(sorted(CATALOGUE.items(), key=lambda item: (item[1].status, item[0])))


def _shown(code: str, base_url: str) -> dict[str, Any]:
    return {**example(code), "type": f"{base_url}/errors/{code}"}


def _error(found: Document, shown: dict[str, Chapter], code: str, base_url: str) -> str:
    if code not in CATALOGUE:
        raise NotFound
    givers = {each["operationId"] for each in each_of(found) if code in codes_of(found, each)}
    return render(
        "docs/error.html",
        refusal=CATALOGUE[code],
        shown=indented(_shown(code, base_url)),
        givers=[each for chapter in shown.values() for each in chapter.operations if each.id in givers],
    )
