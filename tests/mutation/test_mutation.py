"""Mutations of the money and ledger files: the tests detect most of mutmut's changes.

Each mutant runs the tests that reach it, on a separate database of this run's server.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import SHARED

ROOT = Path(__file__).parents[2]
MUTATED = (
    "src/wellwish/base/money.py",
    "src/wellwish/payments/ledger.py",
    "src/wellwish/payments/apply.py",
    "src/wellwish/payments/charge.py",
    "src/wellwish/payments/dispute.py",
    "src/wellwish/payments/end.py",
    "src/wellwish/payments/refund_events.py",
    "src/wellwish/payments/refund.py",
    "src/wellwish/payments/update_status.py",
)
TESTS = (
    "tests/base/test_money.py",
    "tests/payments",
    "tests/movements",
    "tests/contributions/test_chip_in.py",
)
SCORE = 0.92
# mutmut's outcomes of a test run, by its table of exit codes.
_KILLED, _SURVIVED, _TIMED_OUT = (1, 3), (0, 33), (24, 36, -24, 152, 255)
_SETTINGS = f"""
[tool.mutmut]
source_paths = ["src/wellwish"]
only_mutate = {json.dumps(MUTATED)}
also_copy = ["bench", "migrations", "docs/guides", "schema.sql", "openapi.json"]
pytest_add_cli_args = ["-q", "-p", "no:schemathesis", "-p", "no:cacheprovider", "-m", "{{marks}}"]
pytest_add_cli_args_test_selection = {json.dumps(TESTS)}
process_isolation = "forkserver"
timeout_constant = 20.0
use_setproctitle = false
"""
_QUICK = (
    "not crash and not browser and not fuzz and not generated and not process and not people and not load "
    "and not full"
)
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "mutants", "wellwish-data")


def settings() -> str:
    """Returns the configuration of mutmut."""
    return _SETTINGS.format(marks=_QUICK)


@pytest.mark.full
def test_finds_most_mutations_of_the_money_and_ledger_files(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(ROOT, folder, ignore=_LEFT_OUT)
    with (folder / "pyproject.toml").open("a") as file:
        file.write(settings())
    children = str(os.cpu_count() or 1)
    done = subprocess.run(
        [sys.executable, "-m", "mutmut", "run", "--max-children", children],
        cwd=folder, env={**os.environ, SHARED: "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = {
        name: code
        for meta in (folder / "mutants").rglob("*.meta")
        for name, code in json.loads(meta.read_text())["exit_code_by_key"].items()
    }
    # mutmut checks no mutant if a test fails without one.
    assert any(code is not None for code in found.values()), done.stdout[-3000:] + done.stderr[-3000:]
    killed = [name for name, code in found.items() if code in (*_KILLED, *_TIMED_OUT)]
    survivors = sorted(found.keys() - set(killed))
    print(f"{len(killed)} of {len(found)} mutants killed: {len(killed) / len(found):.1%}; survivors:")
    for name in survivors:
        shown = subprocess.run(
            [sys.executable, "-m", "mutmut", "show", name],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        print(name, found[name], shown.stdout, sep="\n")
    assert len(killed) / len(found) >= SCORE
