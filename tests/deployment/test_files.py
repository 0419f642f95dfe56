"""The Containerfile, compose.yaml and the systemd units follow their rules; each rule has a control."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import deployment
from wellwish.base.settings.reader import SECRETS
from wellwish.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "deploy/compose/compose.yaml").read_text(encoding="utf-8")
UNITS = {name: (ROOT / "deploy/systemd" / name).read_text(encoding="utf-8") for name in deployment.UNITS}
MOST_EXPOSED = 30  # tenths: "OK" ends at 4.9, and a unit without hardening has 9.6


def test_keeps_the_rules() -> None:
    assert deployment.everything() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("USER 10001\n", ""),
        ("USER 10001", "USER root"),
        ("python:3.13-slim", "python:latest"),
        ("--require-hashes ", ""),
        ("COPY src src", "COPY nowhere src"),
        ("WELLWISH_HOST=0.0.0.0", "WELLWISH_SECRET_KEY=00"),
        ("HEALTHCHECK", "HEALTHCHEK"),
    ],
)
def test_detects_faults_in_the_containerfile(old: str, new: str) -> None:
    assert deployment.containerfile_faults(CONTAINERFILE.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("read_only: true", "read_only: false"),
        ("cap_drop: [ALL]", "cap_drop: []"),
        ("postgres:18", "postgres"),
        ("DATABASE_URL_FILE:", "DATABASE_URL:"),
        ("secrets: [database_url, secret_key]", "secrets: [database_url, key]"),
        ("./roles.sh:", "./rolls.sh:"),
        ("      serve:\n", "      server:\n"),
    ],
)
def test_detects_faults_in_the_compose_file(old: str, new: str) -> None:
    assert old in COMPOSE
    assert deployment.compose_faults(COMPOSE.replace(old, new))


@pytest.mark.parametrize("name", UNITS)
def test_units_run_commands_and_set_settings_that_exist(name: str) -> None:
    text = UNITS[name]
    commands = re.findall(r"/opt/wellwish/bin/wellwish (\w+)", text)
    assert commands
    assert set(commands) <= set(app)
    files = {f"{each}_FILE" for each in SECRETS}
    named = set(re.findall(r"\b((?:WELLWISH|DATABASE)_[A-Z_]+)=", text))
    assert named <= files | {"WELLWISH_PORT", "WELLWISH_DATA_DIR"}
    assert deployment.unit_faults(name, text.replace("User=wellwish\n", ""))
    assert deployment.unit_faults(name, text.replace("ProtectSystem=strict", "ProtectSystem=no"))


@pytest.mark.parametrize("name", UNITS)
def test_systemd_finds_the_units_confined(name: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("NO SYSTEMD-ANALYZE ON THIS MACHINE: the exposure of the units is not measured")

    def analyze(text: str) -> int:
        (tmp_path / name).write_text(text)
        command = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}"]
        return subprocess.run([*command, tmp_path / name], capture_output=True, check=False).returncode

    assert analyze(UNITS[name]) == 0
    bare = UNITS[name].partition("# Rights that")[0]
    assert analyze(bare) != 0
