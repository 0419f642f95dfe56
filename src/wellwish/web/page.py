"""HTML pages: templates, the headers that keep a page safe, and refusals for people."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from wellwish.errors import Refusal
from wellwish.http import Parts
from wellwish.web.static import address

Handler = Callable[[Parts, Request], Awaitable[Response]]

# CSP level 3: nothing but our own files, no script at all, nowhere to be framed.
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_CODE: Final = re.compile("`([^`]+)`")
_TOKEN: Final = re.compile(
    r'(?P<text>"(?:[^"\\]|\\.)*")(?P<colon>\s*:)?|(?<![\w.$:=/-])(?P<number>-?[0-9]+(?:\.[0-9]+)?|true|false|null)(?![\w.-])'
)


def _inline(text: str) -> Markup:
    """Returns one line of Markdown with its code; everything else is text."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def _prose(text: str) -> Markup:
    """Returns paragraphs of Markdown."""
    return Markup("").join(Markup("<p>{}</p>").format(_inline(part)) for part in text.split("\n\n") if part)


def _coloured(source: str) -> Markup:
    """Returns source with its names, texts and numbers marked, for JSON and the three languages alike."""
    parts: list[Markup] = []
    end = 0
    for found in _TOKEN.finditer(source):
        kind = "s-name" if found["colon"] else "s-text" if found["text"] else "s-number"
        word = found["text"] or found["number"]
        parts += [
            escape(source[end : found.start()]),
            Markup('<span class="{}">{}</span>').format(kind, word),
        ]
        parts.append(escape(found["colon"] or ""))
        end = found.end()
    return Markup("").join([*parts, escape(source[end:])])


ENVIRONMENT: Final = Environment(
    loader=PackageLoader("wellwish.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.filters.update(inline=_inline, prose=_prose, coloured=_coloured)
cast("dict[str, Any]", ENVIRONMENT.globals)["static"] = address


def render(template: str, **values: Any) -> str:
    """Returns the HTML of a template."""
    return ENVIRONMENT.get_template(template).render(**values)


def html(text: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Returns a page with the headers that keep it safe."""
    return Response(text, status, {**HEADERS, **(headers or {})}, "text/html")


def prefers_html(request: Request) -> bool:
    """Tells whether the client would rather read a page than a problem document (RFC 9110 section 12.5.1)."""
    best: dict[str, float] = {}
    for part in request.headers.get("accept", "").lower().split(","):
        kind, *parameters = [each.strip() for each in part.split(";")]
        weight = next((each[2:] for each in parameters if each.startswith("q=")), "1")
        best[kind] = float(weight) if re.fullmatch(r"[01](\.[0-9]{0,3})?", weight) else 0.0
    return best.get("text/html", 0.0) > max(
        best.get("application/json", 0.0), best.get("application/problem+json", 0.0)
    )


def refused(refusal: Refusal, request_id: str) -> Response:
    """Returns the page of a refusal."""
    return html(
        render("refused.html", refusal=refusal, request_id=request_id), refusal.status, refusal.headers
    )


def page(handler: Handler) -> Handler:
    """Makes a page tell people of refusals in HTML, and programs in a problem document."""

    async def guarded(parts: Parts, request: Request) -> Response:
        try:
            return await handler(parts, request)
        except Refusal as refusal:
            if not prefers_html(request):
                raise
            return refused(refusal, request.scope["request_id"])

    return guarded
