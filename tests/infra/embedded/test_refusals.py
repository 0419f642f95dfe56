"""Folders and systems on which the database refuses to start, and its messages."""

import os
from pathlib import Path

import pytest

from tests.infra.embedded.processes import Holder, answers, eventually, said_by_root, servers
from wellwish.infra.embedded import Cluster, EmbeddedError

pytestmark = pytest.mark.process

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give folders to other users")


def contents(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Returns the contents of a folder with modes, sizes and times in nanoseconds."""
    paths = [folder, *folder.rglob("*")]
    return {str(path): ((s := path.lstat()).st_mode, s.st_size, s.st_mtime_ns) for path in paths}


def refusal(folder: Path) -> str:
    """Returns the error of a start on the folder, and asserts that it changed nothing there."""
    before = contents(folder)
    with pytest.raises(EmbeddedError) as caught:
        Cluster(folder, durable=False).start()
    assert contents(folder) == before
    return str(caught.value)


def test_refuses_a_cluster_of_another_major_version(place: Path) -> None:
    (place / "data").mkdir()
    (place / "data" / "PG_VERSION").write_text("15\n")
    said = refusal(place)
    for words in ("PostgreSQL 15", "PostgreSQL 18", "wellwish embedded upgrade", str(place)):
        assert words in said


@pytest.mark.parametrize("name", ["letters.txt", "PG_VERSION", "data/base"])
def test_refuses_a_folder_that_holds_something_else(place: Path, name: str) -> None:
    place.chmod(0o755)
    (place / name).parent.mkdir(exist_ok=True)
    (place / name).write_text("18\n")
    said = refusal(place)
    assert Path(name).parts[0] in said
    assert "new folder" in said


def test_refuses_a_file(place: Path) -> None:
    (place / "db").write_text("")
    with pytest.raises(EmbeddedError, match="is a file"):
        Cluster(place / "db").start()


def _killed_in_initdb(folder: Path) -> bool:
    with Holder(folder) as first:
        assert eventually(lambda: any((folder / name / "base").exists() for name in ("data.new", "data")))
        first.kill()
    assert eventually(lambda: not servers(folder))
    return (folder / "data.new").exists()


def test_redoes_an_initdb_that_was_killed_in_the_middle(place: Path) -> None:
    # On a busy machine, initdb may finish before it is killed.
    folder = next(
        each for each in (place / f"db{attempt}" for attempt in range(5)) if _killed_in_initdb(each)
    )
    assert not (folder / "data").exists()
    with Cluster(folder, durable=False):
        assert answers(folder)
    assert not (folder / "data.new").exists()


def test_says_what_the_server_said_when_it_does_not_start(folder: Path) -> None:
    (folder / "data" / "global" / "pg_control").unlink()
    with pytest.raises(EmbeddedError) as caught:
        Cluster(folder, durable=False).start()
    for words in ("global/pg_control", str(folder / "log"), "DATABASE_URL"):
        assert words in str(caught.value)


def test_says_what_to_do_where_root_gets_no_user_namespace(place: Path) -> None:
    said = said_by_root(place / "db", "forbidden")
    for words in ("cannot run as root", "user namespace", "ordinary user", "DATABASE_URL"):
        assert words in said


@as_root
def test_refuses_a_folder_of_another_user(place: Path) -> None:
    os.chown(place, 1, 1)
    assert "belongs to user 1" in refusal(place)
    os.chown(place, 0, 0)


@as_root
def test_says_what_to_do_where_root_may_not_enter_without_its_rights(place: Path) -> None:
    (place / "closed").mkdir(mode=0o700)
    os.chown(place / "closed", 1, 1)
    with pytest.raises(EmbeddedError) as caught:
        Cluster(place / "closed" / "db", durable=False).start()
    assert "cannot be used as root" in str(caught.value)
    assert "Run Wellwish as that user" in str(caught.value)


def test_explains_why_a_folder_cannot_be_created(place: Path) -> None:
    (place / "file").write_text("")
    with pytest.raises(EmbeddedError, match="cannot be used"):
        Cluster(place / "file" / "db").start()
