"""Figures other than request rates: mails, callbacks, files of a card, memory, and the start.

Each function runs once per round and returns its numbers by name.
"""

import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final
from urllib.request import urlopen

import board
import money
import rounds
import servers
from operations import OPERATIONS, page_path
from processes import cpu_s, proportional_mb, resident_mb
from rounds import Load
from servers import Running
from stage import SLOTS, Person, Stage

_SINK: Final = Path(__file__).with_name("sink.py")
_MAILS: Final = 1_000
_FIRST: Final = 60  # mails of the warm-up
_NOTES: Final = 20  # notes on the printed card
_COVER: Final = re.compile(r'src="(/covers/[^"]+)"')


@dataclass(frozen=True)
class Scene:
    """The stage, an account, and the servers by number of workers: the input of the figures."""

    stage: Stage
    person: Person
    servers: Mapping[int, Running]


async def mails(scene: Scene) -> dict[str, float]:
    """Measures one `wellwish work` that sends invitations to a mail server on loopback."""
    stage, person = scene.stage, scene.person
    await stage.owner.execute("delete from jobs")
    invite = next(each for each in OPERATIONS if each.key == "invite")
    requests = invite.requests(stage, person)
    rounds.send(scene.servers[1].port, requests, invite.status, Load(1, 60.0), most=_MAILS // 100)
    with _sink() as taken, servers.worker(stage, int(taken.readline())) as worker:
        times = [float(taken.readline()) for _ in range(_FIRST)]
        used, database = cpu_s(worker.pid), cpu_s(stage.database_pid)
        times += [float(taken.readline()) for _ in range(_MAILS - _FIRST)]
        used, database = cpu_s(worker.pid) - used, cpu_s(stage.database_pid) - database
    counted = _MAILS - _FIRST
    return {
        "per_second": counted / (times[-1] - times[_FIRST - 1]),
        "server_us": used / counted * 1e6,
        "database_us": database / counted * 1e6,
    }


async def callbacks(scene: Scene) -> dict[str, float]:
    """Measures callbacks of paid payments, until the queue is empty again."""
    return await money.callbacks(scene.stage, scene.person)


async def card_pdf(scene: Scene) -> dict[str, float]:
    """Measures the first PDF of a card, which is not cached."""
    link = await board.make_card(scene.stage, scene.person, _NOTES)
    return {"ms": _once(scene.servers[1], f"{link}/card.pdf")}


async def cover(scene: Scene) -> dict[str, float]:
    """Measures the first request for a cover after a server's start."""
    path = _cover_of(scene.servers[1], page_path(scene.stage, SLOTS))
    with servers.wellwish(scene.stage, 1, 4) as server:
        return {"ms": _once(server, path)}


async def memory(scene: Scene) -> dict[str, float]:
    """Measures the memory of the server with one worker after all previous requests."""
    pid = scene.servers[1].pid
    return {"rss_mb": resident_mb(pid), "pss_mb": proportional_mb(pid)}


async def start(scene: Scene) -> dict[str, float]:
    """Measures the second start of the service with its embedded database, until it is ready."""
    with TemporaryDirectory(prefix="wellwish-bench-") as name:
        alone = replace(scene.stage, folder=Path(name))
        with servers.whole(alone):
            pass
        began = time.perf_counter()
        with servers.whole(alone):
            return {"s": time.perf_counter() - began}


FIGURES: Final[Mapping[str, Callable[[Scene], Awaitable[dict[str, float]]]]] = {
    "mails": mails, "callbacks": callbacks, "pdf": card_pdf, "cover": cover, "memory": memory, "start": start,
}  # fmt: skip

COMPARED: Final = ("mails", "callbacks")  # also measured with release 0.1.0


@contextmanager
def _sink() -> Generator[IO[str]]:
    """Runs the mail server. Its first output line is the port, each later one the arrival time of a mail."""
    sink = subprocess.Popen([sys.executable, str(_SINK)], stdout=subprocess.PIPE, text=True)
    try:
        if sink.stdout is None:
            raise RuntimeError("the mail server has no output")
        yield sink.stdout
    finally:
        sink.terminate()
        sink.wait()


def _cover_of(server: Running, path: str) -> str:
    """Returns the path of the cover on a page."""
    with urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=10) as page:
        found = _COVER.search(page.read().decode())
    if found is None:
        raise RuntimeError("the page shows no cover")
    return found[1]


def _get(path: str) -> str:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html, image/*, */*\r\n\r\n"


def _once(server: Running, path: str) -> float:
    """Returns the latency of one request in milliseconds."""
    outcome = rounds.send(server.port, [_get(path)], 200, Load(1, 30.0), most=1)
    return outcome.latencies[0] * 1e3
