"""HTML pages: templates, security headers, and error pages."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, Final, cast
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, PrefixLoader, StrictUndefined
from jinja2.ext import InternationalizationExtension
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from wellwish.base import clock
from wellwish.base.errors import AccountSuspended, NotFound, Refusal
from wellwish.base.language import ENGLISH, LANGUAGES, Language, later
from wellwish.base.settings.operator import OperatorSettings
from wellwish.infra.http import Services
from wellwish.infra.http.budget import peer
from wellwish.web.kit import framed
from wellwish.web.kit.accept import prefers_html
from wellwish.web.kit.compiled import CompiledTemplates, parts
from wellwish.web.kit.handwriting import legible_pen
from wellwish.web.kit.icon import icon, pen
from wellwish.web.kit.language import choose, keep_chosen
from wellwish.web.kit.output import OutputEnvironment
from wellwish.web.kit.prose import coloured, inline, prose
from wellwish.web.kit.static import address, smaller
from wellwish.web.kit.style import PAPER, Style
from wellwish.web.kit.texts import LiteralTexts, Texts

Handler = Callable[[Services, Request], Awaitable[Response]]

# CSP level 3: only our own files, no inline script, no framing.
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Also allows our own scripts and their requests to this service.
SCRIPTED: Final = {
    **HEADERS,
    "Content-Security-Policy": _POLICY.replace("style-", "script-src 'self'; connect-src 'self'; style-"),
}
_OUTSIDE: Final = Markup(' target="_blank"')
_WINGS: Final = ("desk", "docs", "kit", "mail", "operating", "paying", "signing", "view")
_GUESTS: Final = ("kit/", "mail/", "paying/", "signing/", "view/")


def _apart(text: str) -> str:
    """Returns the text isolated by U+2068 and U+2069, for attributes, which cannot contain elements."""
    return f"\u2068{text}\u2069"


def _bdi(text: str) -> Markup:
    """Returns the text isolated, as HTML."""
    return Markup("<bdi>{}</bdi>").format(text)


def _path(url: str) -> str:
    """Returns the path of our URL, since a local page may be opened with several host names."""
    return urlsplit(url).path


_CODES: Final = CompiledTemplates()


def _environment(language: Language) -> Environment:
    made = OutputEnvironment(
        loader=PrefixLoader({wing: PackageLoader(f"wellwish.web.{wing}") for wing in _WINGS}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[InternationalizationExtension, LiteralTexts],
        bytecode_cache=_CODES,
        auto_reload=False,  # because each check reads the modification times of up to 18 templates per page
    )
    cast("Any", made).install_gettext_callables(language.gettext, language.ngettext, newstyle=True)
    cast("dict[str, Any]", made.filters).update(
        inline=inline,
        prose=prose,
        coloured=coloured,
        apart=_apart,
        bdi=_bdi,
        path=_path,
        legible_for=legible_pen,
        number=language.number,
        day=language.day,
        long_day=language.long_day,
        time=language.time,
    )
    cast("dict[str, Any]", made.globals).update(
        texts=Texts(language.gettext),
        part=parts(made),
        static=address,
        icon=icon,
        pen=pen,
        language=language,
        languages=list(LANGUAGES.values()),
        operator_links=(),
    )
    return made


_ENVIRONMENTS: Final = {language.code: _environment(language) for language in LANGUAGES.values()}


def show_operator(operator: OperatorSettings) -> None:
    """Sets the operator's links for the footers of all pages of this process."""
    for code, environment in _ENVIRONMENTS.items():
        cast("dict[str, Any]", environment.globals)["operator_links"] = operator.links(LANGUAGES[code])


def compile_templates() -> None:
    """Loads the translations and compiles the templates of guest pages, which many visitors open at once.

    The desk's templates, which would take twice as long, are compiled on first use.
    """
    for code, environment in _ENVIRONMENTS.items():
        LANGUAGES[code].load()
        for name in environment.list_templates(filter_func=lambda name: name.startswith(_GUESTS)):
            environment.get_template(name)


def render(template: str, language: Language = ENGLISH, **values: Any) -> str:
    """Renders a template to HTML, in the given language if the template is translated."""
    return _ENVIRONMENTS[language.code].get_template(template).render(**values)


