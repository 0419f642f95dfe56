"""Generate the fonts, pen previews and icons of the pages from their npm packages.

    .venv/bin/python -P tools/assets.py

`npm` fetches each package, and its checksum is verified; nothing else is downloaded. The output is in
src/wellwish/web/kit/static/ (emoji: signing/static/), committed with each licence, so that running and
building Wellwish do not need this tool.

A font with a reserved name (Gochi Hand) is not modified, as condition 3 of the SIL Open Font License
requires. Hinting and unused features are removed from other fonts.
"""

import base64
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import uharfbuzz
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB: Final = Path(__file__).parents[1] / "src/wellwish/web"
STATIC: Final = WEB / "kit/static"
SIGNING: Final = WEB / "signing/static"
VERSION: Final = "5.3.0"


class Hand(NamedTuple):
    """A handwriting font: its names, its package, and whether its licence reserves the font's name."""

    pen: str
    family: str
    label: str
    integrity: str
    size: float  # font size of the preview, chosen so that all previews look equally large
    reserved: bool = False

    @property
    def package(self) -> str:
        return "@fontsource/" + self.family.lower().replace(" ", "-")


# fmt: off
HANDS: Final = (
    Hand("kalam", "Kalam", "Kalam", "FDkVoDfPDCSN/eO81FOYtUI67eMgpVBJmjBtAqSL0PmEhJyeFY2biC+CR+yEttksgXR9+swpFdYmQTyjwBq80Q==", 25),
    Hand("caveat", "Caveat", "Caveat", "eHTfzQxFSW9ABERRLNruHoNJmKed2J7pqTUc5lp4a4POMgXGKpxmWj3d9Hz10kmAg6iuTTLe6UagbA4bnsmfQw==", 32),
    Hand("patrick", "Patrick Hand", "Patrick", "V8C38IlIFfdWg0Xtri3F7sLCVpm069rUwn6w4n+oyn38gt7H4arOJmuReg3tAw1Q6jHqZp89wTnAAJagq4Atxw==", 26),
    Hand("gochi", "Gochi Hand", "Gochi", "IW6Xo3wbZuTLyx7hZzIr7+VSQwQ3oEiLZRphBnuNVaK+dhdxwYw57/r1NVi8x1ubX4OYyCG2S04mH6tLhanIsQ==", 26, reserved=True),
    Hand("reenie", "Reenie Beanie", "Reenie", "PgEiqKdPCLlvdY2IMWMBdYyMdr1mo1zxVBRNFlo3gclnCz560iiyTTt0dU4/VIGnjhyAb3gSWIQL0qXnn5oaYw==", 36),
    Hand("shadows", "Shadows Into Light", "Shadows", "3dvv0i8/ZwLMY08AAlTLivHUdNQYB6Fxe92d7BZiGbHY2GQnCxEd8JC9CBzxTiP4iyWNa6OZn9LXF+xjc9LaGw==", 28),
    Hand("courier", "Courier Prime", "Courier", "KIi1k4VG1Wv+/CGpb1AUpLkUuOAQA6zmvthqxOZGN0AV8BEgQgbK7qAtquv14zsBJAY1bb5BHIEbWVFLgENh0w==", 21),
)
FIGTREE: Final = ("@fontsource-variable/figtree", VERSION, "VRVodD7OiG7apQwE8/2fMjaqpY/a0qRJqL5HtYj8CKIVps+9amaFcdfKmDIf7iqYQx6iPLlArVXAfKeIZmVcNQ==")
LUCIDE: Final = ("lucide-static", "1.62.0", "WBZA/m2PvkFpMGHDtsBck5P2A9G4ehLlYu4GwwICcmEm1BvYVgj00lCDxKRWLlbMlOibLaiwdQ88G5pHkSWgwA==")
CLDR: Final = ("cldr-annotations-modern", "45.0.0", "y4YISGdwygWbXiYwWakzd4s0zY+83CceOPEZ+8bzCaPqCgX826Q2TSY3VqLPFE3830KbimgXpSousm2cep0mVw==")
ICONS: Final = (
    "arrow-left", "arrow-right", "bell", "book-open", "brush", "calendar", "camera", "check", "chevron-down",
    "chevron-left", "chevron-right", "circle-alert", "clock", "copy", "download", "ellipsis", "eraser", "expand", "eye",
    "flag", "gift", "hash", "heart", "image", "keyboard", "languages", "layout-grid", "link", "loader-circle", "lock", "mail",
    "mic", "music", "party-popper", "pause", "pen-line", "phone", "play", "plus", "presentation", "printer", "qr-code",
    "rotate-ccw", "rotate-cw", "search", "send", "smile", "square", "sticker", "trash-2", "undo-2", "users", "volume-2",
    "volume-x", "wifi-off", "x",
)
# The emoji with CLDR names to offer: pictures, without flags, digits and skin tones.
EMOJI: Final = re.compile("(?:[\u2600-\u2669\u2670-\u27bf\u2b50\u2b55\U0001f300-\U0001f3fa\U0001f400-\U0001faff][\u200d\ufe0f\u2640\u2642]*)+")
# The advance widths of the fallback fonts that are shown while a web font loads, in thousandths of an em
# (from Adobe's font metrics of Helvetica and Times, for Arial and Times New Roman), and letter frequencies
# in English.
LETTERS: Final = " abcdefghijklmnopqrstuvwxyz"
OFTEN: Final = (180, 65, 13, 22, 34, 102, 18, 16, 49, 57, 1, 6, 33, 20, 56, 62, 15, 1, 48, 51, 73, 22, 8, 18, 1, 16, 1)
ARIAL: Final = (278, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500)
TIMES: Final = (250, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444)
DEJAVU: Final = (318, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525)
DEJAVU_SERIF: Final = (318, 596, 640, 560, 640, 592, 370, 640, 644, 320, 310, 606, 320, 948, 644, 602, 640, 640, 478, 513, 402, 644, 565, 856, 564, 565, 527)
# fmt: on
STEPS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6}  # arguments of each path command
WEIGHTS: Final = (400, 700)  # of the interface's font
# Desktop and phone fonts whose widths are those of Arial and Times, or close to them.
SANS: Final = 'local("Arial"), local("Liberation Sans"), local("LiberationSans"), local("Roboto"), local("Helvetica Neue")'
# The last fallbacks are wider, so they have separate metrics.
LEAST: Final = 'local("DejaVu Sans")'
LEAST_SERIF: Final = 'local("DejaVu Serif")'
SERIF: Final = (
    'local("Times New Roman"), local("Liberation Serif"), local("LiberationSerif"), local("Noto Serif")'
)


