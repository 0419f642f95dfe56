"""The tables of results: printed, and saved as Markdown with the type of machine."""

import os
import platform
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

import goals
import money
import result_files
from board import NOTES, TARGET_P95_MS
from findings import FIXED, Findings
from operations import OPERATIONS, Operation
from rich.console import Console
from rich.table import Table
from rounds import middle, share

from wellwish import __version__
from wellwish.infra.embedded.binaries import bin_folder

_COLUMNS: Final = (
    "operation", "who", "requests/s", "of the fixed ceiling", "of its ceiling", "target", "times the ORM",
    "p50 ms", "p95 ms", "server µs", "database µs",
)  # fmt: skip
_MEMORY_MB: Final = 150
_GROWTH: Final = 1.2
_NOTES: Final = "## Notes"
_PARTS: Final = ("granian", "starlette", "asyncpg", "msgspec", "fastapi", "sqlalchemy", "uvicorn")


def rows(findings: Findings) -> Iterator[tuple[str, ...]]:
    """Returns the rows of the table of operations."""
    for operation in OPERATIONS:
        samples = findings.operations.get(operation.key, {})
        for name in samples:
            found = middle(samples[name])
            shares = [
                f"{share(samples[name], samples[each]):.0%}"
                if name not in ("ceiling", FIXED) and each in samples
                else ""
                for each in (FIXED, "ceiling")
            ]
            yield (
                operation.title,
                name,
                f"{found.per_second:,.0f}",
                *shares,
                _target(operation, name),
                _times_orm(operation, name, findings),
                _number(found.p50_ms),
                _number(found.p95_ms),
                "" if name in ("ceiling", FIXED) else f"{found.server_us:,.0f}",
                f"{found.database_us:,.0f}",
            )


def _target(operation: Operation, name: str) -> str:
    kind, _, workers = name.partition(" ")
    if name == "wellwish 1" and operation.former_times is not None:
        return f"{operation.former_times:.1f} x 0.1.0"
    share_of = operation.targets.get(int(workers)) if kind == "wellwish" else None
    return "" if share_of is None else f"{share_of:.0%}"


def _times_orm(operation: Operation, name: str, findings: Findings) -> str:
    kind, _, workers = name.partition(" ")
    samples = findings.operations[operation.key]
    if kind != "wellwish" or f"orm {workers}" not in samples:
        return ""
    return f"{share(samples[name], samples[f'orm {workers}']):.1f} (target {operation.orm_times:g})"


def _number(value: float) -> str:
    return "" if value != value else f"{value:.1f}"  # noqa: PLR0124 - NaN is what it is not


def growth_rows(findings: Findings) -> Iterator[tuple[str, ...]]:
    """Returns the rows of the table that compares a small and a large account."""
    if findings.growth is None:
        return
    for title, (small, large) in findings.growth.costs.items():
        yield (
            title,
            f"{small.latency_ms:.2f}",
            f"{large.latency_ms:.2f}",
            f"{large.latency_ms / small.latency_ms:.2f}",
            f"{small.cpu_us:,.0f}",
            f"{large.cpu_us:,.0f}",
            f"{large.cpu_us / small.cpu_us:.2f}",
            f"{_GROWTH}",
        )


def _growth_columns(findings: Findings) -> tuple[str, ...]:
    few, many = (findings.growth.few, findings.growth.many) if findings.growth else (0, 0)
    return (
        "operation", f"ms, {few:,} cards", f"ms, {many:,} cards", "ratio",
        f"CPU µs, {few:,}", f"CPU µs, {many:,}", "ratio", "target",
    )  # fmt: skip


def _sentences(findings: Findings) -> Iterator[str]:
    load = findings.load
    yield (
        f"{findings.rounds} interleaved rounds of {load.seconds:g} s over {load.connections} connections and "
        "64 purchases; medians; ratios are of the same round. A ceiling is pgbench with prepared statements "
        "sending every statement of the request; its p50 is its mean. The fixed one sends those of release "
        "0.1.0 to its own database, so that a statement less is a gain. µs are processor time a request."
    )
    yield (
        f"Memory of the server with one worker, without PostgreSQL: {findings.resident_mb:.0f} MB resident "
        f"({findings.proportional_mb:.0f} MB with shared pages shared out); target under {_MEMORY_MB} MB."
    )
    if findings.client is not None:
        yield (
            f"The client on its own, against a server that does nothing: {findings.client.per_second:,.0f} "
            f"requests/s at {findings.client.client_us:.0f} µs each."
        )
    yield from _boards(findings)
    yield from _money(findings)
    yield from _figures(findings)
    for title, why in findings.not_measured.items():
        yield f"Not measured: {title} ({why.splitlines()[0][:200]})."


