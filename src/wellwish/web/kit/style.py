"""The inlined style of a paper page, so that its first response contains everything needed for rendering.

Parts (files in static/) are combined with the card's colours. The page's policy contains the hash of the
style (CSP level 3, section 2.3.1), so that no other style applies.
"""

import base64
import hashlib
import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from wellwish.designs.templates.template import Palette, Tint
from wellwish.web.kit.static import FILES, VERSION

_EVERYWHERE: Final = ("base.css", "places.css", "hands.css")
_COLOUR: Final = re.compile("#[0-9a-f]{6}")
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{}'; font-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class Style(Struct, frozen=True):
    """CSS, and the policy of its page."""

    css: str
    policy: str


@lru_cache(maxsize=500)
def style(
    *parts: str, palette: Palette | None = None, colours: tuple[tuple[str, Palette], ...] = ()
) -> Style:
    """Returns the style of the common and the named parts, in the colours of a palette.

    ``colours`` contains the palettes of classes whose elements differ from the page.
    """
    css = "".join(_small(name) for name in (*_EVERYWHERE, *parts)) + _colours(palette)
    css += "".join(_colours(each, f".{name}") for name, each in colours)
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    return Style(css, _POLICY.format(digest))


def plain(*parts: str, palette: Palette | None = None) -> str:
    """Returns the style with relative URLs, for a file stored next to its fonts."""
    return "".join(_tight(name) for name in (*_EVERYWHERE, *parts)) + _colours(palette)


@lru_cache
def _small(name: str) -> str:
    """Returns a part whose URLs are paths of static files."""
    return re.sub(r"url\(([a-z0-9.-]+)\)", rf"url(/static/{VERSION}/\1)", _tight(name))


@lru_cache
def _tight(name: str) -> str:
    """Returns a part without comments and unnecessary whitespace."""
    text = re.sub(r"/\*.*?\*/", "", FILES[name].decode(), flags=re.DOTALL)
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", text)).replace(";}", "}").strip()


def _colours(palette: Palette | None, selector: str = ":root") -> str:
    """Returns the variables of a palette for the elements of a selector.

    Omits invalid colours, which an operator's file may contain.
    """
    if palette is None:
        return ""
    named = {"accent": palette.accent, "wash": palette.wash, "wash2": palette.wash2}
    said = [
        f"--{name}:light-dark({tint.light},{tint.dark})" for name, tint in named.items() if _is_colour(tint)
    ]
    return f"@layer tokens{{{selector}{{{';'.join(said)}}}}}"


def _is_colour(tint: Tint) -> bool:
    return all(_COLOUR.fullmatch(each) for each in (tint.light, tint.dark))


PAPER: Final = style("note.css")