def main() -> None:
    """Fetches the packages and writes all files."""
    faces: list[str] = []
    previews: list[str] = []
    for hand in HANDS:
        package = fetch(hand.package, VERSION, hand.integrity)
        name = hand.package.partition("/")[2]
        source = package[f"package/files/{name}-latin-400-normal.woff2"]
        font = TTFont(BytesIO(source), recalcTimestamp=False)  # for reproducible output
        previews.append(preview(hand, font))
        made = source if hand.reserved else smaller(font)
        (STATIC / f"{hand.pen}.woff2").write_bytes(made)
        (STATIC / f"{hand.pen}-LICENSE.txt").write_bytes(package["package/LICENSE"])
        faces.append(
            f'@font-face {{ font-family: "{hand.family}"; src: url({hand.pen}.woff2) format("woff2"); '
            "font-display: swap; }"
        )
        faces += [slice_of(hand, package, each) for each in sorted(ranges(package)) if each != "latin"]
        faces.append(fallback(hand.family, TTFont(BytesIO(source)), ARIAL, SANS))
        faces.append(fallback(hand.family, TTFont(BytesIO(source)), DEJAVU, LEAST, "stead"))
        sys.stdout.write(f"{hand.family}: {len(made)} bytes\n")
    sprite = '<svg xmlns="http://www.w3.org/2000/svg">' + "".join(previews) + "</svg>\n"
    (STATIC / "pens.svg").write_text(sprite, encoding="utf-8")
    interface()
    # The fonts of every page.
    places: list[str] = []
    for family, file, widths, local, more, least in (
        ("Figtree", "figtree", ARIAL, SANS, DEJAVU, LEAST),
        ("Fraunces", "fraunces", TIMES, SERIF, DEJAVU_SERIF, LEAST_SERIF),
    ):
        font = TTFont(STATIC / f"{file}.woff2")
        places.append(fallback(family, font, widths, local))
        places.append(fallback(family, font, more, least, "stead"))
    note = "/* Made by tools/assets.py: {}what holds the place of fonts until they are there. */\n"
    for name, what, made in (("hands", "the handwritings, and ", faces), ("places", "", places)):
        (STATIC / f"{name}.css").write_text(note.format(what) + "\n".join(made) + "\n", encoding="utf-8")
    icons()
    emoji()


