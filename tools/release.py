"""Make a release: `script/release VERSION` commits the version, tags it, and builds into dist/.

Without a version, it builds the current commit. Nothing is pushed or uploaded. The results are the wheels and
the sdists of the service and the Python client, the tarball of the TypeScript client, a bill of materials of
the service (CycloneDX 1.6), a provenance statement (in-toto, SLSA 1.0) and checksums. The same commit and
lock give the same bytes. The statement is not signed; sign the tag and SHA256SUMS with the project's key.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.version import Version

LOCK = "requirements.txt"
# The files that contain the version, with the pattern of its line. Clients have the version of the service.
VERSIONS = {
    "pyproject.toml": 'version = "{}"',
    "src/wellwish/__init__.py": '__version__ = "{}"',
    "clients/python/pyproject.toml": 'version = "{}"',
    "clients/typescript/package.json": '"version": "{}"',
}
# Set up by script/release.
NODE_TOOLS = "tools/generators/node_modules"
# The tools that build: Python's and the compiler of the TypeScript client.
LOCKS = (LOCK, "requirements-dev.txt", "tools/generators/package-lock.json")
# SECURITY.md describes its versions.
BUILD_TYPE = "urn:wellwish:script/release:v1"
REVISION = "src/wellwish/revision.txt"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class ReleaseError(Exception):
    """A release that cannot be made; the text gives the reason."""


def git(root: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=root, check=True, capture_output=True, text=True
    ).stdout.strip()


def current(root: Path) -> str:
    """Returns the version of all packages. Raises ReleaseError if they differ."""
    found = {name: _version(root / name, line) for name, line in VERSIONS.items()}
    if len(set(found.values())) != 1:
        raise ReleaseError(f"The versions differ: {found}.")
    return found["pyproject.toml"]


def _version(file: Path, line: str) -> str:
    found = re.search(rf"^ *{line.format('(.+)')}", file.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def prepare(root: Path, version: str, today: str) -> None:
    """Commits and tags the version. Raises ReleaseError before any change."""
    former = current(root)
    # A version of three numbers is valid for PyPI and for npm.
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"{version} is not a version such as 0.2.0.")
    if Version(version) <= Version(former) or str(Version(version)) != version:
        raise ReleaseError(f"The version must be newer than {former}, such as 0.2.0.")
    if git(root, "status", "--porcelain"):
        raise ReleaseError("There are changes that are not committed.")
    if git(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"The tag v{version} exists.")
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if "\n## Unreleased\n" not in changelog:
        raise ReleaseError("CHANGELOG.md has no section `Unreleased`.")
    _replace(root / "CHANGELOG.md", "\n## Unreleased\n", f"\n## Unreleased\n\n## {version} - {today}\n")
    for name, line in VERSIONS.items():
        _replace(root / name, line.format(former), line.format(version))
    git(root, "commit", "--quiet", "--all", f"--message=release: Publish {version}")
    git(root, "tag", "--annotate", f"v{version}", f"--message=Wellwish {version}")


def build(root: Path) -> list[Path]:
    """Builds everything into dist/ and returns the files. Raises ReleaseError."""
    version, dist = current(root), root / "dist"
    if git(root, "status", "--porcelain", "--untracked-files=no"):
        raise ReleaseError("There are changes that are not committed: the provenance would be wrong.")
    dist.mkdir(exist_ok=True)
    for file in dist.iterdir():
        file.unlink()
    moment = git(root, "log", "-1", "--format=%ct")
    with stamped(root):
        _run("hatchling", "build", "--directory", str(dist), cwd=root, moment=moment)
    _run("hatchling", "build", "--directory", str(dist), cwd=root / "clients/python", moment=moment)
    _pack_typescript(root, dist)
    packages = sorted(dist.iterdir())
    when = datetime.fromtimestamp(int(moment), UTC).isoformat().replace("+00:00", "Z")
    lock = (root / LOCK).read_text(encoding="utf-8")
    _write(dist / f"wellwish-{version}.cdx.json", bill_of_materials(version, lock, when))
    _write(dist / f"wellwish-{version}.intoto.json", provenance(root, version, packages))
    files = sorted(dist.iterdir())
    (dist / "SHA256SUMS").write_text("".join(f"{_sha256(file)}  {file.name}\n" for file in files))
    return [*files, dist / "SHA256SUMS"]


def _run(module: str, *words: str, cwd: Path, moment: str) -> None:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": moment}
    command = [sys.executable, "-P", "-m", module, *words]
    subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True)


def _pack_typescript(root: Path, dist: Path) -> None:
    """Compiles and packs a copy, so that the checkout stays unchanged."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "typescript"
        ignored = shutil.ignore_patterns("dist", "node_modules")
        shutil.copytree(root / "clients/typescript", copy, ignore=ignored)
        for command in (
            [str(root / NODE_TOOLS / ".bin/tsc"), "--project", str(copy)],
            ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(dist)],
        ):
            subprocess.run(
                command, cwd=copy, env={**os.environ, "PATH": path}, check=True, stdout=subprocess.DEVNULL
            )
    (tarball,) = dist.glob("*.tgz")
    # Without the rename, only the suffix would distinguish it from the service's sdist.
    tarball.rename(dist / tarball.name.replace("wellwish-", "wellwish-typescript-"))


