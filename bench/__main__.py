"""Measure the hot operations against their ceiling and an ORM: `script/bench [--quick] [--only NAME]`.

All contestants use the same number of connections, in interleaved rounds: pgbench with the application's
statements (see ceiling.py), pgbench with those of release 0.1.0 (the fixed ceiling), Wellwish with one and
two worker processes, and, for create and list, the same operations in FastAPI and SQLAlchemy. Ratios compare
samples of one round; the table shows medians. The database is the embedded one with its default durable
settings, in a scratch folder. `--goals` measures only what the table of targets needs (goals.py), with
release 0.1.0 in the same rounds where a target is a ratio to it. Kept results go into docs/performance.md and
its chart. `--against REV` compares with another revision instead.
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
import growth
import money
import report
import rounds
import servers
from against import Host, compare, host
from figures import COMPARED, FIGURES, Scene
from findings import FIXED, FORMERLY, Findings
from goals import PARTS
from host import CARDS, WORKERS, first_cards
from operations import OPERATIONS, Operation
from population import TENTH, WHOLE
from processes import proportional_mb, resident_mb
from record import record
from rich.console import Console
from rounds import Contestant, Load, Sample
from servers import Running
from stage import Person, Stage, make_account, stage

import docs
from wellwish.base.logs import configure

RESULTS: Final = Path(__file__).with_name("results")
_RELEASE: Final = "7d61ebfe"  # the revision that the results of 0.1.0 measured


@dataclass(frozen=True)
class _Contest:
    stage: Stage
    person: Person
    load: Load
    wellwish: dict[int, Running]
    orm: dict[int, Running]
    fixed: Host
    goals_only: bool

    async def contestants(self, operation: Operation) -> dict[str, Contestant]:
        """Returns the contestants of an operation. Raises RuntimeError if the application refuses it."""
        requests = operation.requests(self.stage, self.person)
        run: dict[str, Contestant] = {}
        if operation.targets or not self.goals_only:
            run[FIXED] = lambda: Sample(**self.fixed.measure(f"{operation.key} ceiling", self.load))
            run["ceiling"] = partial(rounds.pgbench, self.stage, await self._script(operation), self.load)
        if operation.former_times is not None:
            run[FORMERLY] = lambda: Sample(**self.fixed.measure(f"{operation.key} 1", self.load))
        for name, running in (("wellwish", self.wellwish), ("orm", self.orm)):
            if name == "orm" and operation.orm_times is None:
                continue
            for workers, server in running.items():
                if self.goals_only and workers > 1 and (name == "orm" or not operation.targets):
                    continue
                run[f"{name} {workers}"] = partial(
                    rounds.http, self.stage, server, requests, operation.status, self.load
                )
        return run

    async def _script(self, operation: Operation) -> ceiling.Script:
        recorded = await record(self.stage, self.person, operation)
        script = ceiling.script_of(recorded)
        await ceiling.check(self.stage, recorded, script)
        return script


async def measure(options: argparse.Namespace, console: Console) -> Findings:
    """Prepares the stage, runs all rounds and removes the stage."""
    load = Load(options.connections, 3.0 if options.quick else options.seconds)
    findings = Findings(load, 1 if options.quick else options.rounds)
    chosen = [each for each in OPERATIONS if _is_wanted(options, each.key)]
    async with AsyncExitStack() as stack:
        console.print("Setting the stage: an embedded database on a scratch folder.")
        scene = await stack.enter_async_context(stage())
        person = await make_account(scene, "bench")
        running = stack.enter_context(ExitStack())
        fixed = running.enter_context(host(_RELEASE, load.connections))
        contest = _Contest(scene, person, load, _wellwish(scene, load, running), {}, fixed, options.goals)
        await first_cards(scene, person, contest.wellwish[1].port)
        if any(each.orm_times for each in chosen):
            contest.orm.update(
                {workers: running.enter_context(servers.orm(scene, workers, _share(load, workers)))
                 for workers in WORKERS}
            )  # fmt: skip
        findings.client = _client_alone(scene, load)
        for operation in chosen:
            await _one(contest, operation, findings, console)
        for name in (each for each in FIGURES if _is_wanted(options, each)):
            await _figure(contest, name, findings, console)
        findings.resident_mb = resident_mb(contest.wellwish[1].pid)
        findings.proportional_mb = proportional_mb(contest.wellwish[1].pid)
        if _is_wanted(options, "growth"):
            size = TENTH if options.quick else WHOLE
            console.print(
                f"Making accounts with {CARDS:,} and {size.large:,} cards among {size.accounts:,} accounts."
            )
            findings.growth = await growth.measure(scene, contest.wellwish[1], CARDS, size)
        if _is_wanted(options, "board"):
            console.print(f"Reading a card with {board.NOTES} notes.")
            findings.boards = await board.measure(scene, contest.wellwish[1], person)
        if _is_wanted(options, "money"):
            console.print(f"Chipping in, calling back, and a card with {money.MOVEMENTS:,} movements.")
            findings.money = await money.measure(scene, person, findings.rounds)
    return findings


def _is_wanted(options: argparse.Namespace, part: str) -> bool:
    return part == options.only or (options.only is None and (part in PARTS or not options.goals))


async def _figure(contest: _Contest, name: str, findings: Findings, console: Console) -> None:
    console.print(f"{name}: {findings.rounds} rounds")
    scene = Scene(contest.stage, contest.person, contest.wellwish)
    found, former = findings.figures.setdefault(name, []), list[dict[str, float]]()
    for _ in range(findings.rounds):
        try:
            found.append(await FIGURES[name](scene))
            if name in COMPARED:
                former.append(contest.fixed.measure(name, findings.load))
        except (RuntimeError, TimeoutError) as error:  # the other results of a long run are still useful
            findings.not_measured[name] = f"{type(error).__name__}: {error}"
            console.print(f"  not measured: {error}", markup=False)
    if not found:
        del findings.figures[name]
    findings.former |= {name: former} if former else {}


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
    """Connections per worker process; their sum is the number of the client's connections."""
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
        "--goals", action="store_true", help="only the table of targets: 10 minutes, 3 rounds"
    )
    parser.add_argument("--docs", action="store_true", help="only write the kept results into the docs")
    parser.add_argument("--rounds", type=int, choices=range(1, 21), metavar="1..20")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each run (at most 60)")
    parser.add_argument("--connections", type=int, default=16, choices=range(1, 41), metavar="1..40")
    parser.add_argument(
        "--results",
        metavar="NAME",
        help="name of the file, without .md; by default the date; with --only, the file to add to",
    )
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (3 if options.goals else 5)
    options.seconds = min(max(options.seconds, 1.0), 60.0)
    if options.only and options.results and not (RESULTS / f"{options.results}.md").exists():
        parser.error(f"there is no bench/results/{options.results}.md to add to")
    return options


def _stop(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Measures, prints the tables and, without `--quick`, saves them.

    With `--only`, updates one part of the named file.
    """
    options = _options(sys.argv[1:])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    configure("warning")  # The application also answers in this process, for the recording.
    console = Console(width=None if sys.stdout.isatty() else 150)
    if options.docs:
        console.print(f"Written: {', '.join(docs.write(RESULTS))}")
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
    else:
        return 0
    console.print(f"Written: {', '.join(docs.write(RESULTS))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
