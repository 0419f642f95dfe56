"""Media storage in a folder or a bucket, unavailable or full."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests import make
from tests.listening import free_port
from tests.media import files
from tests.media.conftest import Serving
from tests.media.test_attach import sent
from tests.waiting import until, wait_until
from tests.world import World
from wellwish.base.errors import Unavailable
from wellwish.base.settings.media import Bucket, MediaSettings
from wellwish.infra.storage import Storage

pytestmark = pytest.mark.anyio

_KEYS = {"key": "access", "secret": "secret-of-the-bucket"}


@pytest.fixture(scope="module")
def bucket() -> Iterator[Bucket]:
    """A bucket of a fake S3 server that runs as a process."""
    port = free_port()
    program = "import sys; from moto.server import main; main(sys.argv[1:])"
    home = {**os.environ, "AWS_ACCESS_KEY_ID": "access", "AWS_SECRET_ACCESS_KEY": "secret-of-the-bucket"}
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", program, "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=home,
    )
    try:
        bucket = f"http://127.0.0.1:{port}/wellwish-test"
        wait_until(lambda: httpx2.put(bucket).raise_for_status(), despite=httpx2.HTTPError)
        yield Bucket("wellwish-test", "media", "us-east-1", f"http://127.0.0.1:{port}", **_KEYS)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(params=["folder", "bucket"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    if request.param == "folder":
        return Storage(tmp_path / "media")
    return Storage(tmp_path, request.getfixturevalue("bucket"))


async def test_keeps_files_by_folder(storage: Storage) -> None:
    await storage.put("20261121/acct_x/one/a.webp", b"0123456789")
    await storage.put("20261121/acct_x/one/b.jpg", b"b")
    await storage.put("20261121/acct_x/two/a.webp", b"c")
    assert await storage.get("20261121/acct_x/one/a.webp", 2, 5) == b"234"
    assert await storage.get("20261121/acct_x/one/none", 0, 1) is None
    now = datetime.now(UTC)  # the machine's time, like the times of files
    young, old = now - timedelta(hours=1), now + timedelta(hours=1)
    assert not await storage.folders("20261121", young)
    assert set(await storage.folders("20261121", old)) == {"20261121/acct_x/one", "20261121/acct_x/two"}
    await storage.delete("20261121/acct_x/one")
    await storage.delete("20261121/acct_x/one")
    assert await storage.get("20261121/acct_x/one/a.webp", 0, 5) is None
    assert await storage.get("20261121/acct_x/two/a.webp", 0, 1) == b"c"
    await storage.delete("20261121/acct_x/two")


async def test_serves_media_from_a_bucket(serving: Serving, bucket: Bucket) -> None:
    async with serving(MediaSettings(bucket=bucket)) as world:
        made = await sent(world.alice, (await make.card(world.alice))["id"])
        for file in made["files"]:
            got = await world.client.get(file["url"])
            assert (got.status_code, len(got.content)) == (200, file["bytes"])
        await world.alice.delete(f"/api/media/{made['id']}")
        await world.work()
        row = await Storage(Path("/nowhere"), bucket).folders("", datetime.now(UTC) + timedelta(hours=1))
        assert not row


async def _refused(world: World) -> None:
    card = (await make.card(world.alice))["id"]
    answer = await world.alice.post(f"/api/cards/{card}/media", files.body("photo", files.photo()))
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert await world.owner.fetchval("select count(*) from media") == 0
    assert (await world.alice.get(f"/api/cards/{card}")).status_code == 200, "the rest goes on"


async def test_is_unavailable_while_the_bucket_is_away(serving: Serving) -> None:
    away = Bucket("wellwish-test", "", "us-east-1", f"http://127.0.0.1:{free_port()}", **_KEYS)
    async with serving(MediaSettings(bucket=away)) as world:
        await _refused(world)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A mounted file system of 40 KiB; skips without root."""
    tmp_path.joinpath("small").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=40k", "tmpfs", str(tmp_path / "small")]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a file system")
    yield tmp_path / "small"
    subprocess.run(["umount", str(tmp_path / "small")], check=True)


def _files(folder: Path) -> list[str]:
    return [each.name for each in folder.rglob("*") if each.is_file()]


async def test_is_unavailable_while_the_disk_is_full_and_keeps_no_half(
    world: World, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.services.storage, "_folder", small)
    monkeypatch.setattr(world.services.storage, "_store", None)
    (small / "ballast").write_bytes(bytes(32 * 1024))
    await _refused(world)
    assert _files(small) == ["ballast"]
    (small / "ballast").unlink()
    assert (await sent(world.alice, (await make.card(world.alice))["id"]))["status"] == "ready"


async def test_is_unavailable_if_a_file_is_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "media").write_text("a file where the folder is to be")
    with pytest.raises(Unavailable):
        await Storage(tmp_path / "media").put("20261121/acct_x/one/a", b"")


# As on a busy machine, a thread that has finished a call is slow, and so is the end of the interpreter. The
# thread of the control waits until that end has begun.
_SLOW = """
import asyncio, sys, threading, time
from pathlib import Path
from typing import Any
import obstore
from wellwish.infra.storage import Storage

folder, calls, patience_s = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
lasting = threading.Lock()
lasting.acquire()

class AtTheEnd:
    def __del__(self, begun=lasting.release, sleep=time.sleep):
        begun()
        sleep(1)

sys.at_the_end = AtTheEnd()  # the waiting thread keeps the objects of this module

async def main():
    loop = asyncio.get_running_loop()
    waking = loop.call_soon_threadsafe

    def wake_slowly(*arguments, **named):
        done = waking(*arguments, **named)
        lasting.acquire(timeout=patience_s)
        return done

    loop.call_soon_threadsafe = wake_slowly
    storage = Storage(folder)
    if calls == "obstore":
        await obstore.put_async(storage._opened(), "a", b"a")
    else:
        await storage.put("a/a/a/a", b"a")

asyncio.run(main())
"""


@pytest.mark.parametrize(
    "calls",
    [
        "storage",
        pytest.param(
            "obstore",
            marks=pytest.mark.skipif(
                sys.version_info >= (3, 14), reason="Python 3.14 stops threads without an abort"
            ),
        ),
    ],
)
def test_a_process_can_end_at_once_after_a_call(calls: str, tmp_path: Path) -> None:
    patience_s = "0.5" if calls == "storage" else "30"
    ended = subprocess.run(
        [sys.executable, "-P", "-c", _SLOW, str(tmp_path), calls, patience_s], check=False, timeout=60
    )
    assert (ended.returncode == 0) == (calls == "storage"), ended.returncode  # obstore is the control


async def test_a_storage_that_hangs_keeps_a_bounded_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, ends = set[int](), threading.Event()

    def hang(*given: Any, **named: Any) -> bytes:
        del given, named
        begun.add(threading.get_ident())
        ends.wait()
        return b""

    monkeypatch.setattr("obstore.get_range", hang)
    storage = Storage(tmp_path)
    try:
        for threads in (30, 40, 40):
            calls = [asyncio.ensure_future(storage.get("a", 0, 1)) for _ in range(30)]
            await until(lambda threads=threads: len(begun) == threads)
            for each in calls:
                each.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
        assert len(begun) == 40
    finally:
        ends.set()
