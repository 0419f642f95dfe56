"""Thanks: a meadow of paper flowers in three depths."""

from dataclasses import dataclass

from wellwish_covers.colour import Inks, mix
from wellwish_covers.curves import bezier
from wellwish_covers.design import Order, design
from wellwish_covers.flora import anemone, dahlia, daisy, foxglove, grass, leaf, poppy, stem, tulip
from wellwish_covers.glyphs import BLACK, LIGHT_ITALIC
from wellwish_covers.lettering import Style, letter
from wellwish_covers.motifs import butterfly
from wellwish_covers.scatter import Box

PALETTES = {
    "terracotta": Inks(
        ground="#f9efdf", glow="#fffaf0", word="#27403a", small="#9c3d1c", shade="#3a1030", g1="#4c7a5b",
        g2="#2f5d50", g3="#7d9c6a", g4="#1f463f", red="#e4633f", red2="#c13e28", pink="#f3a3ab",
        pink2="#df7886", plum="#7b2f6b", plum2="#521d4c", gold="#f3c04c", gold2="#d9952b", white="#ffffff",
        white2="#eadfce", blue="#8fbfd3", blue2="#5c97b8", heart="#3b1226", eye="#e9a72f",
    ),
    "dahlia": Inks(
        ground="#f8e9f3", glow="#fffafc", word="#57205c", small="#8c2a6b", shade="#35082f", g1="#5c7f6a",
        g2="#3a6257", g3="#8fa97d", g4="#284a47", red="#d8417f", red2="#a8225e", pink="#f6aeca",
        pink2="#e27fab", plum="#74318c", plum2="#4c1d66", gold="#f7c46b", gold2="#e29a4a", white="#ffffff",
        white2="#efdfee", blue="#a9a4e4", blue2="#7d75cb", heart="#34103a", eye="#efb13f",
    ),
    "sage": Inks(
        ground="#e6f0e2", glow="#fbfdf4", word="#214a35", small="#8a4517", shade="#12301f", g1="#5d8f6c",
        g2="#3a6b50", g3="#8fb07f", g4="#22503c", red="#f08a5d", red2="#d66438", pink="#fbd3c0",
        pink2="#f0ab94", plum="#b0567a", plum2="#863a5c", gold="#f6d06a", gold2="#dba93c", white="#ffffff",
        white2="#dfe8d5", blue="#a7cfd0", blue2="#74aab0", heart="#3b2a14", eye="#eab543",
    ),
}  # fmt: skip

# (x, y, radius, kind, colour) from back to front: composed by hand, not random.
_FLOWERS = (
    (64, 690, 62, "foxglove", "gold"), (170, 740, 74, "tulip", "pink"), (300, 676, 46, "daisy", "white"),
    (404, 742, 70, "tulip", "gold"), (516, 738, 46, "foxglove", "pink"), (610, 770, 44, "daisy", "white"),
    (716, 706, 60, "foxglove", "blue"), (822, 742, 76, "tulip", "red"), (930, 684, 52, "daisy", "white"),
    (92, 850, 104, "poppy", "red"), (256, 842, 74, "anemone", "blue"), (392, 866, 96, "poppy", "pink"),
    (540, 838, 86, "dahlia", "gold"), (690, 862, 100, "poppy", "red"), (826, 868, 72, "anemone", "plum"),
    (940, 838, 94, "daisy", "white"),
    (44, 1012, 98, "daisy", "white"), (206, 1006, 114, "dahlia", "plum"), (352, 1044, 78, "anemone", "blue"),
    (482, 1002, 112, "daisy", "white"), (632, 1032, 112, "dahlia", "red"), (792, 1026, 116, "poppy", "pink"),
    (944, 1012, 84, "anemone", "blue"),
    (118, 1166, 102, "poppy", "pink"), (316, 1186, 108, "poppy", "gold"), (506, 1180, 74, "anemone", "plum"),
    (700, 1184, 104, "daisy", "white"), (890, 1178, 112, "dahlia", "gold"),
)  # fmt: skip


@dataclass(frozen=True)
class _Bloom:
    x: float
    y: float
    r: float
    name: str
    depth: int


