"""Install the Python client from its wheel and its sdist into an empty environment."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tools import release

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2] / "clients/python"
PROGRAM = "import wellwish_sdk; print(wellwish_sdk.__file__, wellwish_sdk.Wellwish.__name__)"


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, env={}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the locked packages, but without the client."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", folder, cwd=folder)
    (site,) = folder.glob("lib/python3.*/site-packages")
    (site / "locked.pth").write_text(sysconfig.get_path("purelib"))
    with pytest.raises(AssertionError, match="No module named"):
        run(folder / "bin/python", "-P", "-c", PROGRAM, cwd=folder)
    return folder


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_is_installed_from_the_file(empty: Path, tmp_path: Path, target: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    run(sys.executable, "-P", "-m", "hatchling", "build", "--target", target, cwd=copy)
    (made,) = (copy / "dist").iterdir()
    install = ("install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--force-reinstall")
    run(empty / "bin/python", "-m", "pip", *install, made, cwd=tmp_path)
    (package,) = empty.glob("lib/python3.*/site-packages/wellwish_sdk")
    assert {"py.typed", "models.py", "params.py", "resources.py"} <= {each.name for each in package.iterdir()}
    assert (package / "cli/commands.py").exists()
    (about,) = package.parent.glob("wellwish_sdk-*.dist-info")
    assert (about / "licenses/LICENSE").read_bytes() == (ROOT.parents[1] / "LICENSE").read_bytes()
    said = run(empty / "bin/python", "-P", "-W", "error", "-c", PROGRAM, cwd=tmp_path)
    assert said.split() == [str(package / "__init__.py"), "Wellwish"]
    assert run(empty / "bin/ww", "--version", cwd=tmp_path).split() == [release.current(ROOT.parents[1])]
    assert "--forward-to" in run(empty / "bin/ww", "listen", "--help", cwd=tmp_path)
