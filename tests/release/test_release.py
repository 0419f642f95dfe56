"""A release is tagged, complete, reproducible and runs from its wheel."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

from tests.journeys.test_readme import wait_for
from tests.listening import free_port
from tests.release.test_provenance import faults
from tools import release
from tools.deployment import instructions
from wellwish import __version__
from wellwish.base.settings.revision import UNKNOWN, find_revision

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / release.LOCK).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    assert release.current(ROOT) == __version__


def test_another_version_of_a_client_is_refused(tmp_path: Path) -> None:
    for name in release.VERSIONS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert release.current(tmp_path) == __version__
    manifest = tmp_path / "clients/typescript/package.json"
    manifest.write_text(manifest.read_text().replace(__version__, "9.8.6"))
    with pytest.raises(release.ReleaseError, match=r"differ: .*9\.8\.6"):
        release.current(tmp_path)


def test_the_bill_of_materials_has_every_package_of_the_lock() -> None:
    bill = release.bill_of_materials("1.2.3", LOCK, "2026-11-22T00:00:00Z")
    pinned = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", LOCK, re.MULTILINE)
    assert [(each["name"], each["version"]) for each in bill["components"]] == pinned
    assert len(pinned) > 30
    hashes = [each for component in bill["components"] for each in component["properties"]]
    assert len(hashes) == LOCK.count("--hash=")
    references = {each["bom-ref"] for each in bill["components"]}
    assert set(bill["dependencies"][0]["dependsOn"]) == references
    assert sum("licenses" in each for each in bill["components"]) > len(references) * 0.7


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with the committed state."""
    source = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if source.returncode != 0:
        pytest.skip("NOT A GIT REPOSITORY: releases are not tried")
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, folder], check=True)
    for name, value in (("user.name", "Release"), ("user.email", "release@example.com")):
        release.git(folder, "config", name, value)
    return folder


@pytest.mark.full
def test_a_release_is_tagged_and_reproducible_and_its_wheel_serves(clone: Path, tmp_path: Path) -> None:
    for version in ("0.0.1", "next", "1.0.0.0.beta", release.current(clone)):
        with pytest.raises(release.ReleaseError):
            release.prepare(clone, version, "2026-11-22")
    (clone / "README.md").write_text("changed")
    with pytest.raises(release.ReleaseError, match="not committed"):
        release.prepare(clone, "9.8.7", "2026-11-22")
    with pytest.raises(release.ReleaseError, match="not committed"):
        release.build(clone)
    release.git(clone, "checkout", "--quiet", "README.md")

    release.prepare(clone, "9.8.7", "2026-11-22")
    assert release.git(clone, "rev-parse", "v9.8.7^{commit}") == release.git(clone, "rev-parse", "HEAD")
    assert "\n## 9.8.7 - 2026-11-22\n" in (clone / "CHANGELOG.md").read_text()
    # The compiler of the TypeScript client, which script/release sets up.
    shutil.copytree(
        ROOT / release.NODE_TOOLS, clone / release.NODE_TOOLS, copy_function=os.link, symlinks=True
    )
    first = {file.name: file.read_bytes() for file in release.build(clone)}
    packages = {
        "wellwish-9.8.7-py3-none-any.whl", "wellwish-9.8.7.tar.gz", "wellwish-typescript-9.8.7.tgz",
        "wellwish_sdk-9.8.7-py3-none-any.whl", "wellwish_sdk-9.8.7.tar.gz",
    }  # fmt: skip
    assert first.keys() == packages | {"wellwish-9.8.7.cdx.json", "wellwish-9.8.7.intoto.json", "SHA256SUMS"}
    assert {file.name: file.read_bytes() for file in release.build(clone)} == first
    checked = subprocess.run(
        ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=clone / "dist", check=False
    )
    assert checked.returncode == 0
    statement = json.loads(first["wellwish-9.8.7.intoto.json"])
    assert {each["name"] for each in statement["subject"]} == packages
    assert faults(statement) == []
    assert not release.git(clone, "status", "--porcelain")
    serve(clone / "dist/wellwish-9.8.7-py3-none-any.whl", tmp_path, release.git(clone, "rev-parse", "HEAD"))


def serve(wheel: Path, tmp_path: Path, commit: str) -> None:
    """Installs the wheel next to the packages of this environment, and runs the demo in an empty folder."""
    site, empty = tmp_path / "site", tmp_path / "empty"
    shutil.unpack_archive(wheel, site, "zip")
    empty.mkdir()
    port = free_port()
    environment = {**os.environ, "PYTHONPATH": str(site), "WELLWISH_PORT": str(port)}
    version = [sys.executable, "-P", "-c", "import wellwish; print(wellwish.__file__, wellwish.__version__)"]
    said = subprocess.run(version, env=environment, cwd=empty, capture_output=True, text=True, check=True)
    assert said.stdout.split() == [str(site / "wellwish/__init__.py"), "9.8.7"]
    command = [sys.executable, "-P", "-m", "wellwish", "serve", "--demo"]
    with subprocess.Popen(command, env=environment, cwd=empty, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(f"http://localhost:{port}/readyz")
            with urlopen(f"http://localhost:{port}/metrics") as metrics:
                text = metrics.read().decode()
            assert f'wellwish_build_info{{version="9.8.7",revision="{commit[:12]}"}} 1' in text
        finally:
            server.terminate()
            assert server.wait(60) == 0
    assert [entry.name for entry in empty.iterdir()] == ["wellwish-data"]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The revision file of a package that runs outside a checkout."""
    monkeypatch.setattr("wellwish.base.settings.revision._CHECKOUT", tmp_path)
    monkeypatch.setattr("wellwish.base.settings.revision._PACKAGED", tmp_path / "revision.txt")
    return tmp_path / "revision.txt"


def test_a_package_knows_the_commit_that_it_was_built_from(installed: Path) -> None:
    assert find_revision.__wrapped__() == UNKNOWN  # the control: a package without a release
    installed.write_text("4f2a9c017b3d5e6f7a8b9c0d1e2f3a4b5c6d7e8f\n")
    assert find_revision.__wrapped__() == "4f2a9c017b3d"


def test_the_packages_contain_the_file_that_the_release_writes(clone: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["hatch"]["build"]["artifacts"] == [release.REVISION]
    with release.stamped(clone):
        written = (clone / release.REVISION).read_text().strip()
        assert written == release.git(clone, "rev-parse", "HEAD")
        assert release.git(clone, "check-ignore", release.REVISION)
    assert not (clone / release.REVISION).exists()


def test_the_image_is_told_its_commit() -> None:
    found = instructions((ROOT / "Containerfile").read_text())
    last = found[max(place for place, (name, _) in enumerate(found) if name == "FROM") :]
    assert ("ARG", "REVISION=") in last
    assert "WELLWISH_REVISION=$REVISION" in dict(last)["ENV"].split()
    compose = yaml.safe_load((ROOT / "deploy/compose/compose.yaml").read_text())
    assert compose["services"]["serve"]["build"]["args"] == {"REVISION": "${REVISION:-}"}
