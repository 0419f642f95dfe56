"""Measure the hot operations against their ceiling and an ORM: `script/bench [--quick] [--only NAME]`.

The contestants use the same number of connections, in interleaved rounds: pgbench sending the application's
statements (see ceiling.py), and those of release 0.1.0 (the fixed ceiling), Wellwish with one and two worker
processes, and, for create and list, the same operations in FastAPI and SQLAlchemy. Ratios compare samples of
one round; the table shows medians. The database is the embedded one with its default durable settings, in a
scratch folder. `--against REV` compares with another revision instead, `--chart` draws the kept results.
"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import board
import ceiling
import chart
import growth
import money
import report
import rounds
import servers
from against import Host, compare, host
from figures import FIGURES, Scene
from findings import FIXED, Findings
from host import CARDS, WORKERS, first_cards
from operations import OPERATIONS, Operation
from population import TENTH, WHOLE
from processes import proportional_mb, resident_mb
from record import record
from rich.console import Console
from rounds import Contestant, Load, Sample
from servers import Running
from stage import Person, Stage, make_account, stage

from wellwish.logs import configure

RESULTS: Final = Path(__file__).with_name("results")
_RELEASE: Final = "7d61ebfe"  # with which the results of 0.1.0 were measured


@dataclass(frozen=True)
class _Contest:
    stage: Stage
    person: Person
    load: Load
    wellwish: dict[int, Running]
    orm: dict[int, Running]
    fixed: Host

    async def contestants(self, operation: Operation) -> dict[str, Contestant]:
        """Returns the contestants of an operation. Raises RuntimeError if the application refuses it."""
        recorded = await record(self.stage, self.person, operation)
        script = ceiling.script_of(recorded)
        await ceiling.check(self.stage, recorded, script)
        requests = operation.requests(self.stage, self.person)
        run: dict[str, Contestant] = {
            FIXED: lambda: Sample(**self.fixed.measure(f"{operation.key} ceiling", self.load)),
            "ceiling": partial(rounds.pgbench, self.stage, script, self.load),
        }
        for name, running in (("wellwish", self.wellwish), ("orm", self.orm)):
            if name == "orm" and operation.orm_times is None:
                continue
            for workers, server in running.items():
                run[f"{name} {workers}"] = partial(
                    rounds.http, self.stage, server, requests, operation.status, self.load
                )
        return run


async def measure(options: argparse.Namespace, console: Console) -> Findings:
    """Prepares the stage, runs every round and removes the stage."""
    load = Load(options.connections, 3.0 if options.quick else options.seconds)
    findings = Findings(load, 1 if options.quick else options.rounds)
    chosen = [each for each in OPERATIONS if options.only in (None, each.key)]
    async with AsyncExitStack() as stack:
        console.print("Setting the stage: an embedded database on a scratch folder.")
        scene = await stack.enter_async_context(stage())
        person = await make_account(scene, "bench")
        running = stack.enter_context(ExitStack())
        fixed = running.enter_context(host(_RELEASE, load.connections))
        contest = _Contest(scene, person, load, _wellwish(scene, load, running), {}, fixed)
        await first_cards(scene, person, contest.wellwish[1].port)
        if any(each.orm_times for each in chosen):
            contest.orm.update(
                {workers: running.enter_context(servers.orm(scene, workers, _share(load, workers)))
                 for workers in WORKERS}
            )  # fmt: skip
        findings.client = _client_alone(scene, load)
        for operation in chosen:
            await _one(contest, operation, findings, console)
        for name in (each for each in FIGURES if options.only in (None, each)):
            console.print(f"{name}: {findings.rounds} rounds")
            measured = Scene(scene, person, contest.wellwish)
            findings.figures[name] = [await FIGURES[name](measured) for _ in range(findings.rounds)]
        findings.resident_mb = resident_mb(contest.wellwish[1].pid)
        findings.proportional_mb = proportional_mb(contest.wellwish[1].pid)
        if options.only in (None, "growth"):
            size = TENTH if options.quick else WHOLE
            console.print(
                f"Making accounts with {CARDS:,} and {size.large:,} cards among {size.accounts:,} accounts."
            )
            findings.growth = await growth.measure(scene, contest.wellwish[1], CARDS, size)
        if options.only in (None, "board"):
            console.print(f"Reading a card with {board.NOTES} notes.")
            findings.boards = await board.measure(scene, contest.wellwish[1], person)
        if options.only in (None, "money"):
            console.print(f"Chipping in, calling back, and a card with {money.MOVEMENTS:,} movements.")
            findings.money = await money.measure(scene, person, findings.rounds)
    return findings


async def _one(contest: _Contest, operation: Operation, findings: Findings, console: Console) -> None:
    console.print(f"{operation.title}: {findings.rounds} rounds")
    for upkeep in ("vacuum analyze", "checkpoint"):
        await contest.stage.owner.execute(upkeep, timeout=300)
    try:
        contestants = await contest.contestants(operation)
    except RuntimeError as error:
        findings.not_measured[operation.title] = str(error)
        console.print(f"  not measured: {error}", markup=False)
        return
    findings.operations[operation.key] = rounds.in_turn(contestants, findings.rounds)


def _wellwish(scene: Stage, load: Load, running: ExitStack) -> dict[int, Running]:
    return {
        workers: running.enter_context(servers.wellwish(scene, workers, _share(load, workers)))
        for workers in WORKERS
    }


def _share(load: Load, workers: int) -> int:
    """Returns the connections per worker process: together they have as many as the client."""
    return max(1, load.connections // workers)


def _client_alone(scene: Stage, load: Load) -> Sample:
    request = ["GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"]
    with servers.trivial(scene) as server:
        return rounds.http(scene, server, request, 200, Load(load.connections, min(2.0, load.seconds)))


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one round of 3 seconds each, and fewer cards")
    parser.add_argument(
        "--only",
        choices=[*(each.key for each in OPERATIONS), *FIGURES, "growth", "board", "money"],
        help="only this part",
    )
    parser.add_argument("--against", metavar="REV", help="compare with this revision, and keep nothing")
    parser.add_argument(
        "--chart", action="store_true", help="only draw the kept results: docs/performance.svg"
    )
    parser.add_argument("--rounds", type=int, default=5, choices=range(1, 21), metavar="1..20")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each run (at most 60)")
    parser.add_argument("--connections", type=int, default=16, choices=range(1, 41), metavar="1..40")
    parser.add_argument(
        "--results",
        metavar="NAME",
        help="name of the file, without .md; by default the date; with --only, the file to add to",
    )
    options = parser.parse_args(arguments)
    options.seconds = min(max(options.seconds, 1.0), 60.0)
    if options.only and options.results and not (RESULTS / f"{options.results}.md").exists():
        parser.error(f"there is no bench/results/{options.results}.md to add to")
    return options


def _stop(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Measures, prints the tables and saves them, unless --quick.

    With --only, updates one part of the named file.
    """
    options = _options(sys.argv[1:])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    configure("warning")  # The application also answers in this process, for the recording.
    console = Console(width=None if sys.stdout.isatty() else 150)
    if options.chart:
        console.print(f"Drawn: {chart.draw(RESULTS)}")
        return 0
    load = Load(options.connections, 3.0 if options.quick else options.seconds)
    if options.against is not None:
        compare(options.against, load, 1 if options.quick else options.rounds, options.only, console)
        return 0
    try:
        findings = asyncio.run(measure(options, console))
    except KeyboardInterrupt:
        console.print("Stopped; nothing was kept.")
        return 130
    report.show(findings, console)
    if options.quick:
        return 0
    if options.only is None:
        console.print(f"Kept in {report.keep(findings, RESULTS, options.results)}")
    elif options.results is not None:
        console.print(f"Added to {report.add(findings, RESULTS, options.results, options.only)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