def html(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Returns a page with security headers."""
    return Response(text, status, {**HEADERS, **(headers or {})}, "text/html")


def paper(
    request: Request,
    template: str,
    language: Language,
    look: Style = PAPER,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Returns a translated page in the paper style; its policy allows the inlined style.

    Card pages have secret links, so search engines must not index them.
    """
    origins = framed.framing_origins(request)
    text = render(
        template,
        language,
        style=look,
        # Links out of a frame open a new tab, because our other pages cannot be framed.
        outside=_OUTSIDE if origins else "",
        origins=origins,
        # Browsers refuse `autofocus` in frames and log an error, so framed.js moves the focus.
        focused="data-outcome" if origins else "autofocus",
        path=request.url.path,
        is_read=request.method in ("GET", "HEAD"),
        is_test=clock.is_test(),
        **values,
    )
    made = {
        "Content-Security-Policy": look.policy,
        "X-Robots-Tag": "noindex",
        "Vary": "Accept-Language, Cookie",
    }
    response = html(text, status, {**made, **(headers or {})})
    framed.allow_frame(request, response)
    keep_chosen(request, response, language)
    return response


# Titles and advice of error pages by status. Other statuses use the texts of the API.
_SAID: Final = {
    400: (later("We couldn't read that request"), later("Go back and try again.")),
    403: (
        later("Please press the button again"),
        later(
            "We couldn't confirm that the request came from you. Go back, reload the page and press the "
            "button again. Your browser must allow cookies."
        ),
    ),
    404: (
        later("Page not found"),
        later("The page may have moved, or the address may be incomplete."),
    ),
    408: (later("That took too long"), later("Your connection may be slow. Go back and try again.")),
    413: (later("That file is too large"), later("Go back and choose a smaller file.")),
    429: (later("Please wait a moment"), later("Too many pages were opened from your network just now.")),
    500: (
        later("Something went wrong on our side"),
        later("We've logged the error and will look into it. Nothing you typed in an open page is lost."),
    ),
    503: (
        later("We'll be back in a moment"),
        later("We're having a temporary problem. Please try again shortly."),
    ),
}


_SUSPENDED: Final = (
    later("This card is not available right now"),
    later(
        "The people who run this service have paused it. Nothing is lost: the link works again when they "
        "resume it."
    ),
)


def refused(refusal: Refusal, request: Request, request_id: str) -> Response:
    """Returns the error page for a refusal, in the reader's language."""
    language = choose(request)
    title, lead = _SAID.get(refusal.status, (refusal.title, refusal.detail))
    if isinstance(refusal, AccountSuspended):
        title, lead = _SUSPENDED
    wait_s = refusal.headers.get("Retry-After", "")
    return paper(
        request,
        "kit/refused.html",
        language,
        status=refusal.status,
        headers=refusal.headers,
        title=title,
        lead=lead,
        wait_s=int(wait_s) if wait_s.isdigit() else 0,
        refusal=refusal,
        request_id=request_id,
    )


def page(handler: Handler) -> Handler:
    """Wraps a page: refusals are HTML for clients that prefer it, otherwise problem documents."""

    @wraps(handler)
    async def guarded(services: Services, request: Request) -> Response:
        try:
            response = await handler(services, request)
        except Refusal as refusal:
            if not prefers_html(request):
                raise
            response = refused(refusal, request, request.scope["request_id"])
        return smaller(request, response) if response.media_type == "text/html" else response

    return guarded


def public(handler: Handler) -> Handler:
    """Wraps a public page: counts its requests by network address. Raises TooManyRequests."""

    @wraps(handler)
    async def counted(services: Services, request: Request) -> Response:
        services.visits.requests.take(peer(request))
        return await handler(services, request)

    return page(counted)


def link_page(handler: Handler) -> Handler:
    """Wraps a page with a secret link, and counts requests as ``public`` does."""
    return public(with_link(handler))


def with_link(handler: Handler) -> Handler:
    """Wraps a page: wrong, old and revoked secret links get the same page."""

    @wraps(handler)
    async def gone(services: Services, request: Request) -> Response:
        try:
            return await handler(services, request)
        except NotFound:
            if not prefers_html(request):
                raise
            return paper(request, "kit/link_gone.html", choose(request), status=404)

    return gone
