"""The colours have sufficient contrast in light and dark mode (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re

import pytest

from wellwish.web.kit.static import FILES

CSS = FILES["base.css"].decode()
PAIRS: list[tuple[str, str, float]] = [
    ("ink", "bg", 4.5), ("ink", "surface", 4.5), ("ink", "wash", 4.5), ("ink", "wash2", 4.5),
    ("muted", "bg", 4.5), ("muted", "surface", 4.5), ("muted", "wash2", 4.5), ("accent", "bg", 4.5),
    ("accent", "surface", 4.5), ("accent", "wash2", 4.5), ("on-accent", "accent", 4.5),
    ("ok", "surface", 4.5),
    ("field", "bg", 3.0), ("focus", "bg", 3.0), ("focus", "surface", 3.0),
]  # fmt: skip


def token(name: str, theme: int) -> str:
    found = re.search(rf"--{name}: light-dark\((#[0-9a-f]{{6}}), (#[0-9a-f]{{6}})\);", CSS)
    assert found is not None, name
    return found[theme + 1]


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), PAIRS)
def test_can_be_read(front: str, ground: str, least: float, theme: int) -> None:
    assert contrast(token(front, theme), token(ground, theme)) >= least


def test_detects_poor_contrast() -> None:
    assert contrast("#999999", "#ffffff") < 4.5
