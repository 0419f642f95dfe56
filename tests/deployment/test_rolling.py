"""Rolling upgrades: two versions on one schema, both ways, without a failed request."""

import os
import subprocess
import tarfile
from collections.abc import AsyncGenerator
from io import BytesIO
from pathlib import Path

import pytest

from tests.deployment.rolling import fleet
from tests.fakes.smtp import Post, serving

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.anyio, pytest.mark.crash]


@pytest.fixture
async def post() -> AsyncGenerator[Post]:
    post = Post()
    async with serving(post):
        yield post


def git(*words: str) -> str:
    ended = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return ended.stdout.strip() if ended.returncode == 0 else ""


def base() -> str:
    """Returns the commit to upgrade from, or "" if this checkout has none.

    That is WELLWISH_TEST_UPGRADE_FROM, else the first tag of `script/release` after 0.1.0, else the last
    commit with fewer migrations.
    """
    if given := os.environ.get("WELLWISH_TEST_UPGRADE_FROM"):
        return git("rev-parse", "--verify", f"{given}^{{commit}}")
    tags = [tag for tag in git("tag", "--list", "v*", "--sort=v:refname").split() if tag != "v0.1.0"]
    if tags:
        return git("rev-parse", f"{tags[0]}^{{commit}}")
    now = migrations_of("HEAD")
    for changed in git("rev-list", "HEAD", "--", "migrations").split():
        before = migrations_of(f"{changed}^")
        if before and before < now:  # a migration that was renamed before a release makes no upgrade
            return git("rev-parse", f"{changed}^")
    return ""


def migrations_of(commit: str) -> set[str]:
    return set(git("ls-tree", commit, "migrations/").splitlines())


def source(commit: str, folder: Path) -> Path:
    """Writes the files of a commit to a folder."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


async def test_restarts_without_a_failed_request(tmp_path: Path, post: Post) -> None:
    async with fleet(tmp_path, post, ROOT, ROOT) as running:
        await running.restart(0, ROOT, drain=True)
    assert running.history.failures == []
    print(running.history.summary)


async def test_a_kill_without_drain_fails_requests(tmp_path: Path, post: Post) -> None:
    """The control: nothing is lost or doubled, because the clients repeat their keyed requests."""
    async with fleet(tmp_path, post, ROOT, ROOT) as running:
        for _ in range(5):  # a kill between two requests fails none
            await running.restart(0, ROOT, drain=False)
            if running.history.failures:
                break
    assert running.history.failures
    print(running.history.summary)


@pytest.mark.full
async def test_upgrades_and_goes_back_without_a_failed_request(tmp_path: Path, post: Post) -> None:
    commit = base()
    if not commit:
        pytest.skip(
            "NO COMMIT TO UPGRADE FROM: this clone is shallow or has no history. Run `git fetch --unshallow "
            "--tags`, or set WELLWISH_TEST_UPGRADE_FROM. The rolling upgrade is not tested."
        )
    former = source(commit, tmp_path / "former")
    async with fleet(tmp_path, post, former, ROOT) as running:
        for code in (ROOT, former):
            for number in (0, 1):
                await running.restart(number, code, drain=True)
            await running.worker.stop()
            await running.worker.start(code)
    print(f"from {commit[:12]} to HEAD and back: {running.history.summary}")
    assert running.history.failures == []
