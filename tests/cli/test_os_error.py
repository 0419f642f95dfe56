"""Errors of the operating system are printed as sentences, without numbers and class names."""

import errno
import os
import re

import pytest

from tests.commands import wellwish
from wellwish.cli.os_error import sentence


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOENT, errno.EROFS, errno.ENOSPC, errno.EIO])
def test_says_what_happened_without_numbers(number: int) -> None:
    said = sentence(OSError(number, os.strerror(number), "/data/secret.key"))
    assert not re.search(r"Errno|\[", said)
    assert number == errno.EIO or "/data/secret.key" in said
    assert "Errno" in str(OSError(number, "text", "/data")), "the control"


def test_a_command_ends_with_a_sentence() -> None:
    nowhere = "postgresql://nobody@127.0.0.1:1/nothing"  # tcpmux, where nothing listens
    given = {
        "DATABASE_URL": nowhere,
        "WELLWISH_OWNER_DATABASE_URL": nowhere,
        "WELLWISH_SECRET_KEY": "00" * 32,
    }
    ended = wellwish(given, "migrate")
    assert ended.returncode == 1
    assert ended.stderr.startswith(
        "WELLWISH_OWNER_DATABASE_URL, 127.0.0.1:1/nothing as nobody: nothing listens"
    )
    assert "Errno" not in ended.stderr
