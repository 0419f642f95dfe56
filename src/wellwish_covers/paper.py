"""A sheet of layered papers: shapes whose soft shadows are translucent copies, without SVG filters."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from xml.sax.saxutils import escape

from wellwish_covers.colour import BLACK, lighten
from wellwish_covers.curves import num
from wellwish_covers.scatter import CANVAS, Box, chance

Stop = tuple[float, str] | tuple[float, str, float]

# Longer paths are written once, and their shadows reference them.
_LONG = 70


@dataclass(frozen=True)
class Piece:
    """One colour of a line of lettering, with the box of its ink, for checks of contrast."""

    svg: str
    colour: str
    box: Box


@dataclass(frozen=True)
class Trim:
    """Decoration of lettering that does not affect its legibility: the cardboard edge below it."""

    svg: str


class Sheet:
    def __init__(self, title: str, *, width: float = CANVAS.x1, height: float = CANVAS.y1) -> None:
        self.title = title
        self.width, self.height = width, height
        self._defs: list[str] = []
        self._parts: list[str | Piece | Trim] = []
        self._ids = 0
        self._shapes: dict[str, str] = {}

    # reading

    def lettering(self) -> list[Piece]:
        return [part for part in self._parts if isinstance(part, Piece)]

    def svg(self, *, lettering: bool = True, edges: bool = True) -> str:
        def written(part: str | Piece | Trim) -> str:
            if isinstance(part, str):
                return part
            return part.svg if (lettering if isinstance(part, Piece) else edges) else ""

        body = map(written, self._parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(self.width)} {num(self.height)}" role="img">'
            f"<title>{escape(self.title)}</title><defs>{''.join(self._defs)}</defs>"
            f'<g stroke-linecap="round" stroke-linejoin="round">{"".join(body)}</g></svg>'
        )

    # gradients

    def _define(self, kind: str, attributes: str, content: str) -> str:
        self._ids += 1
        self._defs.append(f'<{kind} id="i{self._ids}" {attributes}>{content}</{kind}>')
        return f"i{self._ids}"

    def down(self, *stops: Stop) -> str:
        """A gradient from the top of a shape to its bottom."""
        gradient = self._define("linearGradient", 'x2="0" y2="1"', _stops(stops))
        return f"url(#{gradient})"

    def across(self, *stops: Stop) -> str:
        """A gradient from the left of a shape to its right."""
        return f"url(#{self._define('linearGradient', '', _stops(stops))})"

    def glow(self, x: float, y: float, r: float, *stops: Stop) -> str:
        where = f'cx="{num(x)}" cy="{num(y)}" r="{num(r)}" gradientUnits="userSpaceOnUse"'
        return f"url(#{self._define('radialGradient', where, _stops(stops))})"

    # shapes

    def raw(self, svg: str) -> None:
        self._parts.append(svg)

    def piece(self, piece: Piece | Trim) -> None:
        self._parts.append(piece)

    def ground(self, paint: str) -> None:
        self.fill(f"M0 0H{num(self.width)}V{num(self.height)}H0Z", paint)

    def fill(self, d: str, paint: str, opacity: float = 1) -> None:
        faint = f' fill-opacity="{opacity:.2g}"' if opacity < 1 else ""
        self._parts.append(f'<path d="{d}" fill="{paint}"{faint}/>')

    def line(self, d: str, colour: str, width: float, opacity: float = 1, dash: str = "") -> None:
        more = f' stroke-opacity="{opacity:.2g}"' if opacity < 1 else ""
        more += f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{num(width)}"{more}/>')

    def paper(
        self,
        d: str,
        paint: str,
        *,
        lift: float = 8,
        aside: float = 0,
        shade: str = BLACK,
        depth: float = 0.2,
        rim: bool = True,
        corner: float = 0,
    ) -> None:
        """Draws a paper.

        `lift` is the length of its shadow, `depth` the shadow's darkness; `rim` adds a lit upper edge, and
        `corner` rounds the corners.
        """
        steps = 4 if abs(lift) > 9 else 3 if abs(lift) > 4 else 2
        for k in range(steps, 0, -1):
            share = k / steps
            look = (
                f'fill="{shade}" stroke="{shade}" stroke-width="{num(abs(lift) * share * 0.55 + corner)}"'
                f' opacity="{depth / steps:.2g}"'
            )
            self._copy(d, look, aside * share, lift * share)
        round_off = f' stroke-width="{num(corner)}"' if corner else ""
        if rim and paint.startswith("#"):
            edge = lighten(paint, 0.35)
            stroke = f' stroke="{edge}"' if corner else ""
            self._copy(d, f'fill="{edge}"{stroke}{round_off}', 0, -1.6 if lift > 0 else 1.6)
        stroke = f' stroke="{paint}"' if corner else ""
        self._copy(d, f'fill="{paint}"{stroke}{round_off}', 0, 0)

    def keep(self, d: str) -> str:
        """Returns the ID of a shape that is defined once and used several times."""
        name = self._shapes.get(d)
        if name is None:
            self._ids += 1
            name = self._shapes[d] = f"i{self._ids}"
            self._defs.append(f'<path id="{name}" d="{d}"/>')
        return name

    def _copy(self, d: str, look: str, right: float, down: float) -> None:
        """Draws the shape again; a long path is defined once and referenced."""
        if len(d) > _LONG:
            name = self.keep(d)
            place = (f' x="{num(right)}"' if right else "") + (f' y="{num(down)}"' if down else "")
            self._parts.append(f'<use href="#{name}" {look}{place}/>')
        else:
            move = f' transform="translate({num(right)} {num(down)})"' if right or down else ""
            self._parts.append(f'<path d="{d}" {look}{move}/>')

    def dots(self, spots: Sequence[tuple[float, float]], r: float, colour: str, opacity: float = 1) -> None:
        """Draws many equal dots as one path: zero-length strokes with round caps."""
        d = "".join(f"M{num(x)} {num(y)}h0" for x, y in spots)
        if d:
            self.line(d, colour, 2 * r, opacity)

    def grain(self, colour: str = BLACK, strength: float = 0.05, seed: int = 1) -> None:
        """Draws fibres over the whole sheet: they look like paper, and hide the banding of soft gradients."""
        rng = chance(seed)
        fibres: list[str] = []
        for _ in range(46):
            x, y = rng.uniform(0, 240), rng.uniform(0, 240)
            fibres.append(f"M{num(x)} {num(y)}l{num(rng.uniform(-6, 6))} {num(rng.uniform(-3, 3))}")
        line = (
            f'<path d="{"".join(fibres)}" stroke="{colour}" stroke-width=".9" stroke-opacity="{strength}"/>'
        )
        self.tile(f"M0 0H{num(self.width)}V{num(self.height)}H0Z", 240, line)

    def tile(self, d: str, size: float, content: str) -> None:
        """Fills the shape with repetitions of a square of SVG content."""
        where = f'width="{num(size)}" height="{num(size)}" patternUnits="userSpaceOnUse"'
        self.fill(d, f"url(#{self._define('pattern', where, content)})")

    # groups

    @contextmanager
    def symbol(self) -> Generator[list[str]]:
        """Collects everything drawn in the block for `stamp`.

        The yielded list receives the symbol's name at the end.
        """
        outside, self._parts = self._parts, []
        name: list[str] = []
        yield name
        kept, self._parts = self._parts, outside
        name.append(self._define("g", "", "".join(p for p in kept if isinstance(p, str))))

    def stamp(self, name: str, x: float, y: float, turn: float = 0, scale: float = 1) -> None:
        """Draws a copy of a symbol at x, y."""
        move = f"translate({num(x)} {num(y)})"
        move += f" rotate({num(turn)})" if turn else ""
        move += f" scale({scale:.3g})" if scale != 1 else ""
        self.raw(f'<use href="#{name}" transform="{move}"/>')

    @contextmanager
    def clip(self, d: str) -> Generator[None]:
        """Clips everything drawn in the block to the shape."""
        name = self._define("clipPath", "", f'<path d="{d}"/>')
        self.raw(f'<g clip-path="url(#{name})">')
        yield
        self.raw("</g>")

    @contextmanager
    def at(
        self,
        x: float,
        y: float,
        turn: float = 0,
        scale: float = 1,
        *,
        mirror: bool = False,
        opacity: float = 1,
    ) -> Generator[None]:
        """Moves the origin of everything drawn in the block to x, y, rotated and scaled."""
        move = f"translate({num(x)} {num(y)})"
        move += f" rotate({num(turn)})" if turn else ""
        if mirror or scale != 1:
            move += f" scale({-scale if mirror else scale:.3g} {scale:.3g})"
        faint = f' opacity="{opacity:.2g}"' if opacity < 1 else ""
        self.raw(f'<g transform="{move}"{faint}>')
        yield
        self.raw("</g>")


def _stops(stops: Sequence[Stop]) -> str:
    made: list[str] = []
    for stop in stops:
        faint = f' stop-opacity="{stop[2]:.2g}"' if len(stop) == 3 else ""
        made.append(f'<stop offset="{stop[0]:.3g}" stop-color="{stop[1]}"{faint}/>')
    return "".join(made)