@contextmanager
def stamped(root: Path) -> Generator[None]:
    """Writes the commit into a file of the packages during the block."""
    file = root / REVISION
    file.write_text(git(root, "rev-parse", "HEAD") + "\n", encoding="utf-8")
    try:
        yield
    finally:
        file.unlink()


def bill_of_materials(version: str, lock: str, when: str) -> dict[str, Any]:
    """Returns the packages of the lock in CycloneDX 1.6, with the hashes of their files."""
    components: list[dict[str, Any]] = []
    for entry in re.split(r"\n(?=\S)", lock):
        if (pinned := _PINNED.match(entry)) is None:
            continue
        purl = f"pkg:pypi/{pinned[1].lower().replace('_', '-')}@{pinned[2]}"
        component: dict[str, Any] = {
            "type": "library",
            "bom-ref": purl,
            "name": pinned[1],
            "version": pinned[2],
            "purl": purl,
            "properties": [
                {"name": "wellwish:sha256", "value": digest} for digest in sorted(_HASH.findall(entry))
            ],
        }
        if licence := _licence(pinned[1]):
            component["licenses"] = [{"license": {"name": licence}}]
        components.append(component)
    own = f"pkg:pypi/wellwish@{version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": when,
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "wellwish",
                "version": version,
                "purl": own,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": [each["bom-ref"] for each in components]}],
    }


def provenance(root: Path, version: str, packages: list[Path]) -> dict[str, Any]:
    """Returns the statement of how the packages were built: https://slsa.dev/spec/v1.0/provenance."""
    commit = git(root, "rev-parse", "HEAD")
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": file.name, "digest": {"sha256": _sha256(file)}} for file in packages],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {"version": version},
                "internalParameters": {
                    "python": ".".join(map(str, sys.version_info[:3])),
                    "hatchling": metadata.version("hatchling"),
                },
                "resolvedDependencies": [
                    {"name": "source", "digest": {"gitCommit": commit}},
                    *({"name": name, "digest": {"sha256": _sha256(root / name)}} for name in LOCKS),
                ],
            },
            "runDetails": {"builder": {"id": "urn:wellwish:script/release"}},
        },
    }


def _licence(name: str) -> str | None:
    try:
        found: Any = metadata.metadata(name)
    except metadata.PackageNotFoundError:  # for another platform
        return None
    text = found.get("License-Expression") or found.get("License") or ""
    return text.strip().splitlines()[0][:100] if text.strip() else None


def _replace(file: Path, old: str, new: str) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


def _write(file: Path, document: dict[str, Any]) -> None:
    file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def main() -> None:
    root = Path(__file__).resolve().parents[1]
    try:
        if len(sys.argv) > 1:
            prepare(root, sys.argv[1], datetime.now(UTC).date().isoformat())
        for file in build(root):
            sys.stdout.write(f"{file.stat().st_size:>12,}  {file.relative_to(root)}\n")
    except ReleaseError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
