"""script/generate never loses a committed file, and detects one that is out of date."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMITTED = "-- what git has\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose python is a script written by the test."""
    (tmp_path / "script").mkdir()
    for name in ("_env", "generate"):
        shutil.copy(ROOT / "script" / name, tmp_path / "script" / name)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    lock = tmp_path / "requirements-dev.txt"
    lock.write_text("")
    checksum = subprocess.run(["cksum"], input="", capture_output=True, text=True, check=True).stdout
    (tmp_path / ".venv/.stamp-dev").write_text(f"{tmp_path} \n{checksum}")
    (tmp_path / "schema.sql").write_text(COMMITTED)
    return tmp_path


def generate(project: Path, python: str, *arguments: str) -> int:
    program = project / ".venv/bin/python"
    program.write_text(f"#!/bin/sh\n{python}\n")
    program.chmod(0o755)
    command = ["sh", str(project / "script/generate"), *arguments, "schema"]
    return subprocess.run(command, env={"PATH": "/usr/bin:/bin"}, capture_output=True, check=False).returncode


def test_keeps_the_file_when_its_command_fails(project: Path) -> None:
    assert generate(project, "echo half; exit 1") == 1
    assert (project / "schema.sql").read_text() == COMMITTED


def test_writes_the_file_when_its_command_succeeds(project: Path) -> None:
    assert generate(project, "echo whole") == 0
    assert (project / "schema.sql").read_text() == "whole\n"


def test_check_reports_a_difference_and_changes_nothing(project: Path) -> None:
    assert generate(project, "echo whole", "--check") == 1
    assert (project / "schema.sql").read_text() == COMMITTED
    assert generate(project, f"printf %s '{COMMITTED}'", "--check") == 0
