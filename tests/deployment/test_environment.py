"""The example file of all settings: a shell that sources it exports each value unchanged."""

import re
import subprocess
from pathlib import Path

from wellwish.base import settings

EXAMPLE = Path(__file__).resolve().parents[2] / "wellwish.env.example"
LINE = re.compile(r"#([A-Z][A-Z0-9_]*)=(.*)")


def lines() -> dict[str, str]:
    """Returns each setting with its value as the example writes it."""
    found = map(LINE.fullmatch, EXAMPLE.read_text(encoding="utf-8").splitlines())
    return {each[1]: each[2] for each in found if each is not None}


def plain(value: str) -> str:
    return value[1:-1] if value.startswith("'") else value


def sourced(given: dict[str, str], folder: Path) -> dict[str, str]:
    """Returns what a program gets after `set -a; . ./wellwish.env; set +a`."""
    text = "".join(f"{name}={value}\n" for name, value in given.items())
    (folder / "wellwish.env").write_text(text, encoding="utf-8")
    command = "set -a; . ./wellwish.env; set +a; exec env -0"
    ended = subprocess.run(
        ["/bin/sh", "-c", command], cwd=folder, env={"PATH": "/bin:/usr/bin"}, capture_output=True, check=True
    )
    pairs = [each.partition("=") for each in ended.stdout.decode().split("\0") if each]
    return {name: value for name, _, value in pairs if name in given}


def test_every_setting_arrives(tmp_path: Path) -> None:
    assert len(lines()) > 60
    assert sourced(lines(), tmp_path) == {name: plain(value) for name, value in lines().items()}


def test_control_without_quotes_settings_are_lost(tmp_path: Path) -> None:
    bare = {name: plain(value) for name, value in lines().items()}
    arrived = sourced(bare, tmp_path)
    assert {name for name in bare if arrived.get(name) != bare[name]} == {
        "WELLWISH_POSTAL_ADDRESS", "WELLWISH_SMS_COUNTRIES", "WELLWISH_SMS_PROVIDERS", "WELLWISH_SMTP_URLS",
    }  # fmt: skip


def test_the_examples_are_valid(tmp_path: Path) -> None:
    given = {name: plain(value) for name, value in lines().items()}
    given |= {"WELLWISH_SECRET_KEY": "ab" * 32, "WELLWISH_DATA_DIR": str(tmp_path)}
    assert settings.load(given).postal_address == "Example Ltd, 1 High Street, London"
    assert settings.unknown_names(given) == []