def interface() -> None:
    """Writes the font of the interface, with only the weights that the pages use."""
    package = fetch(*FIGTREE)
    for name, file in (("latin", "figtree"), ("latin-ext", "figtree-ext")):
        source = package[f"package/files/figtree-{name}-wght-normal.woff2"]
        font: Any = TTFont(BytesIO(source), recalcTimestamp=False)
        font = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
        # The subsetter expects an entry for every glyph, even without variations.
        given = font["gvar"].variations
        font["gvar"].variations = {each: given.get(each, []) for each in font.getGlyphOrder()}
        made = smaller(font, ["kern", "ccmp", "locl", "tnum"])
        (STATIC / f"{file}.woff2").write_bytes(made)
        sys.stdout.write(f"{file}: {len(made)} bytes\n")


def ranges(package: dict[str, bytes]) -> dict[str, str]:
    """Returns the unicode range of each subset of a font."""
    return json.loads(package["package/unicode.json"])


def slice_of(hand: Hand, package: dict[str, bytes], name: str) -> str:
    """Writes a subset that English pages never request. Returns its @font-face rule."""
    family = hand.package.partition("/")[2]
    font = TTFont(BytesIO(package[f"package/files/{family}-{name}-400-normal.woff2"]), recalcTimestamp=False)
    made = smaller(font, ["*"] if name == "devanagari" else None)  # Devanagari needs its layout features
    (STATIC / f"{hand.pen}-{name}.woff2").write_bytes(made)
    sys.stdout.write(f"{hand.family} {name}: {len(made)} bytes\n")
    return (
        f'@font-face {{ font-family: "{hand.family}"; src: url({hand.pen}-{name}.woff2) format("woff2"); '
        f"font-display: swap; unicode-range: {ranges(package)[name]}; }}"
    )


