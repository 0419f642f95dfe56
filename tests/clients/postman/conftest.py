"""Newman, which runs the served Postman collection against a service on a real port."""

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.world import Person, World

ROOT: Final = Path(__file__).parents[3]
# Set up by script/test; Node is a package of the environment.
MODULES: Final = ROOT / "tools/postman/node_modules"
PROGRAM: Final = Path(__file__).with_name("run.cjs")
NODE: Final = Path(sys.executable).with_name("node")
PATH: Final = "/docs/wellwish.postman_collection.json"


@dataclass(frozen=True)
class Run:
    """The errors of requests and scripts, the responses, and the variables at the end.

    Responses exclude the token requests of scripts.
    """

    failures: list[str]
    responses: list[tuple[str, int, str]]
    variables: dict[str, str]

    @property
    def statuses(self) -> list[tuple[str, int]]:
        return [(name, status) for name, status, _ in self.responses]


class Newman:
    """Runs a collection, or some of its folders and requests."""

    def __init__(self, folder: Path, collection: dict[str, Any]) -> None:
        self.folder = folder
        self.collection = collection

    async def __call__(self, *names: str, **variables: str) -> Run:
        """``names``: folders or requests; without names, everything."""
        return await asyncio.to_thread(self._run, names, variables)

    def of(self, person: Person) -> dict[str, str]:
        """A person's key pair as variables."""
        return {"api_key": person.api_key, "client_secret": person.client_secret}

    def _run(self, names: tuple[str, ...], variables: dict[str, str]) -> Run:
        given = {"collection": self.collection, "folder": names, "variables": variables}
        done = subprocess.run(
            [NODE, PROGRAM, MODULES],
            input=json.dumps(given),
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        read = json.loads(done.stdout)
        made = Run(read["failures"], [tuple(each) for each in read["responses"]], read["variables"])
        # As in Postman, variables persist between runs.
        self.collection["variable"] = [
            {"key": name, "value": value} for name, value in made.variables.items()
        ]
        return made


@pytest.fixture
async def world(site: World) -> World:
    """The service on a port with an empty database, alice, bob and mallory."""
    return await site.renew()


@pytest.fixture
async def newman(world: World, tmp_path: Path) -> Newman:
    """The runner of the served collection."""
    served = await world.client.get(PATH)
    assert served.status_code == 200
    return Newman(tmp_path, served.json())
