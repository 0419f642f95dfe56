"""The keepsake as a PDF, typeset by Typst in a limited child process.

Requires the extra ``pdf``. Without it (``is_there``), pages offer printing instead.
"""

import asyncio
import json
import re
import sys
import tempfile
import unicodedata
from collections.abc import Awaitable, Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from wellwish.base.combining_marks import strip_surplus
from wellwish.base.limiter import Key, Limiter, LimiterError
from wellwish.keepsake.faces import STEADY_PEN, files_of, parted, without_private
from wellwish.keepsake.keepsake import FAMILIES, INKS, PAPERS, TITLE_FILE, UI_FILE, Keepsake, Piece, Thanks

DEADLINE_S: Final = 90.0
QUEUE_S: Final = 20.0
LIMITER: Final = Limiter(4)  # typesetting a document takes a core and a few hundred megabytes
_LONG: Final = 700  # characters; longer notes are not tilted, and may break across pages in a letter
_GRAIN: Final = re.compile(r'<pattern id="([\w-]+)" width="240" height="240"')
_WHITE: Final = "#fffefb"
_LONG_WORD: Final = re.compile(r"\S{16}(?=\S)")


class NotSet(Exception):  # noqa: N818 - what happened
    """Typst failed or took too long, as would another attempt."""


class NoPlace(Exception):  # noqa: N818 - what happened
    """Too many PDFs are being typeset, or the machine lacks resources; another attempt can succeed."""


@cache
def is_there() -> bool:
    """Returns whether the extra is installed."""
    return all(find_spec(name) is not None for name in ("typst", "fontTools", "brotli"))


async def typeset(key: Key, make: Callable[[], Awaitable[Keepsake]], fonts: Path) -> bytes:
    """Returns the PDF; ``fonts`` is the folder of the WOFF2 files. Raises NotSet, NoPlace.

    ``make`` runs when a slot is free, so that waiting requests hold no pictures in memory.
    """
    try:
        async with LIMITER.slot(key, QUEUE_S):
            return await _one(await make(), fonts)
    except (LimiterError, OSError) as error:  # no slot, process, memory or disk space
        raise NoPlace from error


async def _one(keepsake: Keepsake, fonts: Path) -> bytes:
    with tempfile.TemporaryDirectory(prefix="wellwish-keepsake-") as name:
        folder = Path(name)
        await asyncio.to_thread(_fill, folder, keepsake, fonts)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-m", "wellwish.keepsake.typeset", name,
            env={"RAYON_NUM_THREADS": "1"},  # a slot is one core
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            async with asyncio.timeout(DEADLINE_S):
                ended = await process.wait()
        except TimeoutError as error:
            raise NotSet("no end in time") from error
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if ended != 0:
            raise NotSet(f"ended with {ended}")
        return await asyncio.to_thread((folder / "keepsake.pdf").read_bytes)


def _fill(folder: Path, keepsake: Keepsake, fonts: Path) -> None:
    source = files("wellwish.keepsake").joinpath("keepsake.typ").read_text(encoding="utf-8")
    (folder / "keepsake.typ").write_text(source, encoding="utf-8")
    (folder / "fonts").mkdir()
    pens = {piece.pen for piece in keepsake.pieces} & FAMILIES.keys()
    for name in sorted({UI_FILE, TITLE_FILE, STEADY_PEN, *pens}):
        first, *others = files_of(fonts, name)
        (folder / "fonts" / f"{name}.ttf").write_bytes(_plain(first))
        for more in others:
            (folder / "fonts" / f"{more.stem}.ttf").write_bytes(_plain(more, _named(more)))
    if keepsake.cover_svg is not None:
        (folder / "cover.svg").write_bytes(without_grain(keepsake.cover_svg))
    card: dict[str, Any] = {
        "title": keepsake.title,
        "title_parts": _parts(keepsake.title, TITLE_FILE, fonts),
        "title_direction": direction(keepsake.title) or keepsake.direction,
        "lead": keepsake.lead,
        "language": keepsake.language,
        "direction": keepsake.direction,
        "wash": keepsake.wash,
        "accent": keepsake.accent,
        "cover": None if keepsake.cover_svg is None else "cover.svg",
        "closing": keepsake.closing,
        "incomplete": keepsake.incomplete,
        "goes_on": keepsake.goes_on,
        "continued": keepsake.continued,
        "thanks": [
            _thanks(folder, fonts, i, each, keepsake.direction) for i, each in enumerate(keepsake.thanks)
        ],
        "thanks_heading": keepsake.thanks_heading,
        "logo": None,
        "pieces": [
            _piece(folder, fonts, i, piece, keepsake.direction) for i, piece in enumerate(keepsake.pieces)
        ],
    }
    if keepsake.logo is not None:
        card["logo"] = f"logo.{keepsake.logo.suffix}"
        (folder / card["logo"]).write_bytes(keepsake.logo.content)
    # Older texts may have more combining marks than allowed.
    content = strip_surplus(without_private(json.dumps(card, ensure_ascii=False)))
    (folder / "keepsake.json").write_text(content, encoding="utf-8")


