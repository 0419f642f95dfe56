"""Locations at which to add what a guard reports as missing: ``file:line``, which editors can open."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def place(file: str, text: str) -> str:
    """Returns ``file:line`` of the first line with the text. Raises ValueError if there is none."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if text in line:
            return f"{file}:{number}"
    raise ValueError(f"{file} has no line with {text!r}")
