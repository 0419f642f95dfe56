"""No acknowledged request is lost or duplicated when processes are killed or the power fails."""

import os
import random
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.delivery.service import Program, service
from tests.deployment.writers import Writers
from tests.fakes.lazyfs import why_not
from tests.fakes.smtp import Post, serving
from tests.fakes.stripe import fake_stripe
from tests.infra.embedded.processes import postmaster
from tests.payments.test_crash import checked
from tests.payments.test_power_loss import plugged_in

pytestmark = [pytest.mark.anyio, pytest.mark.crash]

SEED, IDLE_S, ANY = 20261124, 120.0, 1_000_000
MISSING = why_not()
POWER = pytest.mark.skipif(MISSING is not None, reason=f"NO POWER-LOSS TEST ON THIS MACHINE: {MISSING}")
WHAT = ("server", "worker", "both", "session", "session", "database")
_SESSION = """
    select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1
    """


@pytest.mark.parametrize(("cycles", "each"), [(6, 40), pytest.param(200, 100, marks=pytest.mark.full)])
async def test_loses_nothing_when_processes_are_killed(tmp_path: Path, cycles: int, each: int) -> None:
    chance, killed = random.Random(SEED), Counter[str]()
    async with serving(Post()) as post, service(tmp_path, post, cards=ANY) as running:
        writers = Writers(running)

        async def kill() -> None:
            # Each kind once, then at random.
            what = WHAT[killed.total()] if killed.total() < len(WHAT) else chance.choice(WHAT)
            killed[what] += 1
            match what:
                case "session":  # PostgreSQL ends all sessions and recovers.
                    kill_process(await writers.value(_SESSION))
                case "database":
                    kill_process(postmaster(tmp_path / "pg"))
                case _:
                    for program in (running.server, running.worker):
                        if what in ({"serve": "server", "work": "worker"}[program.command], "both"):
                            await program.kill()
                            await program.start()

        away_s, lost = await writers.survive(
            cycles, each, kill, [chance.uniform(0, 0.5) for _ in range(cycles)]
        )
        waited_s = await writers.until_idle(IDLE_S)
        doubled = await writers.doubled()
        print(
            f"seed {SEED}: {writers.figures(away_s)}; killed {dict(killed)}; {lost} lost, {doubled} doubled"
        )
        print(f"no job due after {waited_s:.0f} s")
        assert (lost, doubled) == (0, 0)
        assert writers.count >= cycles * each
        assert waited_s < IDLE_S
        assert "The ledger is correct." in await checked(running)


def kill_process(process: int | None) -> None:
    with suppress(ProcessLookupError, FileNotFoundError):
        if process is not None:
            os.kill(process, signal.SIGKILL)


async def test_a_response_before_the_commit_is_lost_with_the_server(tmp_path: Path) -> None:
    """The control of the kills."""
    async with serving(Post()) as post, service(tmp_path, post, cards=ANY) as running:
        await running.server.kill()
        given = running.server.environment | {"WELLWISH_TEST_FAULT": "early"}
        running.server = Program("serve", given, "tests.payments.unsound")
        await running.server.start()
        await running.until_ready()
        writers = Writers(running)

        async def kill() -> None:
            await running.server.kill()
            await running.server.start()

        away_s, lost = await writers.survive(10, 1, kill)
        print(f"early: {writers.figures(away_s)}; {lost} lost")
        assert lost


@POWER
@pytest.mark.parametrize(("cycles", "each"), [(3, 300), pytest.param(100, 1_000, marks=pytest.mark.full)])
async def test_loses_nothing_when_the_power_is_cut(tmp_path: Path, cycles: int, each: int) -> None:
    async with (
        fake_stripe() as stripe,
        serving(Post()) as post,
        plugged_in(tmp_path, post, stripe, cards=ANY) as plugged,
    ):
        writers = Writers(plugged.running, guests=40, send=False)
        away_s, lost = await writers.survive(cycles, each, plugged.cut)
        forgotten = sum(size for _, size in plugged.forgotten)
        doubled = await writers.doubled()
        print(f"{writers.figures(away_s)}; {forgotten} bytes forgotten; {lost} lost, {doubled} doubled")
        assert (lost, doubled) == (0, 0)
        assert writers.count >= cycles * each
        assert forgotten > 0, "the disk had nothing to forget"


@POWER
async def test_a_commit_that_was_not_flushed_is_lost_with_the_power(tmp_path: Path) -> None:
    """The control of the cuts: ``synchronous_commit=off``."""
    async with (
        fake_stripe() as stripe,
        serving(Post()) as post,
        plugged_in(tmp_path, post, stripe, "asynchronous", cards=ANY) as plugged,
    ):
        writers = Writers(plugged.running)
        away_s, lost = await writers.survive(10, 20, plugged.cut)
        print(f"asynchronous: {writers.figures(away_s)}; {lost} lost")
        assert lost
