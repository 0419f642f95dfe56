"""The style of a paper page, inlined: the first thing that a phone needs, in the first answer that it gets.

Services (files in static/) are put together with the colours of the card. The policy of the page names the
style by its hash (CSP level 3, section 2.3.1), so no other style gets in.
"""

import base64
import hashlib
import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from wellwish.templates.template import Palette, Tint
from wellwish.web.kit.static import FILES, VERSION

_EVERYWHERE: Final = ("base.css", "places.css", "hands.css")
_COLOUR: Final = re.compile("#[0-9a-f]{6}")
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{}'; font-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class Style(Struct, frozen=True):
    """CSS, and the policy of the page that holds it."""

    css: str
    policy: str


@lru_cache(maxsize=500)
def style(*parts: str, palette: Palette | None = None) -> Style:
    """Returns the style made of what each page has and the named parts, in the colours of a palette."""
    css = "".join(_small(name) for name in (*_EVERYWHERE, *parts)) + _colours(palette)
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    return Style(css, _POLICY.format(digest))


def plain(*parts: str, palette: Palette | None = None) -> str:
    """Returns the same style for a file that lies beside its fonts."""
    return "".join(_tight(name) for name in (*_EVERYWHERE, *parts)) + _colours(palette)


@lru_cache
def _small(name: str) -> str:
    """Returns a part, its addresses as seen from a page."""
    return re.sub(r"url\(([a-z0-9.-]+)\)", rf"url(/static/{VERSION}/\1)", _tight(name))


@lru_cache
def _tight(name: str) -> str:
    """Returns a part without comments and needless space."""
    text = re.sub(r"/\*.*?\*/", "", FILES[name].decode(), flags=re.DOTALL)
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", text)).replace(";}", "}").strip()


def _colours(palette: Palette | None) -> str:
    """Returns the tokens that a palette sets, checked, since an operator's file may hold anything."""
    if palette is None:
        return ""
    named = {"accent": palette.accent, "wash": palette.wash, "wash2": palette.wash2}
    said = [
        f"--{name}:light-dark({tint.light},{tint.dark})" for name, tint in named.items() if _is_colour(tint)
    ]
    return f"@layer tokens{{:root{{{';'.join(said)}}}}}"


def _is_colour(tint: Tint) -> bool:
    return all(_COLOUR.fullmatch(each) for each in (tint.light, tint.dark))


PAPER: Final = style("note.css")
