"""Generated clients compile strictly and run the quickstart, without a warning.

They are not the published clients: they show that third-party generators can read the document.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.infra.openapi.generated.conftest import Demo
from wellwish.infra import openapi
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.generated

ROOT = Path(__file__).parents[4]
HERE = Path(__file__).parent
PROGRAMS = Path(sys.executable).parent
NODE_TOOLS = ROOT / "tools" / "generators" / "node_modules"


def run(*command: str | Path, cwd: Path) -> str:
    """Returns the program's output; fails with that output if the program fails."""
    environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]}:\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def write_document(folder: Path) -> Path:
    file = folder / "openapi.json"
    file.write_bytes(openapi.document_bytes(OPERATIONS, openapi.Contact("https://cards.example/", None)))
    return file


# The generator knows JSON, text and bytes; its guide says to name other types so.
_BYTES = "application/octet-stream"
_CONFIGURATION = {"content_type_overrides": {"application/x-ndjson": _BYTES, "application/zip": _BYTES}}


def make_python(file: Path) -> None:
    configuration = file.with_name("generator.json")
    configuration.write_text(json.dumps(_CONFIGURATION))
    run(
        "openapi-python-client", "generate", "--path", file, "--output-path", file.with_name("generated"),
        "--meta", "none", "--config", configuration, "--fail-on-warning", cwd=file.parent,
    )  # fmt: skip


def modules_of(folder: Path) -> dict[str, str]:
    """Returns the generated models by their names in lower case."""
    found = (folder / "generated" / "models").glob("*.py")
    return {each.stem.replace("_", ""): each.read_text() for each in found}


def make_types(file: Path) -> str:
    said = run(NODE_TOOLS / ".bin" / "openapi-typescript", file, "-o", "schema.ts", cwd=file.parent)
    (file.parent / "node_modules").symlink_to(NODE_TOOLS)
    shutil.copy(HERE / "walk.mts", file.parent)
    return said


def compile_types(folder: Path) -> None:
    run(
        NODE_TOOLS / ".bin" / "tsc", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes",
        "--noEmit", "--target", "es2022", "--module", "nodenext", "--allowImportingTsExtensions",
        "--types", "node", "walk.mts", cwd=folder,
    )  # fmt: skip


def check_walk(demo: Demo, printed: str) -> None:
    """Checks that the card has the effects of the walk, as another client sees them."""
    made: dict[str, Any] = json.loads(printed.splitlines()[-1])
    assert made["status"] == "closed"
    invitations = demo.get(f"/api/cards/{made['card_id']}/invitations")["data"]
    assert [(each["invite_id"], each["delivery_id"]) for each in invitations] == [
        (made["invite_id"], "jonas@example.com")
    ]
    admins = demo.get(f"/api/card-admins/card/{made['card_id']}")["data"]
    assert [each["email"] for each in admins] == ["sam@example.com"]


def test_a_generated_python_client_walks_the_quickstart(demo: Demo, tmp_path: Path) -> None:
    make_python(write_document(tmp_path))
    models = modules_of(tmp_path)
    for name, schema in json.loads((tmp_path / "openapi.json").read_bytes())["components"]["schemas"].items():
        for added in schema.get("allOf", [])[1:]:  # a record that extends another keeps what it adds
            assert all(f'"{field}"' in models[name.lower()] for field in added["properties"]), name
    shutil.copy(HERE / "walk.py.txt", tmp_path / "walk.py")  # its imports exist only there
    run("basedpyright", "--pythonpath", sys.executable, "walk.py", cwd=tmp_path)
    check_walk(demo, run(sys.executable, "walk.py", demo.url, *demo.pair, cwd=tmp_path))


def test_generated_typescript_types_walk_the_quickstart(demo: Demo, tmp_path: Path) -> None:
    said = make_types(write_document(tmp_path))
    assert "warn" not in said.lower()
    compile_types(tmp_path)
    printed = run("node", "--no-warnings", "walk.mts", demo.url, *demo.pair, cwd=tmp_path)
    check_walk(demo, printed)


def test_control_a_warning_and_a_type_error_are_found(tmp_path: Path) -> None:
    """An enum named like a record, and a body whose default makes a field required."""
    file = write_document(tmp_path)
    document = json.loads(file.read_bytes())
    schemas = document["components"]["schemas"]
    schemas["Payment"]["properties"]["provider"] = {"type": "string", "enum": ["sandbox", "stripe"]}
    schemas["NewCollection"]["properties"]["currency"] = {"type": "string", "default": "EUR"}
    file.write_text(json.dumps(document))
    with pytest.raises(AssertionError, match="PaymentProvider"):
        make_python(file)
    make_types(file)
    with pytest.raises(AssertionError, match="currency"):
        compile_types(tmp_path)
