"""The location of the socket if the data folder's path is too long."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.infra.embedded.processes import Holder, answers, eventually
from wellwish.infra.embedded import Cluster, EmbeddedError

pytestmark = pytest.mark.process


def of_length(place: Path, length: int) -> Path:
    """Returns a path of that many bytes."""
    rest = length - len(os.fsencode(place)) - 1
    return place / ("x" * (rest - 60)) / ("y" * 59)


@pytest.fixture
def long(place: Path, model: Path) -> Iterator[Path]:
    """A data folder with a long path. Removes its socket folder afterwards."""
    folder = of_length(place, 150)
    shutil.copytree(model, folder)
    yield folder
    shutil.rmtree(Cluster(folder).socket_folder, ignore_errors=True)


def test_the_longest_path_that_fits_is_used(place: Path, model: Path) -> None:
    fits, too_long = of_length(place, 107 - 14), of_length(place, 108 - 14)
    assert Cluster(fits).socket_folder == fits
    assert Cluster(too_long).socket_folder != too_long
    shutil.copytree(model, fits)
    with Cluster(fits, durable=False):
        assert answers(fits)


def test_a_long_path_gets_a_short_private_folder(long: Path) -> None:
    with Cluster(long, durable=False) as cluster:
        found = cluster.socket_folder.lstat()
        assert stat.S_ISDIR(found.st_mode)
        assert stat.S_IMODE(found.st_mode) == 0o700
        assert found.st_uid == os.geteuid()
        assert len(os.fsencode(cluster.socket_folder)) < 60
        assert (cluster.socket_folder / ".s.PGSQL.5432").is_socket()
        assert answers(long)
    assert not cluster.socket_folder.exists()


def test_two_processes_find_the_same_folder_whatever_their_temporary_folder_is(
    long: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Cluster(long, durable=False) as first:
        monkeypatch.setenv("TMPDIR", str(long))
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
        with Holder(long) as second:
            assert second.line() == "attached"
            first.stop()
            assert eventually(lambda: answers(long))
            assert second.stop() == 0


def test_two_long_paths_get_different_socket_folders(long: Path, model: Path) -> None:
    other = long.with_name("z" * 59)
    shutil.copytree(model, other)
    with Cluster(long, durable=False) as one, Cluster(other, durable=False) as two:
        assert one.supervising
        assert two.supervising
        assert one.socket_folder != two.socket_folder
        assert answers(long)
        assert answers(other)


def test_starts_over_a_socket_folder_that_a_crash_left(long: Path) -> None:
    left = Cluster(long).socket_folder
    left.mkdir(mode=0o700)
    (left / ".s.PGSQL.5432.lock").write_text("1\n")
    with Cluster(long, durable=False):
        assert answers(long)


@pytest.mark.parametrize("name", ["a,b", "a b", "100%25", "é", "q?x=1&y#z", "'", 'a"b'])
def test_a_path_that_connection_strings_misread_works(place: Path, model: Path, name: str) -> None:
    folder = place / name
    shutil.copytree(model, folder)
    with Cluster(folder, durable=False):
        assert answers(folder)


@pytest.mark.parametrize("kind", ["open", "link", "file"])
def test_refuses_a_socket_folder_that_someone_prepared(long: Path, kind: str) -> None:
    prepared = Cluster(long).socket_folder
    match kind:
        case "open":
            prepared.mkdir()
            prepared.chmod(0o777)
        case "link":
            prepared.symlink_to(long)
        case _:
            prepared.write_text("")
    try:
        with pytest.raises(EmbeddedError, match="not a private folder") as caught:
            Cluster(long, durable=False).start()
        assert str(prepared) in str(caught.value)
    finally:
        prepared.rmdir() if kind == "open" else prepared.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give folders to other users")
def test_refuses_a_socket_folder_of_another_user(long: Path) -> None:
    prepared = Cluster(long).socket_folder
    prepared.mkdir(mode=0o700)
    os.chown(prepared, 1, 1)
    with pytest.raises(EmbeddedError, match="not a private folder"):
        Cluster(long, durable=False).start()
