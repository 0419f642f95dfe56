"""Interleaved rounds: each contestant runs once per round, so that a slow phase affects all of them."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import ceiling
from client import Outcome, Plan
from processes import cpu_s
from servers import Running
from stage import Stage

_CLIENT: Final = Path(__file__).with_name("client.py")
_MOST: Final = 200_000  # requests per run
_WARM_UP_S: Final = 0.5
_SPARE_S: Final = 60.0
_NUMBERS_A_RUN: Final = 10_000_000
_numbers: Final = count(50_000 * _NUMBERS_A_RUN, _NUMBERS_A_RUN)


@dataclass(frozen=True)
class Sample:
    """The result of one run of one contestant: rate, latencies, and CPU time per request."""

    per_second: float
    p50_ms: float
    p95_ms: float
    server_us: float
    database_us: float
    client_us: float


@dataclass(frozen=True)
class Load:
    """The number of connections and the duration of a run."""

    connections: int
    seconds: float


Contestant = Callable[[], Sample]


def in_turn(contestants: Mapping[str, Contestant], rounds: int) -> dict[str, list[Sample]]:
    """Runs each contestant once per round and returns the samples."""
    samples: dict[str, list[Sample]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, contestant in contestants.items():
            samples[name].append(contestant())
    return samples


def middle(samples: Sequence[Sample]) -> Sample:
    """Returns the median of each field."""
    columns = zip(*(asdict(sample).values() for sample in samples), strict=True)
    return Sample(*map(median, columns))


def share(samples: Sequence[Sample], of: Sequence[Sample]) -> float:
    """Returns the median of the ratios between the rates of two contestants in the same round."""
    return median(one.per_second / other.per_second for one, other in zip(samples, of, strict=True))


def pgbench(stage: Stage, script: ceiling.Script, load: Load) -> Sample:
    """Runs the ceiling once."""
    before = cpu_s(stage.database_pid)
    pace = ceiling.run(stage, script, clients=load.connections, seconds=load.seconds)
    used = cpu_s(stage.database_pid) - before
    nothing = float("nan")  # pgbench reports only a mean, and no server is involved
    return Sample(pace.per_second, pace.mean_ms, nothing, 0.0, used / pace.transactions * 1e6, nothing)


def http(stage: Stage, server: Running, requests: list[str], expect: int, load: Load) -> Sample:
    """Runs the requests against a server once, after a short warm-up."""
    send(server.port, requests, expect, Load(load.connections, min(_WARM_UP_S, load.seconds)))
    database, served = cpu_s(stage.database_pid), cpu_s(server.pid)
    outcome = send(server.port, requests, expect, load)
    served, database = cpu_s(server.pid) - served, cpu_s(stage.database_pid) - database
    latencies = quantiles(outcome.latencies, n=20)
    return Sample(
        outcome.answers / outcome.elapsed_s,
        latencies[9] * 1e3,
        latencies[18] * 1e3,
        served / outcome.answers * 1e6,
        database / outcome.answers * 1e6,
        outcome.cpu_s / outcome.answers * 1e6,
    )


def send(port: int, requests: list[str], expect: int, load: Load, most: int = _MOST) -> Outcome:
    """Sends the requests from a separate client process. Raises RuntimeError if any is refused."""
    plan = Plan(port, requests, expect, load.connections, load.seconds, most, next(_numbers))
    done = subprocess.run(
        [sys.executable, str(_CLIENT)],
        input=json.dumps(asdict(plan)),
        capture_output=True,
        text=True,
        timeout=load.seconds + _SPARE_S,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the client failed:\n{done.stderr[-2000:]}")
    outcome = Outcome(**json.loads(done.stdout))
    if outcome.refused:
        raise RuntimeError(f"{outcome.refused} of {outcome.answers} requests were refused:\n{outcome.sample}")
    return outcome
