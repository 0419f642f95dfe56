"""Basedpyright in strict mode has no finding in the Python of the guides."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.journeys.test_guides import ROOT, receiver, sources
from wellwish.web.docs.guide import GUIDES

pytestmark = pytest.mark.process

BASEDPYRIGHT: Final = Path(sys.executable).with_name("basedpyright")
STRICT: Final = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "clients/python/src")]}


def findings(folder: Path, programs: dict[str, str]) -> set[str]:
    """Returns the checker's findings: file, line and message."""
    (folder / "pyrightconfig.json").write_text(json.dumps(STRICT))
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text)
    done = subprocess.run(
        [BASEDPYRIGHT, "--pythonpath", sys.executable, "--outputjson", "."],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said: dict[str, Any] = json.loads(done.stdout)
    assert said["summary"]["filesAnalyzed"] == len(programs)
    return {
        f"{Path(each['file']).name}:{each['range']['start']['line'] + 1} {each['message']}"
        for each in said["generalDiagnostics"]
    }


def test_the_guides_have_no_finding(tmp_path: Path) -> None:
    """The control is a program with a wrong field and a wrong type."""
    programs = {name: "\n".join(sources(name, "python")) for name in GUIDES}
    programs["receiver"] = receiver("python")
    wrong = 'client.cards.create(titel="T")\nnumber: int = client.cards.retrieve("x").id\nprint(number)\n'
    programs["control"] = "\n".join([*sources("start", "python"), wrong])
    found = findings(tmp_path, programs)
    assert {each for each in found if not each.startswith("control.py")} == set()
    assert {"titel", '"int"'} <= {word for word in ("titel", '"int"') for each in found if word in each}
