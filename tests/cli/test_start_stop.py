"""A kill at any moment of a start leaves no process; a stop ends all of them at once.

Processes that were importing the application used to ignore both: they answered on the port for ever after
their parent was killed, and a stop took 30 seconds.
"""

import asyncio
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from itertools import cycle
from pathlib import Path

import pytest

from tests.cli.started import LOOSE, PATIENCE_S, Started
from tests.commands import wellwish
from tests.listening import free_port
from tests.waiting import wait_until
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster

pytestmark = pytest.mark.process

LISTENING = "Wellwish is listening"
MOMENTS = 40
WORST_S = 10.0  # far above the promised two seconds, because the machine may be busy


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Settings with a database that keeps committed data, as `serve` requires."""
    with Cluster(tmp_path_factory.mktemp("durable") / "postgres") as cluster:
        made = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
        made |= {
            "DATABASE_URL": cluster.dsn(RUNTIME),
            "WELLWISH_OWNER_DATABASE_URL": cluster.dsn(OWNER),
            "WELLWISH_SECRET_KEY": "00" * 32,
            "WELLWISH_PORT": str(free_port()),
        }
        assert wellwish(made, "migrate").returncode == 0
        yield made


def start(given: dict[str, str], folder: Path, words: str = "serve", workers: int = 1) -> Started:
    return Started(given | {"WELLWISH_WORKERS": str(workers)}, folder, *words.split())


def begun(given: dict[str, str], folder: Path, *, loose: bool = False) -> Started:
    """A server whose first child has just been forked: at this moment it used to ignore signals."""
    started = Started(given, folder, "serve", changes=LOOSE if loose else "")
    wait_until(lambda: bool(started.children()))
    return started


def test_a_kill_leaves_no_process(given: dict[str, str], tmp_path: Path) -> None:
    started = begun(given, tmp_path)
    try:
        started.end_by(signal.SIGKILL)
    finally:
        started.end()


def test_control_a_child_outlives_a_parent_that_it_is_not_tied_to(
    given: dict[str, str], tmp_path: Path
) -> None:
    started = begun(given, tmp_path, loose=True)
    try:
        started.process.kill()
        started.process.wait()
        port = int(given["WELLWISH_PORT"])
        wait_until(lambda: is_open(port))
        assert started.others()
    finally:
        started.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_ends_a_child_that_starts(
    number: signal.Signals, given: dict[str, str], tmp_path: Path
) -> None:
    started = begun(given, tmp_path)
    try:
        started.end_by(number)
        assert "Traceback" not in "".join(started.output)
    finally:
        started.end()


def interrupted(given: dict[str, str], folder: Path, *, loose: bool) -> str:
    """Presses Ctrl-C while the modules are imported, and returns the output."""
    started = Started(given, folder, "serve", changes=LOOSE if loose else "")
    try:
        wait_until(lambda: "/msgspec/" in started.maps())  # about a third of the imports
        # The processes of the control may hang.
        with suppress(subprocess.TimeoutExpired) if loose else nullcontext():
            started.end_by(signal.SIGINT)
    finally:
        started.end()
    return "".join(started.output)


def test_ctrl_c_prints_no_traceback_from_the_first_moment(given: dict[str, str], tmp_path: Path) -> None:
    assert interrupted(given, tmp_path, loose=False) == ""
    # The control may be past the imports when the signal arrives.
    assert any("KeyboardInterrupt" in interrupted(given, tmp_path, loose=True) for _ in range(5))


# Each server process gets two signals after its start and before it serves, as from a supervisor that stops a
# whole group, or from the death of a parent that has threads.
SIGNALED_TWICE = """
import os, signal
from wellwish.cli import children, process
process._ITERATIONS = 0
ready = children.Children.ready
def twice(self, **given):
    ready(self, **given)
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGTERM)
    print("signaled twice", flush=True)
