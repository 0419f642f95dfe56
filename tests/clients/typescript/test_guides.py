"""The TypeScript of the guides: compiled strictly, then run as printed after "Start in five minutes".

One compilation and one Node process serve all guides.
"""

import json
import re
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.clients.test_receiver import SECRET, check, listening
from tests.clients.typescript.conftest import NODE, NODE_TOOLS, STRICT, Installed, run
from tests.journeys.test_guides import SHOWN, blocks, receiver
from tests.journeys.test_readme import running
from tests.listening import free_port
from tests.shifted.shift import VARIABLE
from wellwish.web.docs.guide import GUIDES

pytestmark = pytest.mark.generated

# Code that runs after the blocks of a guide.
AFTERWARDS: Final = {
    "webhooks": """
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
const body = '{"type":"contribution.created","timestamp":"2030-11-21T09:30:00Z","data":{"card_id":"card_1"}}';
const now = String(Math.floor(Date.now() / 1000));
const key = Buffer.from(endpoint.secret.slice("whsec_".length), "base64");
const signature = createHmac("sha256", key).update(`evt_1.${now}.${body}`).digest("base64");
const headers = { "webhook-id": "evt_1", "webhook-timestamp": now, "webhook-signature": `v1,${signature}` };
async function post(content: string): Promise<number> {
  const request = new Request("https://example.com/wellwish", { method: "POST", body: content, headers });
  return (await receive(request, endpoint.secret)).status;
}
assert.equal(await post(body), 204);
assert.equal(await post(`${body} `), 400);
assert.notEqual(secret, endpoint.secret);
""",
    "events": """
import assert from "node:assert/strict";
const after = page.data[0]!.id;
const seen: string[] = [];
const log = console.log;
console.log = (...given: unknown[]) => {
  seen.push(given.join(" "));
  if (seen.length === 2) throw new Error("seen enough");
};
await assert.rejects(follow(after), /seen enough/);
console.log = log;
assert.deepEqual(seen, page.data.slice(1, 3).map((each) => `${each.type} ${each.card_id ?? ""}`));
assert(newer.every((each) => each.id !== last));
""",
}
# Each later guide is a block within the first one's scope, so that it can use and shadow its names.
IMPORT: Final = re.compile(r"^import .*?;\n", re.MULTILINE)
# Runs the guides in sequence, and writes the error of each failed one.
RUNNER: Final = """
import { writeFileSync } from "node:fs";
const failed = {};
for (const name of process.argv.slice(2)) {
  try {
    await import(`./${name}.mjs`);
  } catch (error) {
    failed[name] = String(error.stack ?? error);
  }
}
writeFileSync("failed.json", JSON.stringify(failed));
"""
BROKEN: Final = """
const nothing = await client.cards.retrieve("card_x");
const wrong: number = nothing.id;
"""


@dataclass(frozen=True)
class Tried:
    """The folder of the programs, the compiler's findings and Node's errors by guide."""

    folder: Path
    findings: dict[str, list[str]]
    failed: dict[str, str]


def program(*parts: str) -> str:
    """Joins the parts to one module, in which each part after the first is a block."""
    imports = dict.fromkeys(each for part in parts for each in IMPORT.findall(part))
    first, *others = [IMPORT.sub("", part) for part in parts]
    return "".join([*imports, first, *(f"{{\n{part}\n" for part in others), "}\n" * len(others)])


def sources() -> dict[str, str]:
    """Returns the program of each guide that has TypeScript."""
    own = {name: "\n".join(text for kind, text in blocks(name) if kind == "ts") for name in GUIDES}
    parts = {name: [text, AFTERWARDS.get(name, "")] for name, text in own.items() if text}
    return {
        name: program(*(given if name == "start" else [own["start"], *given]))
        for name, given in parts.items()
    }


def compiled(folder: Path) -> dict[str, list[str]]:
    """Writes `x.mjs` for each `x.mts`, and returns the findings by guide."""
    done = subprocess.run(
        [NODE, NODE_TOOLS / ".bin/tsc", *STRICT, "--pretty", "false", *folder.glob("*.mts")],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    found: dict[str, list[str]] = defaultdict(list)
    for line in done.stdout.splitlines():
        found[line.partition(".mts(")[0].rpartition("/")[2]].append(line)
    return dict(found)


@pytest.fixture(scope="module")
def tried(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Tried:
    # Inside the package's folder, for its node_modules; a new one for each call, because a worker that
    # takes over a part of this module later sets the fixture up again.
    folder = Path(tempfile.mkdtemp(prefix="guides-", dir=installed.folder))
    given = {**sources(), "broken": program(sources()["start"], BROKEN)}
    (folder / "receiver.mts").write_text(receiver("ts"))
    for name, text in given.items():
        (folder / f"{name}.mts").write_text(text)
    findings = compiled(folder)
    (folder / "all.mjs").write_text(RUNNER)
    data = tmp_path_factory.mktemp("typescript-guides") / "wellwish-data"
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(VARIABLE, raising=False)  # the client uses the machine's clock
        with running(data) as url:
            for file in folder.glob("*.mjs"):
                file.write_text(file.read_text().replace(SHOWN, url))
            pair: dict[str, Any] = json.loads((data / "demo-credentials.json").read_text())
            keys = {"API_KEY": pair["api_key"], "CLIENT_SECRET": pair["client_secret"]}
            run(NODE, "all.mjs", *given, cwd=folder, **keys)
    return Tried(folder, findings, json.loads((folder / "failed.json").read_text()))


@pytest.mark.parametrize("name", sources())
def test_compiles_and_runs(tried: Tried, name: str) -> None:
    assert tried.findings.get(name, []) == []
    assert tried.failed.get(name) is None


def test_the_receiver_receives_each_event_once(tried: Tried, tmp_path: Path) -> None:
    assert tried.findings.get("receiver", []) == []
    port = free_port()
    file = tried.folder / "receiving.mjs"
    file.write_text((tried.folder / "receiver.mjs").read_text().replace("3000", str(port)))
    with listening([str(NODE), str(file)], tmp_path, port, WEBHOOK_SECRET=SECRET) as printed:
        check(port, printed)


def test_a_block_that_fails_is_found(tried: Tried) -> None:
    """The control: a wrong type, and a refused request."""
    assert tried.findings.keys() <= {"broken"}
    assert re.search(r"error TS2322", "".join(tried.findings["broken"]))
    assert "NotFound" in tried.failed["broken"]


@pytest.mark.parametrize("name", GUIDES)
def test_has_typescript_beside_each_block_of_python(name: str) -> None:
    """A guide may also have no TypeScript at all (CONTRIBUTING.md)."""
    kinds = [kind for kind, _ in blocks(name) if kind != "json"]
    if "ts" in kinds:
        pairs = [kinds[at + 1 : at + 2] for at, kind in enumerate(kinds) if kind == "python"]
        assert pairs == [["ts"]] * kinds.count("ts"), (
            f"docs/guides/{name}.md: a block of Python without TypeScript"
        )
