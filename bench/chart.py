"""Draw the figures of the kept results as a chart: a row for each figure, a bar for each result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

from goals import FORMER

FILE: Final = Path(__file__).resolve().parents[1] / "docs" / "performance.svg"
# A figure: its title, its unit, and its place in a result.
_ROWS: Final = (
    ("Create a card, 1 worker", "requests/s", ("operations", "create", "wellwish 1", "per_second")),
    ("Create a card, 2 workers", "requests/s", ("operations", "create", "wellwish 2", "per_second")),
    ("List 50 cards, 1 worker", "requests/s", ("operations", "list", "wellwish 1", "per_second")),
    ("List 50 cards, 2 workers", "requests/s", ("operations", "list", "wellwish 2", "per_second")),
    ("Signing page, 1 worker", "requests/s", ("operations", "page", "wellwish 1", "per_second")),
    ("Sign by the form, 1 worker", "requests/s", ("operations", "sign", "wellwish 1", "per_second")),
    ("Mails, 1 worker", "mails/s", ("figures", "mails", "per_second")),
    ("Callbacks answered", "callbacks/s", ("figures", "callbacks", "answered_per_second")),
    ("Callbacks with what follows", "callbacks/s", ("figures", "callbacks", "settled_per_second")),
    ("PDF of a card, 20 notes", "ms", ("figures", "pdf", "ms")),
    ("Cover, first request", "ms", ("figures", "cover", "ms")),
    ("Memory of a server (PSS)", "MB", ("figures", "memory", "pss_mb")),
    ("Second start", "s", ("figures", "start", "s")),
)
_COLOURS: Final = ("#9aa5b1", "#2f6f9f", "#1b3a57", "#b8612e")
_LEFT, _WIDTH, _BAR, _GAP = 230, 900, 14, 16


@dataclass(frozen=True)
class _Bar:
    result: int
    value: float


def draw(results: dict[str, Any]) -> str:
    """Writes the chart of results by name, oldest first. Returns the file's name.

    If the newest run also measured release 0.1.0, its numbers replace those kept for that release.
    """
    *_, newest = results.values()
    results = {**results, FORMER: _merged(results.get(FORMER, {}), newest.get("former", {}))}
    FILE.write_text("\n".join(_svg(results)) + "\n", encoding="utf-8")
    return f"docs/{FILE.name}"


def _svg(results: dict[str, Any]) -> Iterator[str]:
    rows = [(title, unit, _bars(results, place)) for title, unit, place in _ROWS]
    rows = [row for row in rows if row[2]]
    height = 50 + sum(len(bars) * _BAR + _GAP for _, _, bars in rows)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="sans-serif" font-size="12" role="img" aria-label="Figures of each release">'
    )
    yield f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>'
    for index, name in enumerate(results):
        x = _LEFT + index * 150
        yield f'<rect x="{x}" y="14" width="12" height="12" fill="{_colour(index)}"/>'
        yield f'<text x="{x + 18}" y="24" fill="#1f2933">{escape(name)}</text>'
    y = 44
    for title, unit, bars in rows:
        most = max(bar.value for bar in bars)
        yield f'<text x="{_LEFT - 10}" y="{y + 11}" text-anchor="end" fill="#1f2933">{escape(title)}</text>'
        for bar in bars:
            length = round((_WIDTH - _LEFT - 150) * bar.value / most, 1) if most else 0
            yield (
                f'<rect x="{_LEFT}" y="{y}" width="{length}" height="{_BAR - 2}" '
                f'fill="{_colour(bar.result)}"/>'
            )
            said = f"{bar.value:,.0f}" if bar.value >= 20 else f"{bar.value:,.1f}"
            yield f'<text x="{_LEFT + length + 6}" y="{y + 11}" fill="#1f2933">{said} {unit}</text>'
            y += _BAR
        y += _GAP
    yield "</svg>"


def _bars(results: dict[str, Any], place: Sequence[str]) -> list[_Bar]:
    found: list[_Bar] = []
    for index, result in enumerate(results.values()):
        value: Any = result
        for name in place:
            value = value.get(name, {})
        if isinstance(value, int | float):
            found.append(_Bar(index, float(value)))
    return found


def _merged(one: Any, other: Any) -> Any:
    """Merges nested objects; values of the second one take precedence."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return other
    return {
        name: _merged(one.get(name, {}), other[name]) if name in other else one[name]
        for name in {**one, **other}
    }


def _colour(index: int) -> str:
    return _COLOURS[index % len(_COLOURS)]
