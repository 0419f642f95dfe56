"""Compatibility of clients and servers of this commit and of the last release."""

import json
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.clients.typescript.conftest import install, run
from tests.deployment.test_rolling import base, git, source
from tests.journeys.test_guides import FENCE, NOT_RUN, shell
from tests.journeys.test_readme import ROOT, running
from tests.shifted.shift import VARIABLE

pytestmark = pytest.mark.full

# Guides that the first release has, too.
NAMES = ("start", "dry-runs", "events", "retries", "webhooks")


class Demo(NamedTuple):
    """The URL of a demo, and the folder that it runs in."""

    url: str
    folder: Path

    @property
    def pair(self) -> dict[str, Any]:
        return json.loads((self.folder / "wellwish-data/demo-credentials.json").read_text())


def last_release() -> str:
    """Returns the commit of the newest tag, or, without a tag, the first commit that can be upgraded."""
    tags = git("tag", "--list", "v*", "--sort=-v:refname").split()
    before = [tag for tag in tags if git("rev-parse", f"{tag}^{{commit}}") != git("rev-parse", "HEAD")]
    given = os.environ.get("WELLWISH_TEST_UPGRADE_FROM")
    return git("rev-parse", f"{before[0]}^{{commit}}") if before and not given else base()


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> Path:
    commit = last_release()
    if not commit:
        pytest.skip("NO COMMIT BEFORE THIS ONE: run `git fetch --unshallow --tags`")
    print(f"last release: {git('log', '-1', '--format=%h %s', commit)}")
    return source(commit, tmp_path_factory.mktemp("former"))


@contextmanager
def demo(folder: Path, code: Path) -> Generator[Demo]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(VARIABLE, raising=False)  # the clients use the machine's clock
        with running(folder / "wellwish-data", code) as url:
            yield Demo(url, folder)


@pytest.fixture(scope="module")
def former_demo(former: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with demo(tmp_path_factory.mktemp("former-demo"), former) as made:
        yield made


@pytest.fixture(scope="module")
def this_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with demo(tmp_path_factory.mktemp("this-demo"), ROOT) as made:
        yield made


def walk(name: str, given: Demo, code: Path) -> None:
    """Runs a guide's Python from ``code`` with the client from ``code``."""
    texts = [(code / f"docs/guides/{each}.md").read_text() for each in dict.fromkeys(("start", name))]
    blocks = [found for text in texts for found in FENCE.findall(text) if found[1].strip() not in NOT_RUN]
    file = given.folder / f"{name}.py"
    program = "\n".join(text for language, text in blocks if language == "python")
    file.write_text(program.replace("http://localhost:8080", given.url))
    exports = [text for _, text in blocks if "export API_KEY" in text]
    shell("\n".join([*exports, f"{sys.executable} -W error {file}"]), *given, code)


@pytest.mark.parametrize("name", NAMES)
def test_python_works_with_the_server_of_the_last_release(former_demo: Demo, name: str) -> None:
    walk(name, former_demo, ROOT)


@pytest.mark.parametrize("name", NAMES)
def test_python_of_the_last_release_works_with_this_server(former: Path, this_demo: Demo, name: str) -> None:
    walk(name, this_demo, former)


def test_typescript_works_with_the_server_of_the_last_release(former_demo: Demo, tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    installed = install(tmp_path / "copy", tmp_path / "app")
    given = {
        "WELLWISH_URL": former_demo.url,
        "WELLWISH_API_KEY": former_demo.pair["api_key"],
        "WELLWISH_CLIENT_SECRET": former_demo.pair["client_secret"],
        "RECEIVER_URL": "https://example.com/hook",
    }
    assert "Many more, Maya!" in installed.run("journey", **given)["csv"]


def test_ww_works_with_the_server_of_the_last_release(former_demo: Demo, tmp_path: Path) -> None:
    def ww(*words: str) -> Any:
        program = "from wellwish_sdk.cli import main; main()"
        given = {
            "PYTHONPATH": str(ROOT / "clients/python/src"),
            "WELLWISH_PROFILES": str(tmp_path / "profiles.json"),
            "WELLWISH_BASE_URL": former_demo.url,
            "WELLWISH_API_KEY": former_demo.pair["api_key"],
            "WELLWISH_CLIENT_SECRET": former_demo.pair["client_secret"],
        }
        return json.loads(run(sys.executable, "-P", "-c", program, *words, "--json", cwd=tmp_path, **given))

    template = ww("templates", "list", "--limit", "1")["data"][0]["template_id"]
    card = ww("cards", "create", "--title", "T", "--sender", "P", "--template", template)
    assert ww("cards", "retrieve", card["card_id"])["status"] == "open"


def test_control_a_server_without_cards_fails(former_demo: Demo) -> None:
    with pytest.raises(AssertionError):
        walk("start", Demo(f"{former_demo.url}/nothing", former_demo.folder), ROOT)
