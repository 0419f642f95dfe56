"""Compare two revisions in interleaved rounds, in processes with separate code and databases (host.py)."""

import json
import os
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from figures import FIGURES
from operations import OPERATIONS
from rich.console import Console
from rich.table import Table
from rounds import Load

_HOST: Final = Path(__file__).with_name("host.py")
_ROOT: Final = Path(__file__).resolve().parents[1]
MEASURES: Final = (*(f"{each.key} {workers}" for each in OPERATIONS for workers in (1, 2)), *FIGURES)
Numbers = dict[str, float]


class Host:
    """A process that measures a revision."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._answer()

    def measure(self, name: str, load: Load) -> Numbers:
        """Returns the numbers of one run. Raises RuntimeError if the revision cannot run the measure."""
        if self._process.stdin is None:
            raise RuntimeError("the host has no input")
        asked = {"measure": name, "connections": load.connections, "seconds": load.seconds}
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Numbers:
        line = self._process.stdout.readline() if self._process.stdout else ""
        found: dict[str, Any] = json.loads(line or '{"error": "the host has ended"}')
        if "error" in found:
            raise RuntimeError(found["error"])
        return found


@contextmanager
def host(revision: str | None, connections: int) -> Generator[Host]:
    """Starts the host of a revision; None means the working tree."""
    with ExitStack() as stack:
        tree = _ROOT
        if revision is not None:
            tree = Path(stack.enter_context(TemporaryDirectory(prefix="wellwish-revision-")))
            archive = subprocess.run(
                ["git", "-C", str(_ROOT), "archive", revision], capture_output=True, check=True
            )
            subprocess.run(["tar", "x", "-C", str(tree)], input=archive.stdout, check=True)
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, str(_HOST), str(connections)],
                env={**os.environ, "PYTHONPATH": str(tree / "src")},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        yield Host(process)  # closing its input ends the process


def compare(revision: str, load: Load, count: int, only: str | None, console: Console) -> None:
    """Prints the numbers of the working tree and of a revision, and the median of their ratios by round."""
    chosen = [each for each in MEASURES if only in (None, each, each.partition(" ")[0])]
    with host(None, load.connections) as now, host(revision, load.connections) as then:
        table = Table("measure", "number", "now", revision, "ratio", "of each round")
        for name in chosen:
            console.print(f"{name}: {count} rounds")
            try:
                pairs = [(now.measure(name, load), then.measure(name, load)) for _ in range(count)]
            except RuntimeError as error:
                console.print(f"  not measured: {error}", markup=False)
                continue
            for line in _lines(name, pairs):
                table.add_row(*line)
    console.print(table)


def _lines(name: str, pairs: Sequence[tuple[Numbers, Numbers]]) -> Iterator[tuple[str, ...]]:
    for number in pairs[0][0]:
        found = [(one[number], other[number]) for one, other in pairs]
        if any(each != each for pair in found for each in pair):  # noqa: PLR0124 - NaN is what it is not
            continue
        ratios = [one / other for one, other in found if other]
        yield (
            name,
            number,
            f"{median(one for one, _ in found):,.1f}",
            f"{median(other for _, other in found):,.1f}",
            f"{median(ratios):.2f}" if ratios else "",
            " ".join(f"{each:.2f}" for each in ratios),
        )
