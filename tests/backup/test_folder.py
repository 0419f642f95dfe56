"""Damage to any file is found, and only complete folders count as backups."""

import errno
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wellwish.backup.error import BackupError
from wellwish.backup.folder import (
    DUMP,
    MANIFEST,
    SUMS,
    Backup,
    Manifest,
    MediaCount,
    digest,
    seal,
    unfinished,
)

MEDIA = "media/photos/a/1.webp"


def ignored(_: int) -> None:
    pass


def made(folder: Path) -> Path:
    manifest = Manifest(
        format=1,
        wellwish="0.1.0",
        taken_at=datetime(2026, 11, 1, tzinfo=UTC),
        server="18.0",
        key_fingerprint="ab" * 32,
        migrations=["0001_accounts.sql"],
        rows={"cards": 3},
        media=MediaCount(1, 4),
    )
    with unfinished(folder) as aside:
        (aside / DUMP).write_bytes(b"dump" * 1000)
        (aside / MEDIA).parent.mkdir(parents=True)
        (aside / MEDIA).write_bytes(b"webp")
        seal(aside, manifest, {name: digest(aside / name, ignored) for name in (DUMP, MEDIA)})
    return folder


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def drop_line(file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if "media/" not in line))


DAMAGES: list[tuple[str, Callable[[Path], None]]] = [
    *((name, damage) for name in (DUMP, MEDIA, MANIFEST, SUMS) for damage in (flip, truncate, Path.unlink)),
    (SUMS, drop_line),
    ("media/surplus", Path.touch),
]


@pytest.mark.parametrize(("name", "damage"), DAMAGES)
def test_finds_damage(tmp_path: Path, name: str, damage: Callable[[Path], None]) -> None:
    folder = made(tmp_path / "b")
    Backup(folder).check(ignored)  # the control
    damage(folder / name)
    if name == SUMS and damage is truncate:  # only the last line feed is missing, which no reader needs
        (folder / SUMS).write_bytes((folder / SUMS).read_bytes()[:-1])
    with pytest.raises(BackupError, match=r"damaged|not a backup"):
        Backup(folder).check(ignored)


def test_sha256sum_checks_it_too(tmp_path: Path) -> None:
    folder = made(tmp_path / "b")
    command = ["sha256sum", "--check", "--strict", "--quiet", SUMS]
    assert subprocess.run(command, cwd=folder, check=False).returncode == 0
    flip(folder / MEDIA)
    assert subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode == 1


def test_a_name_outside_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = made(tmp_path / "b")
    with (folder / SUMS).open("a") as sums:
        sums.write(f"{'0' * 64}  media/../../elsewhere\n")
    with pytest.raises(BackupError, match="damaged"):
        Backup(folder)


def test_an_unfinished_folder_does_not_count(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), unfinished(tmp_path / "b"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []

    left = tmp_path / "b.unfinished"  # as after a kill
    (left / "media").mkdir(parents=True)
    with pytest.raises(BackupError, match="unfinished"):
        Backup(left)
    made(tmp_path / "b")
    assert not left.exists()
    assert not (tmp_path / "b" / "media" / "media").exists()


def test_never_overwrites_and_has_one_writer(tmp_path: Path) -> None:
    made(tmp_path / "b")
    with pytest.raises(BackupError, match="exists"), unfinished(tmp_path / "b"):
        pytest.fail("it wrote")
    with (
        unfinished(tmp_path / "c"),
        pytest.raises(BackupError, match="Another process"),
        unfinished(tmp_path / "c"),
    ):
        pytest.fail("two at once")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_names_the_disk_of_the_backup_when_it_is_full(tmp_path: Path, number: int) -> None:
    """The error names no file, since a write to an open file raises it, even within a task group."""
    full = OSError(number, "full")
    for error in (full, ExceptionGroup("tasks", [full])):
        with (
            pytest.raises(BackupError, match=f"The disk with {tmp_path} is full"),
            unfinished(tmp_path / "new"),
        ):
            raise error
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match="broken"), unfinished(tmp_path / "new"):  # the control
        raise OSError(errno.EIO, "broken")
