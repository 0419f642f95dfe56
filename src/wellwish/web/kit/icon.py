"""Icons and previews of handwritings, inline or from a sprite file."""

import re
from functools import cache
from typing import Final

from markupsafe import Markup

from wellwish.web.kit.static import FILES, address

_SYMBOL: Final = re.compile(r'<symbol id="([a-z0-9-]+)" viewBox="([-0-9 ]+)">(.*?)</symbol>', re.DOTALL)
_ICONS: Final = {found[1]: found[3] for found in _SYMBOL.finditer(FILES["icons.svg"].decode())}
_PENS: Final = {found[1]: found[2] for found in _SYMBOL.finditer(FILES["pens.svg"].decode())}


@cache
def icon(name: str) -> Markup:
    """Returns a decorative icon, which needs a label with the same meaning. Raises KeyError."""
    return Markup(  # noqa: S704 - our own drawing
        '<svg class="c-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" '
        f'stroke-linejoin="round" aria-hidden="true">{_ICONS[name]}</svg>'
    )


@cache
def pen(name: str) -> Markup:
    """Returns the name of a handwriting, drawn in that handwriting, from the sprite file. Raises KeyError."""
    box = _PENS[name]
    width, height = box.split()[2:]
    return Markup(  # noqa: S704
        f'<svg class="c-hand" viewBox="{box}" width="{width}" height="{height}" aria-hidden="true">'
        f'<use href="{address("pens.svg")}#{name}"/></svg>'
    )
