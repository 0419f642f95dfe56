"""A command that is killed at any moment leaves nothing that looks complete, and can run again."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from tests.backup.conftest import Environment, content, media
from tests.commands import wellwish
from tests.waiting import until
from tests.world import World
from wellwish.backup.folder import Backup

pytestmark = [pytest.mark.anyio, pytest.mark.crash]


async def killed(environment: Environment, step: str, *words: str) -> None:
    command = [sys.executable, "-P", str(Path(__file__).with_name("killed.py")), step, *words]
    done = await asyncio.to_thread(
        subprocess.run, command, env=environment, capture_output=True, text=True, check=False, timeout=180
    )
    assert done.returncode == -signal.SIGKILL, (step, done.stderr)


async def sessions_have_ended(environment: Environment) -> None:
    """Waits until PostgreSQL's programs, whose parent was killed, have ended."""
    connection = await asyncpg.connect(environment["WELLWISH_OWNER_DATABASE_URL"])
    try:
        await until(
            lambda: connection.fetchval(
                "select count(*) = 0 from pg_stat_activity where application_name = 'wellwish backup' "
                "and datname = current_database()"
            )
        )
    finally:
        await connection.close()


async def test_a_killed_backup_does_not_count(filled: World, source: Environment, tmp_path: Path) -> None:
    folder = tmp_path / "backup"
    for step in ("Media", "Database", "seal"):
        await killed(source, step, "backup", str(folder))
        await sessions_have_ended(source)
        assert os.listdir(tmp_path) == ["backup.unfinished"]
    done = await asyncio.to_thread(wellwish, source, "backup", str(folder))
    assert done.returncode == 0, done.stderr
    assert os.listdir(tmp_path) == ["backup"]
    Backup(folder).check(lambda _: None)


async def test_a_killed_restore_runs_again(
    filled: World, source: Environment, target: Environment, tmp_path: Path
) -> None:
    folder = tmp_path / "backup"
    assert (await asyncio.to_thread(wellwish, source, "backup", str(folder))).returncode == 0
    before = await content(source)
    for step in ("Media", "Database"):
        await killed(target, step, "restore", str(folder))
        await sessions_have_ended(target)
        assert await content(target) == {}, step
    await killed(target, "finish", "restore", str(folder))
    assert "unfinished_restore" in await content(target)
    restored = await asyncio.to_thread(wellwish, target, "restore", str(folder))
    assert restored.returncode == 0, restored.stderr
    assert await content(target) == before
    assert media(target) == media(source)
