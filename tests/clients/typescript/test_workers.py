"""The TypeScript client in workerd, the runtime of Workers, without Node's APIs."""

import asyncio
import json
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx2
import pytest

from tests.clients import quickstart
from tests.clients.typescript.conftest import ROOT, Installed
from tests.journeys.test_readme import wait_for
from tests.listening import free_port
from tests.webhooks.receivers import receiving
from tests.world import World

pytestmark = pytest.mark.generated

# Set up by script/test, for Linux only.
PACKAGES: Final = ROOT / "tools/workers/node_modules/@cloudflare"
CONFIG: Final = """
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (modules = [%s], bindings = [%s], compatibilityDate = "2025-06-01")),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:%d", http = (), service = "worker")],
);
"""


@contextmanager
def worker(installed: Installed, folder: Path, **given: str) -> Generator[str]:
    """Runs the program `worker` with the installed package. Yields its URL."""
    modules = {"worker.js": "worker.mjs", "quickstart.mjs": "quickstart.mjs"}
    for each in ("index", *(file.stem for file in installed.package.glob("dist/*.js"))):
        modules[f"wellwish/{each}.js"] = f"node_modules/wellwish/dist/{each}.js"
    for name, source in modules.items():
        (folder / name).parent.mkdir(exist_ok=True)
        text = (installed.folder / source).read_text()
        (folder / name).write_text(text.replace('from "wellwish"', 'from "./wellwish/index.js"'))
    port = free_port()
    listed = ", ".join(
        f"(name = {json.dumps(each)}, esModule = embed {json.dumps(each)})" for each in modules
    )
    bound = ", ".join(
        f"(name = {json.dumps(name)}, text = {json.dumps(text)})" for name, text in given.items()
    )
    (folder / "config.capnp").write_text(CONFIG % (listed, bound, port))
    (program,) = PACKAGES.glob("workerd-*/bin/workerd")
    with subprocess.Popen([program, "serve", "config.capnp"], cwd=folder) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/readyz")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


async def test_walks_the_quickstart_in_a_worker(world: World, installed: Installed, tmp_path: Path) -> None:
    given = {
        "WELLWISH_URL": world.services.settings.base_url,
        "WELLWISH_API_KEY": world.alice.api_key,
        "WELLWISH_CLIENT_SECRET": world.alice.client_secret,
    }
    async with receiving() as receiver:
        with worker(installed, tmp_path, **given, RECEIVER_URL=receiver.url) as url:
            made = (await asyncio.to_thread(httpx2.get, url, timeout=60)).json()
            message = await quickstart.check(world, receiver)
            secret = {"secret": made["secret"]}
            headers = {name: value for name, value in message.headers.items() if name.startswith("webhook-")}
            read, forged = [
                await asyncio.to_thread(httpx2.post, url, params=secret, headers=headers, content=body)
                for body in (message.body, message.body + b" ")
            ]
    assert (made["refused"], made["followed"]) == (True, "invitation.created")
    assert read.json() == message.json
    assert forged.status_code == 400