def without_grain(cover: bytes) -> bytes:
    """Returns a cover without its paper fibres, which PDF readers draw as dark specks.

    The fibres are a pattern of 240 by 240 units (``wellwish_covers.paper``), which fills one path.
    """
    text = cover.decode()
    for name in _GRAIN.findall(text):
        text = re.sub(rf"<path\b[^<>]*url\(#{re.escape(name)}\)[^<>]*/>", "", text)
    return text.encode()


def _named(file: Path) -> str:
    """Returns a family name for an additional file of a face, because Typst uses only one font per name."""
    return f"Wellwish {file.stem}"


def _piece(folder: Path, fonts: Path, index: int, piece: Piece, fallback: str) -> dict[str, Any]:
    pictures: list[dict[str, Any]] = []
    album = sum(each.is_photo for each in piece.pictures) > 1
    for place, picture in enumerate(piece.pictures):
        file = f"{index}-{place}.{picture.suffix}"
        (folder / file).write_bytes(picture.content)
        pictures.append({"file": file, "alt": picture.description, "tile": album and picture.is_photo})
    lines = piece.text.split("\n") if piece.text else []
    pen = piece.pen if piece.pen in FAMILIES else "kalam"
    return {
        "family": FAMILIES[pen],
        "more": [_named(each) for each in files_of(fonts, piece.pen)[1:]],
        "ink": INKS.get(piece.ink, INKS["navy"]),
        "paper": _WHITE if piece.is_polaroid else PAPERS.get(piece.paper, PAPERS["cream"]),
        "lang": (piece.lang or "").partition("-")[0].lower() or None,
        "letters": len(piece.text) + 40 * len(lines) + 150 * len(pictures),
        "direction": direction(piece.text) or fallback,
        "lines": [_line(line, fallback, pen, fonts) for line in lines],
        "by": _line(piece.by, fallback, pen, fonts),
        "heading": piece.heading,
        "aside": piece.aside,
        "pictures": pictures,
        "long": len(piece.text) + 40 * len(lines) > _LONG,
    }


def _thanks(folder: Path, fonts: Path, index: int, said: Thanks, fallback: str) -> dict[str, Any]:
    picture = None
    if said.picture is not None:
        picture = {"file": f"thanks-{index}.{said.picture.suffix}", "alt": said.picture.description}
        (folder / picture["file"]).write_bytes(said.picture.content)
    return {
        "lines": [_line(line, fallback, UI_FILE, fonts) for line in said.text.split("\n") if said.text],
        "picture": picture,
        "aside": said.aside,
        "by": _line(said.by, fallback, UI_FILE, fonts),
    }


def _line(text: str, fallback: str, face: str, fonts: Path) -> dict[str, Any]:
    # A zero-width space allows a break in a word that is wider than its note.
    breakable = _LONG_WORD.sub(lambda found: found[0] + "\u200b", text)
    parts = _parts(breakable, face, fonts)
    return {"text": breakable, "parts": parts, "direction": direction(text) or fallback}


def _parts(text: str, face: str, fonts: Path) -> list[dict[str, Any]]:
    """Returns the parts of a text with their font families; none for a system font."""
    return [
        {"text": part, "own": name is None, "fonts": _families(name, fonts) if name else []}
        for part, name in parted(text, face, fonts)
    ]


def _families(name: str, fonts: Path) -> list[str]:
    _, *others = files_of(fonts, name)
    return [FAMILIES.get(name, "Figtree"), *(_named(each) for each in others)]


def direction(text: str) -> str | None:
    """Returns the direction of the first strong letter (UAX 9, rule P2), or None without one."""
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in ("R", "AL"):
            return "rtl"
        if kind == "L":
            return "ltr"
    return None


@cache
def _plain(file: Path, family: str | None = None) -> bytes:
    """Returns a WOFF2 font as TrueType, optionally under another family name."""
    from io import BytesIO

    font = import_module("fontTools.ttLib").TTFont(file)
    if font["name"].getName(6, 3, 1, 0x409) is None:  # Typst rejects fonts without a PostScript name
        font["name"].setName(f"Wellwish-{file.stem}", 6, 3, 1, 0x409)
    for place in () if family is None else (1, 4, 16):
        font["name"].setName(family, place, 3, 1, 0x409)
    font.flavor = None
    written = BytesIO()
    font.save(written)
    return written.getvalue()
