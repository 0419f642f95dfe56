"""The built covers: their files, and the paths that serve them.

A path contains part of the file's hash, so its content never changes and can be cached indefinitely.
"""

import json
import re
import tomllib
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files as resources
from io import BytesIO
from pathlib import Path
from typing import Any, Final, cast

from wellwish_covers import FURTHER_LOCALES, LOCALES, Kind
from wellwish_covers.words import has_words

__all__ = ["FURTHER_LOCALES", "LOCALES", "Kind", "has_words"]

FOLDER: Final = Path(__file__).parent / "built"
SUFFIXES: Final[Mapping[Kind, str]] = {
    "svg": ".svg",
    "avif_480": "-480.avif",
    "avif_240": "-240.avif",
    "og": "-og.jpg",
}
MEDIA_TYPES: Final[Mapping[Kind, str]] = {
    "svg": "image/svg+xml",
    "avif_480": "image/avif",
    "avif_240": "image/avif",
    "og": "image/jpeg",
}
SIZES: Final[Mapping[Kind, tuple[int, int]]] = {
    "svg": (1000, 1400),
    "avif_480": (480, 672),
    "avif_240": (240, 336),
    "og": (1200, 630),
}
PREFIX: Final = "/covers"
_JPEG_NAME: Final = re.compile(r"(.+[-.]480(?:[.][0-9a-f]{12})?)[.]jpg", re.ASCII)
_JPEG_QUALITY: Final = 82

# Slug, palette in the catalogue's order, kind: the SHA-256 of the file in hexadecimal digits.
Manifest = Mapping[str, Mapping[str, Mapping[Kind, str]]]


@lru_cache
def manifest() -> Manifest:
    return cast("Manifest", json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8")))


@lru_cache
def backdrops() -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
    """Returns, for each design and palette, the two washes and the accent of the light theme."""
    text = (resources("wellwish.designs.templates") / "catalogue.toml").read_text(encoding="utf-8")
    templates = cast("list[dict[str, Any]]", tomllib.loads(text)["template"])
    return {
        t["slug"]: {
            p["name"]: (p["wash"]["light"], p["wash2"]["light"], p["accent"]["light"]) for p in t["palettes"]
        }
        for t in templates
    }


def palettes(slug: str) -> tuple[str, ...]:
    """Raises KeyError for a slug without a cover."""
    return tuple(manifest()[slug])


def cover_file(slug: str, palette_index: int, kind: Kind) -> Path:
    """Raises KeyError for a slug without a cover, IndexError for a palette that it does not have."""
    return FOLDER / slug / f"{palettes(slug)[palette_index]}{SUFFIXES[kind]}"


def url_path(slug: str, palette_index: int, kind: Kind) -> str:
    """Returns `/covers/birthday-cake/indigo-480.1f0c2a9b7d34.avif`, for example. Raises like `cover_file`."""
    palette = palettes(slug)[palette_index]
    return f"{PREFIX}/{slug}/{_served_name(palette, kind, manifest()[slug][palette][kind])}"


def jpeg_path(path: str) -> str:
    """Returns the path of the JPEG form of an AVIF picture, for mail programs; few of them display AVIF."""
    return f"{path.removesuffix('.avif')}.jpg"


def avif_name(name: str) -> str | None:
    """Returns the name of the AVIF picture whose JPEG form has this name; None for any other name."""
    found = _JPEG_NAME.fullmatch(name)
    return None if found is None else f"{found[1]}.avif"


@lru_cache(maxsize=64)
def jpeg(avif: bytes) -> bytes:
    """Converts an AVIF picture to JPEG: 480 by 672 pixels take 20 ms, and less than 100 KB."""
    from PIL import Image  # imported late: only emails need it

    out = BytesIO()
    with Image.open(BytesIO(avif)) as picture:
        picture.convert("RGB").save(out, "JPEG", quality=_JPEG_QUALITY, progressive=True, optimize=True)
    return out.getvalue()


def find_file(path: str) -> tuple[Path, str] | None:
    """Returns the file of a path made by ``url_path``, and its media type; None for any other path."""
    return _by_path().get(path)


@lru_cache(maxsize=128)
def data_url(path: str) -> str | None:
    """Returns a built picture as a data URL; None for any other path."""
    found = find_file(path)
    if found is None:
        return None
    file, kind = found
    return f"data:{kind};base64,{b64encode(file.read_bytes()).decode()}"


def _served_name(palette: str, kind: Kind, digest: str) -> str:
    stem, suffix = SUFFIXES[kind].rsplit(".", 1)
    return f"{palette}{stem}.{digest[:12]}.{suffix}"


@lru_cache
def _by_path() -> Mapping[str, tuple[Path, str]]:
    return {
        url_path(slug, i, kind): (cover_file(slug, i, kind), MEDIA_TYPES[kind])
        for slug in manifest()
        for i in range(len(palettes(slug)))
        for kind in SUFFIXES
    }
