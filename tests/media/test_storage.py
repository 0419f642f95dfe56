"""Media storage in a folder or a bucket, unavailable or full."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from tests import make
from tests.listening import free_port
from tests.media import files
from tests.media.conftest import Serving
from tests.media.test_attach import sent
from tests.waiting import wait_until
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


async def test_says_so_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "media").write_text("a file where the folder is to be")
    with pytest.raises(Unavailable):
        await Storage(tmp_path / "media").put("20261121/acct_x/one/a", b"")
