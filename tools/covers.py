"""Draw every cover in every palette into src/wellwish/designs/covers/built/, and a contact sheet: `script/covers`."""

import argparse
import hashlib
import json
import sys
import time
from io import BytesIO
from pathlib import Path

from PIL import Image

from wellwish.designs.covers.files import FOLDER, SUFFIXES, backdrops
from wellwish_covers import Kind, draw


def main() -> None:
    """Runs the command."""
    words = argparse.ArgumentParser(prog="script/covers", description=__doc__)
    words.add_argument("slug", nargs="*", help="only these designs")
    words.add_argument(
        "--sheet", type=Path, default=Path("dist/covers.png"), help="where the contact sheet goes"
    )
    words.add_argument("--columns", type=int, default=6)
    words.add_argument("--width", type=int, default=360, help="of one cover on the contact sheet, in pixels")
    words.add_argument("--sheet-only", action="store_true", help="draw the contact sheet and build nothing")
    chosen = words.parse_args()
    pictures: list[bytes] = []
    for slug in chosen.slug or backdrops():
        start = time.perf_counter()
        for palette, backdrop in backdrops()[slug].items():
            files = draw(slug, palette, backdrop)
            pictures.append(files["avif_480"])
            if not chosen.sheet_only:
                write(slug, palette, files)
        sys.stderr.write(f"{slug:18} {time.perf_counter() - start:5.1f} s\n")
    if not chosen.sheet_only:
        write_manifest()
    contact_sheet(pictures, chosen.columns, chosen.width, chosen.sheet)


def write(slug: str, palette: str, files: dict[Kind, bytes]) -> None:
    """Writes the files of one palette."""
    folder = FOLDER / slug
    folder.mkdir(parents=True, exist_ok=True)
    for kind, content in files.items():
        (folder / f"{palette}{SUFFIXES[kind]}").write_bytes(content)


def write_manifest() -> None:
    """Writes the digest of every file."""
    entries = {
        slug: {
            palette: {
                kind: hashlib.sha256((FOLDER / slug / f"{palette}{suffix}").read_bytes()).hexdigest()
                for kind, suffix in SUFFIXES.items()
            }
            for palette in palettes
        }
        for slug, palettes in backdrops().items()
        if (FOLDER / slug).is_dir()
    }
    (FOLDER / "manifest.json").write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def contact_sheet(pictures: list[bytes], columns: int, width: int, path: Path) -> None:
    """Writes one picture with all covers, for visual review."""
    gap, height = width // 30, round(width * 1.4)
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), "#ece6dc")
    for i, picture in enumerate(pictures):
        at = gap + i % columns * (width + gap), gap + i // columns * (height + gap)
        with Image.open(BytesIO(picture)) as opened:
            sheet.paste(opened.resize((width, height), Image.Resampling.LANCZOS), at)
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(path)
    sys.stderr.write(f"{path}\n")


if __name__ == "__main__":
    main()