children.Children.ready = twice
"""
# The control: the server's own handlers.
UNGUARDED = "process.stop_once = process._set_loop_signals\n"


def test_a_second_signal_does_not_block_a_process_that_begins_to_serve(
    given: dict[str, str], tmp_path: Path
) -> None:
    assert ends_after_two_signals(given, tmp_path, SIGNALED_TWICE, within_s=PATIENCE_S)
    assert not ends_after_two_signals(given, tmp_path, SIGNALED_TWICE + UNGUARDED, within_s=3)


def ends_after_two_signals(given: dict[str, str], folder: Path, changes: str, within_s: float) -> bool:
    started = Started(given, folder, "serve", changes=changes)
    try:
        wait_until(lambda: bool(started.children()))
        child = next(iter(started.children()))
        started.says("signaled twice")  # otherwise, the control would pass while the process is starting
        with suppress(AssertionError):
            wait_until(lambda: child not in started.children(), within_s=within_s)
        return child not in started.children()
    finally:
        started.end()


def is_open(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def test_says_that_it_listens_when_the_port_accepts(given: dict[str, str], tmp_path: Path) -> None:
    started = start(given, tmp_path, workers=2)
    try:
        started.says(LISTENING)
        assert is_open(int(given["WELLWISH_PORT"]))
        started.end_by(signal.SIGTERM)
        assert started.process.returncode == 0
    finally:
        started.end()


def spread(given: dict[str, str], folder: Path, words: str, workers: int, moments: int) -> list[float]:
    """Returns times in seconds after the beginning of a start, the last ones after its end."""
    started = start(given, folder, words, workers)
    began = time.monotonic()
    try:
        if words == "work":
            started.says("Wellwish is running jobs")
        else:
            started.says(LISTENING)
        whole_s = time.monotonic() - began
        started.end_by(signal.SIGTERM)
    finally:
        started.end()
    return [1.2 * whole_s * (number + 0.5) / moments for number in range(moments)]


async def attack(
    given: dict[str, str], folder: Path, words: str, workers: int, moments: int
) -> dict[str, list[float]]:
    """Kills and stops commands that start. Returns the seconds until no process was left, by signal."""
    took: dict[str, list[float]] = {}
    stops = cycle((signal.SIGTERM, signal.SIGINT))
    for pause_s in await asyncio.to_thread(spread, given, folder, words, workers, moments):
        for number in (signal.SIGKILL, next(stops)):
            started = start(given, folder, words, workers)
            await asyncio.sleep(pause_s)  # until the moment of the attack
            try:
                ended = await asyncio.to_thread(started.end_by, number)
            finally:
                started.end()
            assert "Traceback" not in "".join(started.output), (number.name, pause_s)
            took.setdefault(number.name, []).append(ended)
    return took


@pytest.mark.parametrize(("words", "workers"), [("serve", 2), ("work", 1)])
async def test_leaves_no_process_at_a_few_moments_of_a_start(
    words: str, workers: int, given: dict[str, str], tmp_path: Path
) -> None:
    await attack(given, tmp_path, words, workers, 3)


@pytest.mark.full
@pytest.mark.parametrize(("words", "workers"), [("serve", 1), ("serve", 2), ("serve", 8), ("work", 1)])
async def test_leaves_no_process_at_every_moment_of_a_start(
    words: str, workers: int, given: dict[str, str], tmp_path: Path
) -> None:
    took = await attack(given, tmp_path, words, workers, MOMENTS)
    for name, seconds in took.items():
        print(f"{words}, {workers} workers, {name}: {len(seconds)} times, longest {max(seconds):.2f} s")
    assert max(max(each) for each in took.values()) < WORST_S


@pytest.mark.full
async def test_leaves_no_process_at_every_moment_of_a_demo_start(
    given: dict[str, str], tmp_path: Path
) -> None:
    del given["DATABASE_URL"]
    took = await attack(given, tmp_path, "serve --demo", 1, MOMENTS)
    for name, seconds in took.items():
        print(f"serve --demo, {name}: {len(seconds)} times, longest {max(seconds):.2f} s")
    assert max(max(each) for each in took.values()) < WORST_S
