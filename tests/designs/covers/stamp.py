"""The stamp of the last full check of the covers, which ``script/test --only covers`` runs and records.

Until a file that affects the covers changes, the quick suites check one design and leave the others to
``script/test --full``, which ignores the stamp.
"""

import hashlib
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FILE = Path(__file__).with_name("checked.sha256")
LIBRARIES = ("brotli", "fonttools", "pillow", "resvg-py", "uharfbuzz")


def files() -> list[Path]:
    """Returns the files that affect the covers or their tests."""
    folders = ("src/wellwish_covers", "src/wellwish/designs/covers/built", "tests/designs/covers")
    found = [
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path != FILE
    ]
    single = ("src/wellwish/designs/covers/files.py", "src/wellwish/designs/templates/catalogue.toml")
    return sorted([*found, *(ROOT / name for name in single)])


def digest(paths: Iterable[Path]) -> str:
    """Returns the SHA-256 of the names and contents of the files and of the libraries' versions."""
    found = hashlib.sha256()
    for path in paths:
        found.update(f"{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    for library in LIBRARIES:
        found.update(f"{library} {version(library)}\n".encode())
    return found.hexdigest()


def is_checked(stamp: str) -> bool:
    """Returns whether a stamp matches the current covers."""
    return stamp.strip() == digest(files())


def chosen(slugs: Iterable[str], *, checked: bool) -> list[object]:
    """Returns the designs as test parameters. If all were checked, quick suites run only the first."""
    first, *others = slugs
    return [first, *(pytest.param(slug, marks=pytest.mark.full) if checked else slug for slug in others)]


CHECKED = FILE.exists() and is_checked(FILE.read_text())

if __name__ == "__main__":
    FILE.write_text(digest(files()) + "\n")
    sys.stderr.write(f"{FILE.relative_to(ROOT)}: written\n")