def _figures(findings: Findings) -> Iterator[str]:
    for name, found in result_files.medians(findings.figures).items():
        yield f"{name}: " + ", ".join(f"{number} {value:,.1f}" for number, value in found.items()) + "."


def _boards(findings: Findings) -> Iterator[str]:
    for page, read in findings.boards.items():
        yield (
            f"A card with {NOTES} notes, {page}: p50 {read.p50_ms:.1f} ms, p95 {read.p95_ms:.1f} ms "
            f"from one connection; target p95 {TARGET_P95_MS:g} ms."
        )


def _money(findings: Findings) -> Iterator[str]:
    if findings.money is None:
        return
    for many, taken in findings.money.totals.items():
        yield (
            f"The total of a card with {many:,} movements: p50 {taken.p50_ms:.2f} ms, "
            f"p95 {taken.p95_ms:.2f} ms; target p95 {money.TARGET_P95_MS:g} ms."
        )
    settled = findings.money.settled
    yield (
        f"From chipping in to settled: p50 {settled.p50_ms:.0f} ms, p95 {settled.p95_ms:.0f} ms, "
        "one at a time."
    )


def show(findings: Findings, console: Console) -> None:
    measured = result_files.numbers(findings)
    for columns, lines in (
        (goals.COLUMNS, list(goals.rows(measured, {}))),
        (_COLUMNS, list(rows(findings))),
        (_growth_columns(findings), list(growth_rows(findings))),
    ):
        if lines:
            table = Table(*columns)
            for line in lines:
                table.add_row(*line)
            console.print(table)
    for sentence in _sentences(findings):
        console.print(sentence, highlight=False)


def keep(findings: Findings, folder: Path, name: str | None) -> str:
    """Writes the Markdown file, keeping its existing notes. Returns its name."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{name or _today()}.md"
    notes = file.read_text(encoding="utf-8").partition(_NOTES)[2] if file.exists() else ""
    parts = [
        f"# Throughput of Wellwish {__version__}",
        machine(),
        markdown(goals.COLUMNS, list(goals.rows(result_files.numbers(findings), {}))),
        markdown(_COLUMNS, list(rows(findings))),
        *([markdown(_growth_columns(findings), list(growth_rows(findings)))] if findings.growth else []),
        *_sentences(findings),
        _NOTES + (notes.rstrip() or "\n\nNone yet."),
    ]
    file.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    result_files.keep(findings, file.with_suffix(".json"), machine())
    return f"bench/results/{file.name}"


def add(findings: Findings, folder: Path, name: str, part: str) -> str:
    """Replaces the figures of one part in an existing file. Returns the file's name.

    These figures were measured at a different time, so a separate section names their day and machine. Raises
    FileNotFoundError.
    """
    file = folder / f"{name}.md"
    before, heading, notes = file.read_text(encoding="utf-8").partition(_NOTES)
    former = re.compile(rf"^## Measured alone: {part}, .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    growth = [markdown(_growth_columns(findings), list(growth_rows(findings)))] if findings.growth else []
    section = [
        f"## Measured alone: {part}, {_today()}",
        machine(),
        *([markdown(_COLUMNS, list(rows(findings)))] if findings.operations else []),
        *growth,
        *_boards(findings),
        *_money(findings),
        *_figures(findings),
        f"Medians of {findings.rounds} rounds.",
    ]
    file.write_text(
        "\n\n".join([former.sub("", before).rstrip(), *section, heading + notes]), encoding="utf-8"
    )
    result_files.keep(findings, file.with_suffix(".json"), machine())
    return f"bench/results/{file.name}"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def machine() -> str:
    """Returns the type of machine and the versions, without host names or paths."""
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text(encoding="ascii"))
    gigabytes = round(int(memory[1]) / 1024**2) if memory else 0
    postgres = subprocess.check_output([str(bin_folder() / "postgres"), "--version"], text=True).split()[-1]
    versions = ", ".join(f"{name} {version(name)}" for name in _PARTS)
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {gigabytes} GB of memory, "
        f"Linux {platform.release().partition('-')[0]}; PostgreSQL {postgres}, "
        f"Python {platform.python_version()}; {versions}."
    )


def markdown(columns: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    """Returns a table whose numbers are aligned to the right."""
    rule = ["---", "---", *["---:"] * (len(columns) - 2)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (columns, rule, *lines))
