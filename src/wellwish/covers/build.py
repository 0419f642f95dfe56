"""Draws every cover in every palette into the package, with a contact sheet to look at: `script/covers`."""

import argparse
import hashlib
import json
import sys
import time
import tomllib
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from wellwish.covers import raster
from wellwish.covers.design import Design, designs, render
from wellwish.covers.files import FOLDER, SUFFIXES, Kind


def main() -> None:
    words = argparse.ArgumentParser(prog="script/covers", description=__doc__)
    words.add_argument("slug", nargs="*", help="only these designs")
    words.add_argument(
        "--sheet", type=Path, default=Path("dist/covers.png"), help="where the contact sheet goes"
    )
    words.add_argument("--columns", type=int, default=6)
    words.add_argument("--width", type=int, default=360, help="of one cover on the contact sheet, in pixels")
    words.add_argument("--sheet-only", action="store_true", help="draw the contact sheet and build nothing")
    chosen = words.parse_args()
    known = designs()
    wanted = [known[slug] for slug in chosen.slug or known]
    pictures: list[Any] = []
    for each in wanted:
        start = time.perf_counter()
        pictures += [_draw(each, palette, only_look=chosen.sheet_only) for palette in each.palettes]
        print(f"{each.slug:18} {time.perf_counter() - start:5.1f} s", file=sys.stderr)  # noqa: T201
    if not chosen.sheet_only:
        _write_manifest()
    _sheet(pictures, chosen.columns, chosen.width, chosen.sheet)


def _draw(design: Design, palette: str, *, only_look: bool) -> Any:
    """Writes the files of one palette; gives its picture."""
    svg = render(design.slug, palette)
    picture = raster.pixels(svg, 960)
    if only_look:
        return picture
    made: dict[Kind, bytes] = {"svg": svg.encode(), **_pictures(picture, design, palette)}
    folder = FOLDER / design.slug
    folder.mkdir(parents=True, exist_ok=True)
    for kind, content in made.items():
        (folder / f"{palette}{SUFFIXES[kind]}").write_bytes(content)
    return picture


def pictures(svg: str, design: Design, palette: str) -> dict[Kind, bytes]:
    """Returns the pictures of a drawing."""
    return _pictures(raster.pixels(svg, 960), design, palette)


def _pictures(picture: Any, design: Design, palette: str) -> dict[Kind, bytes]:
    wash, wash2, accent = _catalogue()[design.slug][palette]
    return {
        "avif_480": raster.avif(raster.shrink(picture, 480)),
        "avif_240": raster.avif(raster.shrink(picture, 240)),
        "og": raster.jpeg(raster.preview(picture, wash, wash2, accent, design.seed)),
    }


def _catalogue() -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
    """Of each design and palette the two washes and the accent of the light theme."""
    text = (files("wellwish.templates") / "catalogue.toml").read_text(encoding="utf-8")
    templates = cast("list[dict[str, Any]]", tomllib.loads(text)["template"])
    return {
        t["slug"]: {
            p["name"]: (p["wash"]["light"], p["wash2"]["light"], p["accent"]["light"]) for p in t["palettes"]
        }
        for t in templates
    }


def _write_manifest() -> None:
    entries = {
        slug: {
            palette: {
                kind: _digest(FOLDER / slug / f"{palette}{suffix}") for kind, suffix in SUFFIXES.items()
            }
            for palette in design.palettes
        }
        for slug, design in designs().items()
        if (FOLDER / slug).is_dir()
    }
    (FOLDER / "manifest.json").write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sheet(pictures: list[Any], columns: int, width: int, path: Path) -> None:
    """All covers side by side, to be looked at by a person."""
    image = import_module("PIL.Image")
    gap, height = width // 30, round(width * 1.4)
    rows = -(-len(pictures) // columns)
    sheet = image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), "#ece6dc")
    for i, picture in enumerate(pictures):
        at = gap + i % columns * (width + gap), gap + i // columns * (height + gap)
        sheet.paste(raster.shrink(picture, width), at)
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(path)
    print(path, file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
