"""QR codes of links, as SVG."""

import segno
from markupsafe import Markup


def code(url: str) -> Markup:
    """Returns the QR code of a link, black on white in every theme. Pages must describe it as text."""
    drawn = segno.make(url, error="m", micro=False)
    return Markup(drawn.svg_inline(border=4, light="#fff", omitsize=True, svgclass="d-code-qr"))  # noqa: S704
