"""Mix paper colours and compute their contrast."""

from types import MappingProxyType
from typing import Final

WHITE: Final = "#ffffff"
BLACK: Final = "#000000"


class Inks:
    """The colours of one palette by name: `inks.sky` is a string like `#d5e0e3`."""

    __slots__ = ("_by_name",)

    def __init__(self, **by_name: str) -> None:
        self._by_name = MappingProxyType(by_name)

    def __getattr__(self, name: str) -> str:
        try:
            return self._by_name[name]
        except KeyError:
            raise AttributeError(f"This palette has no paper called {name!r}.") from None

    def some(self, names: str) -> list[str]:
        """Returns the colours of a space-separated list of names."""
        return [self._by_name[name] for name in names.split()]


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: str, b: str, share: float) -> str:
    """Mixes `a` with a share of `b`, 0 to 1."""
    pairs = zip(channels(a), channels(b), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


def lighten(colour: str, share: float) -> str:
    return mix(colour, WHITE, share)


def darken(colour: str, share: float) -> str:
    """Darkens towards a warm black, because pure black makes paper look dirty."""
    return mix(colour, "#140a1e", share)


def luminance(rgb: tuple[int, int, int]) -> float:
    """Returns the relative luminance by WCAG 2.2, 0 to 1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: tuple[int, int, int], b: tuple[int, int, int]) -> float:
    """Returns the contrast ratio by WCAG 2.2, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