@design(
    "thank-meadow",
    picture="a meadow of poppies, daisies and dahlias with butterflies",
    seed=41,
    palettes=PALETTES,
)
def meadow(o: Order) -> None:
    s, ink = o.sheet, o.ink
    s.ground(ink.ground)
    s.ground(s.glow(500, 420, 760, (0, ink.glow), (1, ink.glow, 0)))
    greens = [ink.g1, ink.g2, ink.g3]
    grass(s, o.rng, [mix(g, ink.ground, 0.55) for g in greens], 34, (260, 520))
    blooms = _blooms(o)
    for depth in range(3):
        for bloom in blooms:
            if bloom.depth == depth:
                _stalk(o, bloom, [mix(g, ink.ground, (0.42, 0.16, 0)[depth]) for g in greens])
        for bloom in blooms:
            if bloom.depth == depth:
                s.stamp(bloom.name, bloom.x, bloom.y, o.rng.uniform(-16, 16), bloom.r / 100)
    for i in range(16):
        x = 30 + i * 63
        leaf(
            s,
            x,
            1420,
            -90 + o.rng.uniform(-34, 34),
            o.rng.uniform(120, 210),
            30,
            (ink.g2, ink.g4, ink.g1)[i % 3],
            ink.shade,
        )
    grass(s, o.rng, [ink.g1, ink.g2, ink.g4], 60, (70, 190))
    butterfly(s, 858, 590, 0.86, 20, (ink.gold, ink.red), ink.heart)
    butterfly(s, 150, 588, 0.6, -24, (ink.blue, ink.blue2), ink.heart)
    styles = [
        Style(BLACK, 290, ink.word, tracking=-0.02, leading=0.84),
        Style(BLACK, 290, ink.word, tracking=-0.02, leading=0.84),
    ]
    letter(s, o.lines, [*styles, Style(LIGHT_ITALIC, 66, ink.small, gap=0.5)], Box(96, 74, 904, 600))
    s.grain()


def _blooms(o: Order) -> list[_Bloom]:
    """One symbol per kind, colour and depth; distant ones take on the colour of the air."""
    s, ink = o.sheet, o.ink
    names: dict[tuple[str, str, int], str] = {}
    blooms: list[_Bloom] = []
    for x, y, r, kind, colour in _FLOWERS:
        depth = 0 if y < 800 else 1 if y < 940 else 2
        key = (kind, colour, depth)
        if key not in names:
            paper, under = ink.some(f"{colour} {colour}2")
            heart = ink.eye if kind == "daisy" or colour == "plum" else ink.heart
            air = (0.24, 0.06, 0)[depth]
            tones = mix(paper, ink.ground, air), mix(under, ink.ground, air), mix(heart, ink.ground, air)
            with s.symbol() as name:
                _draw(o, kind, tones)
            names[key] = name[0]
        blooms.append(_Bloom(x, y, r, names[key], depth))
    return blooms


def _draw(o: Order, kind: str, tones: tuple[str, str, str]) -> None:
    s, shade = o.sheet, o.ink.shade
    if kind == "poppy":
        poppy(s, o.rng, tones, shade)
    else:
        {"daisy": daisy, "dahlia": dahlia, "anemone": anemone, "tulip": tulip, "foxglove": foxglove}[kind](
            s, tones, shade
        )


def _stalk(o: Order, bloom: _Bloom, greens: list[str]) -> None:
    s = o.sheet
    colour = o.rng.choice(greens)
    foot = (bloom.x + o.rng.uniform(-50, 50), 1420.0)
    bend = (foot[0] + o.rng.uniform(-40, 40), (bloom.y + 1420) / 2)
    stem(s, foot, bend, (bloom.x, bloom.y), colour, (6, 8, 10)[bloom.depth])
    size = (62, 84, 104)[bloom.depth]
    for i, t in enumerate((0.4, 0.56, 0.72, 0.84) if bloom.depth < 2 else (0.3, 0.55)):
        x, y = bezier(foot, bend, (bloom.x, bloom.y), t)
        side = 1 if (i + bloom.depth) % 2 else -1
        leaf(
            s,
            x,
            y,
            -90 + side * o.rng.uniform(34, 66),
            size * o.rng.uniform(0.8, 1.2),
            size * 0.2,
            colour,
            o.ink.shade,
        )