def emoji() -> None:
    """Writes the names and keywords of each emoji in the languages of the pages, from Unicode's CLDR.

    The English file, which every page requests, also contains the emoji; the other files match it line by
    line.
    """
    package = fetch(*CLDR)
    (SIGNING / "emoji-LICENSE.txt").write_bytes(package["package/LICENSE"])
    characters: list[str] = []
    for code in ("en", "de", "ar"):
        file = json.loads(package[f"package/annotations/{code}/annotations.json"])
        names = file["annotations"]["annotations"]
        characters = characters or [each for each in names if EMOJI.fullmatch(each)]
        lines: list[str] = []
        for character in characters:
            said = names[character]
            words = " ".join([*said.get("tts", []), *said.get("default", [])]).split()
            shown = character if ord(character[0]) > 0x1F000 else character[0] + "\ufe0f" + character[1:]
            before = f"{shown}\t" if code == "en" else ""
            lines.append(f"{before}{' '.join(dict.fromkeys(words))}")
        (SIGNING / f"emoji-{code}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def fetch(package: str, version: str, integrity: str) -> dict[str, bytes]:
    """Returns the files of a package. Raises ValueError if its checksum differs."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", f"{package}@{version}"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        [archive] = Path(folder).iterdir()
        packed = archive.read_bytes()
    if base64.b64encode(hashlib.sha512(packed).digest()).decode() != integrity:
        raise ValueError(f"{package} {version} is not what it was")
    with tarfile.open(fileobj=BytesIO(packed)) as opened:
        return {
            each.name: reader.read()
            for each in opened.getmembers()
            if each.isfile() and (reader := opened.extractfile(each)) is not None
        }


def smaller(font: Any, features: list[str] | None = None) -> bytes:
    """Returns the font without hinting and without the `calt` alternates, which double the size of Caveat."""
    options = Options()
    options.hinting = False
    options.flavor = "woff2"
    options.layout_features = features or ["kern", "liga", "mark", "mkmk", "ccmp", "locl"]
    options.name_IDs = [0, 1, 2, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    written = BytesIO()
    font.flavor = "woff2"
    font.save(written)
    return written.getvalue()


def preview(hand: Hand, font: Any) -> str:
    """Returns the name of the pen in its font, as outlines."""
    plain = BytesIO()
    flavor, font.flavor = font.flavor, None
    font.save(plain)
    font.flavor = flavor
    face = uharfbuzz.Face(plain.getvalue())
    buffer = uharfbuzz.Buffer()
    buffer.add_str(hand.label)
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(face), buffer, {})
    glyphs, order, scale = font.getGlyphSet(), font.getGlyphOrder(), hand.size / font["head"].unitsPerEm
    pen, across = SVGPathPen(glyphs, ntos=lambda number: f"{number:.1f}".removesuffix(".0")), 0.0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        place = (scale, 0, 0, -scale, (across + position.x_offset) * scale, 27 - position.y_offset * scale)
        glyphs[order[info.codepoint]].draw(TransformPen(pen, place))
        across += position.x_advance
    path = f'<path transform="scale(.1)" d="{relative(pen.getCommands())}"/>'
    return f'<symbol id="{hand.pen}" viewBox="-2 0 {round(across * scale) + 5} 38">{path}</symbol>'


def relative(commands: str) -> str:
    """Converts absolute path commands to relative ones in whole tenths: two thirds of the compressed size."""
    written: list[str] = []
    at, start, before = [0, 0], [0, 0], ""
    for command, rest in re.findall("([MLHVQCZ])([^MLHVQCZ]*)", commands):
        numbers = [round(float(each) * 10) for each in re.findall(r"-?\d*\.?\d+", rest)]
        if command == "Z":
            written.append("z")
            at, before = [*start], "z"
        for i in range(0, len(numbers), STEPS.get(command, 1)):
            step = numbers[i : i + STEPS[command]]
            axis = 1 if command == "V" else 0
            deltas = [each - at[(axis + k) % 2] for k, each in enumerate(step)]
            if len(step) == 1:
                at[axis] = step[0]
            else:
                at = step[-2:]
            start = [*at] if command == "M" else start
            letter = command.lower()
            said = "".join(f"{' ' if k and each >= 0 else ''}{each}" for k, each in enumerate(deltas))
            # Repeated commands omit their letter, and coordinates after a move are line commands.
            gap = letter if letter != before else "" if deltas[0] < 0 else " "
            written.append(gap + said)
            before = "l" if letter == "m" else letter
    return "".join(written)


def fallback(family: str, font: Any, widths: tuple[int, ...], local: str, name: str = "place") -> str:
    """Returns the @font-face rule of a local fallback font, adjusted to the metrics of the web font."""
    cmap, metrics, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    ours = sum(
        metrics[cmap[ord(letter)]][0] / em * often for letter, often in zip(LETTERS, OFTEN, strict=True)
    )
    theirs = sum(width / 1000 * often for width, often in zip(widths, OFTEN, strict=True))
    adjust = ours / theirs
    table = font["hhea"]
    ascent, descent, gap = (
        f"{abs(value) / em / adjust:.2%}" for value in (table.ascent, table.descent, table.lineGap)
    )
    return (
        f'@font-face {{ font-family: "{family} {name}"; src: {local}; size-adjust: {adjust:.2%}; '
        f"ascent-override: {ascent}; descent-override: {descent}; line-gap-override: {gap}; }}"
    )


def icons() -> None:
    """Writes the icons as one sprite."""
    files = fetch(*LUCIDE)
    symbols: list[str] = []
    for name in sorted(ICONS):
        drawing = re.sub(r"<!--.*?-->", "", files[f"package/icons/{name}.svg"].decode(), flags=re.DOTALL)
        found = re.search(r"<svg.*?>(.*)</svg>", drawing, re.DOTALL)
        if found is None:
            raise ValueError(name)
        inside = re.sub(r"\s*/>", "/>", re.sub(r"\s+", " ", re.sub(r">\s+<", "><", found[1])).strip())
        symbols.append(f'<symbol id="{name}" viewBox="0 0 24 24">{inside}</symbol>')
    sprite = '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"
    (STATIC / "icons.svg").write_text(sprite, encoding="utf-8")
    (STATIC / "icons-LICENSE.txt").write_bytes(files["package/LICENSE"])


if __name__ == "__main__":
    main()
