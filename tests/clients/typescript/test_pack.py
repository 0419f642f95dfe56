"""`npm pack` of a fresh checkout builds the code first."""

import json
import shutil
from pathlib import Path

import pytest

from tests.clients.typescript.conftest import NODE_TOOLS, SOURCE, run

pytestmark = pytest.mark.generated


def packed(folder: Path, *words: str) -> set[str]:
    """Returns the files in a package that is packed from a copy without build output."""
    copy = folder / "copy"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("dist", "node_modules"))
    (copy / "node_modules").symlink_to(NODE_TOOLS)  # as `npm install` of a developer would
    [found] = json.loads(run("npm", "pack", "--dry-run", "--json", *words, cwd=copy))
    return {each["path"] for each in found["files"]}


def test_a_pack_of_a_fresh_checkout_has_its_code(tmp_path: Path) -> None:
    files = packed(tmp_path)
    assert {"package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts"} <= files
    modules = {each.stem for each in (SOURCE / "src").glob("*.ts")}
    assert {f"dist/{each}.js" for each in modules} <= files


def test_the_control_without_scripts_has_no_code(tmp_path: Path) -> None:
    assert not [each for each in packed(tmp_path, "--ignore-scripts") if each.startswith("dist/")]
