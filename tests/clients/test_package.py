"""The Python client runs from its wheel and from its source archive."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "clients/python"


def run(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_runs_from_the_package(tmp_path: Path, target: str) -> None:
    copy, site = tmp_path / "copy", tmp_path / "site"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    run(sys.executable, "-P", "-m", "hatchling", "build", "--target", target, cwd=copy)
    (made,) = (copy / "dist").iterdir()
    shutil.unpack_archive(made, site, "zip" if target == "wheel" else "gztar")
    package = next(site.rglob("wellwish_sdk"))
    assert {"py.typed", "models.py", "params.py", "resources.py"} <= {each.name for each in package.iterdir()}
    assert next(site.rglob("LICENSE")).read_bytes() == (ROOT.parents[1] / "LICENSE").read_bytes()
    program = "import wellwish_sdk; print(wellwish_sdk.__file__, wellwish_sdk.Wellwish.__name__)"
    said = run(sys.executable, "-P", "-c", program, cwd=tmp_path, PYTHONPATH=str(package.parent))
    assert (package / "cli/commands.py").exists()
    assert said.split() == [str(package / "__init__.py"), "Wellwish"]
