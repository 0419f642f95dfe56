"""Write the figures of the kept results into the docs: the chart, and the tables of docs/performance.md."""

import json
import re
from pathlib import Path
from typing import Any, Final

import chart
import goals
from goals import FORMER, Result
from report import markdown

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
_COSTS: Final = (
    "request", "limited by", "server µs", "PostgreSQL µs", "a second, 2 cores", "a second, a PostgreSQL core",
)  # fmt: skip


def write(folder: Path) -> list[str]:
    """Draws the chart and replaces the tables. Returns the names of the files."""
    results: dict[str, Result] = {
        each.stem: json.loads(each.read_text(encoding="utf-8")) for each in sorted(folder.glob("*.json"))
    }
    text = PAGE.read_text(encoding="utf-8")
    for name, lines in _blocks(results).items():
        block = re.compile(rf"(<!-- bench: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        found = block.search(text)
        if found is None:
            raise LookupError(f"docs/{PAGE.name} has no place for the {name}")
        made = "\n\n".join(lines)
        text = f"{text[: found.start()]}{found[1]}\n{made}\n\n{found[2]}{text[found.end() :]}"
    PAGE.write_text(text, encoding="utf-8")
    return [chart.draw(results), f"docs/{PAGE.name}"]


def _blocks(results: dict[str, Result]) -> dict[str, list[str]]:
    name, newest = list(results.items())[-1]
    return {
        "figures": [_said(name, newest), markdown(goals.COLUMNS, list(goals.rows(newest, results[FORMER])))],
        "costs": [markdown(_COSTS, list(goals.cost_rows(newest)))],
        "cores": [markdown(goals.core_columns(newest), list(goals.core_rows(newest)))],
    }


def _said(name: str, result: dict[str, Any]) -> str:
    return f"Results `{name}`. {result.get('machine', '')}".strip()
