"""The guides run as printed: each one after "Start in five minutes", in curl and in Python."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.test_readme import ROOT, running
from tests.shifted.shift import VARIABLE
from wellwish.web.docs.guide import GUIDES

pytestmark = pytest.mark.process

SHOWN = "http://localhost:8080"
# This command never ends; tests/clients/cli/test_listen.py runs it.
LISTEN = """pip install './clients/python[cli]'
ww login --demo --base-url http://localhost:8080
ww listen --forward-to http://127.0.0.1:3000/hook"""
# The fixture of tests/clients/typescript builds and installs the client in the same way.
TYPESCRIPT = """npx --package typescript tsc --project clients/typescript
npm install ./clients/typescript"""
# These commands start the server that the test already runs, and install the clients that the tests use.
# tests/clients/cli/test_sync.py runs it.
SYNC = """pip install './clients/python[cli]'
ww login --demo --base-url http://localhost:8080
ww people sync people.csv --dry-run"""
NOT_RUN = {"script/server", "pip install ./clients/python", TYPESCRIPT, LISTEN, SYNC}
# Servers never end; tests/clients/test_receiver.py and its TypeScript counterpart run them.
SERVER = re.compile(r"\.serve_forever\(|\.listen\(3000")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Demo = tuple[str, Path]


@contextmanager
def reading(folder: Path) -> Generator[Demo]:
    """The URL of a demo, and the folder in which a reader starts it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(VARIABLE, raising=False)  # the commands of a guide use the machine's clock
        with running(folder / "wellwish-data") as url:
            yield url, folder


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with reading(tmp_path_factory.mktemp("reader")) as found:
        yield found


def blocks(name: str) -> list[tuple[str, str]]:
    """Returns the language and the source of each block of a guide, except those that do not run."""
    found = FENCE.findall(GUIDES[name].text)
    # tests/browser/test_embed.py shows those of HTML.
    assert {language for language, _ in found} <= {"sh", "python", "ts", "json", "html"}
    return [
        (language, source)
        for language, source in found
        if source.strip() not in NOT_RUN and not SERVER.search(source)
    ]


def receiver(language: str) -> str:
    """Returns the complete receiver of the guide to webhooks, which listens on port 3000."""
    sources = [source for each, source in FENCE.findall(GUIDES["webhooks"].text) if each == language]
    (server,) = [source for source in sources if SERVER.search(source)]
    return f"{sources[0]}\n\n{server}"


def sources(name: str, language: str) -> list[str]:
    """Returns a guide's blocks in a language, preceded by those of the first guide."""
    names = dict.fromkeys(("start", name))
    return [source for each in names for kind, source in blocks(each) if kind == language]


def shell(script: str, url: str, folder: Path, code: Path = ROOT) -> str:
    """Runs the script with the Python client of a folder."""
    environment = {**os.environ, "PYTHONPATH": str(code / "clients/python/src")}
    done = subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", script.replace(SHOWN, url)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_python(name: str, demo: Demo, last: str = "") -> str:
    """Runs the Python of a guide after the shell commands that set the key pair."""
    url, folder = demo
    file = folder / f"{name}.py"
    file.write_text("\n".join([*sources(name, "python"), last]).replace(SHOWN, url))
    exports = [source for _, source in blocks("start") if "export API_KEY" in source]
    return shell("\n".join([*exports, f"{sys.executable} -W error {file}"]), url, folder)


def names_in(value: Any) -> set[str]:
    """Returns the names of all members."""
    if isinstance(value, dict):
        return {*value, *(name for inner in value.values() for name in names_in(inner))}
    return {name for inner in value for name in names_in(inner)} if isinstance(value, list) else set()


def refusals_in(printed: str) -> set[str]:
    """Returns the codes of the problem documents."""
    return set(re.findall(r'"code":"(\w+)","request_id"', printed))


# The errors that a guide deliberately causes.
REFUSED = {"retries": {"external_id_exists"}, "errors": {"invalid_request", "not_found"}}
# Python that runs after the blocks of a guide.
AFTERWARDS = {
    "webhooks": """
import standardwebhooks
from datetime import datetime, UTC
now = datetime.now(UTC)
body = '{"type":"contribution.created","timestamp":"2030-11-21T09:30:00Z","data":{"card_id":"card_1"}}'
signed = standardwebhooks.Webhook(endpoint.secret).sign("evt_1", now, body)
headers = {"webhook-id": "evt_1", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signed}
assert receive(body.encode(), headers, endpoint.secret) == 204
assert receive(body.encode() + b" ", headers, endpoint.secret) == 400
""",
    "events": """
import itertools
first = next(client.events.tail(after=last)) if newer else page.data[0]
assert [each.id for each in itertools.islice(client.events.tail(after=page.data[0].id), 2)] == [
    each.id for each in page.data[1:3]
]
""",
}


@pytest.mark.parametrize("name", GUIDES)
def test_runs_in_curl(demo: Demo, name: str, tmp_path: Path) -> None:
    # Rotating the pair would keep the pair of the shared demo from creating restricted keys.
    with reading(tmp_path) if name == "credentials" else nullcontext(demo) as (url, folder):
        for file in folder.glob("*.json"):
            file.unlink()
        printed = shell("\n".join(sources(name, "sh")), url, folder)
        printed += "".join(file.read_text() for file in folder.glob("*.json"))
    assert refusals_in(printed) == REFUSED.get(name, set()), printed


@pytest.mark.parametrize("name", GUIDES)
def test_shows_responses_with_names_of_the_document(name: str) -> None:
    document = (ROOT / "openapi.json").read_text(encoding="utf-8")
    for language, source in blocks(name):
        if language == "json":
            shown = json.loads(source)
            assert not {each for each in names_in(shown) if f'"{each}"' not in document}
            assert {shown.get("code")} <= {None, *REFUSED.get(name, ())}


@pytest.mark.parametrize("name", GUIDES)
def test_runs_in_python(demo: Demo, name: str) -> None:
    in_python(name, demo, AFTERWARDS.get(name, ""))


def test_a_block_that_fails_is_found(demo: Demo) -> None:
    """The control: a step whose request is refused ends the commands."""
    with pytest.raises(AssertionError):
        shell("\n".join([*sources("start", "sh"), f"curl -sf {SHOWN}/api/cards"]), *demo)
    with pytest.raises(AssertionError):
        in_python("start", demo, "client.cards.retrieve('card_x')")
