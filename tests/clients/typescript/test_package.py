"""The package of the TypeScript client: its files, dependencies and operations."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.clients.test_operations import EXPECTED
from tests.clients.typescript.conftest import NODE, ROOT, SOURCE, Installed, compile_strictly, run
from wellwish_sdk import core

pytestmark = pytest.mark.generated

# Prints the compressed size of the code that a browser or a Worker loads.
_SIZE = (
    "process.stdout.write(String(require('zlib').brotliCompressSync(require('fs').readFileSync(0)).length))"
)


def test_reaches_every_operation(installed: Installed) -> None:
    seen: list[list[str]] = installed.run("operations")
    assert {(method, path) for method, path, *_ in seen} == EXPECTED
    assert len({key for method, _, key, _ in seen if method == "POST"}) == len(
        [each for each in seen if each[0] == "POST"]
    )
    assert {prefer for *_, prefer in seen} == {"handling=strict"}


def test_contains_the_modules_and_nothing_else(installed: Installed) -> None:
    files = {
        str(each.relative_to(installed.package)) for each in installed.package.rglob("*") if each.is_file()
    }
    modules = {each.stem for each in (SOURCE / "src").iterdir()}
    built = {f"dist/{name}.{ending}" for name in modules for ending in ("js", "d.ts")}
    assert files == built | {"package.json", "README.md", "LICENSE"}
    assert (installed.package / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    # Only the programs of these tests need the link to the types of Node.
    listed = {
        each.name for each in (installed.folder / "node_modules").iterdir() if not each.name.startswith(".")
    }
    assert listed == {"wellwish", "@types"}


def test_needs_nothing_of_node_and_at_most_12_kb(installed: Installed, tmp_path: Path) -> None:
    manifest: dict[str, Any] = json.loads((installed.package / "package.json").read_text())
    assert not [each for each in manifest if "ependencies" in each]
    texts = {each: each.read_text() for each in installed.package.glob("dist/*.js")}
    for path, text in texts.items():
        assert "node:" not in text, path
    whole = tmp_path / "whole.js"
    whole.write_text("".join(texts.values()))
    size = int(run("sh", "-c", f'"{NODE}" -e "{_SIZE}" < whole.js', cwd=tmp_path))
    assert 0 < size <= 12 * 1024


def test_has_the_version_of_the_other_clients() -> None:
    manifest: dict[str, Any] = json.loads((SOURCE / "package.json").read_text())
    python: dict[str, Any] = tomllib.loads((ROOT / "clients/python/pyproject.toml").read_text())
    assert manifest["version"] == python["project"]["version"]
    assert f'API_VERSION = "{core.API_VERSION}"' in (SOURCE / "src/core.ts").read_text()


def test_control_the_compiler_finds_wrong_fields(installed: Installed) -> None:
    lines = (
        'await client.cards.create({ titel: "T", sender: "P", template_id: "x", collection: {} });',
        "await client.cards.list({ status: 5 });",
        'await client.refunds.create("pay_1", {});',
        'const id: number = (await client.cards.retrieve("crd_1")).id;',
    )
    head = ('import { client as made } from "./given.mjs";', "const client = made();")
    wrong = installed.folder / "wrong.mts"
    wrong.write_text("\n".join((*head, *lines, "console.log(id);")))
    with pytest.raises(AssertionError) as found:
        compile_strictly(installed.folder, wrong)
    numbers = re.findall(r"wrong\.mts\((\d+),\d+\): error TS", str(found.value))
    assert set(numbers) == {"3", "4", "5", "6"}
