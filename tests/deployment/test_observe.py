"""The files of deploy/observe: they name every metric and no other, and each alert has a runbook line."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deployment import grafana
from tests.world import Person, World
from wellwish.infra.meter import report

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parents[2]
OBSERVE = ROOT / "deploy/observe"
PAGE = ROOT / "docs/operate/monitor.md"
PROMTOOL = shutil.which("promtool", path=os.environ.get("PATH", "") + ":/usr/sbin")
SUFFIX = re.compile(r"_(bucket|sum|count)$")


def rules() -> list[dict[str, Any]]:
    read = yaml.safe_load((OBSERVE / "alerts.yaml").read_text(encoding="utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    return json.loads((OBSERVE / "dashboard.json").read_text(encoding="utf-8"))["panels"]


def named(text: str) -> set[str]:
    """Returns the names of the metrics in a text, without the suffixes of the series of histograms."""
    return {SUFFIX.sub("", name) for name in re.findall(r"\bwellwish_[a-z_]+", text)}


def expressions() -> str:
    return "\n".join(target["expr"] for panel in panels() for target in panel.get("targets", []))


async def served(world: World) -> set[str]:
    text = (await world.client.get("/metrics")).text
    return {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}


async def test_names_every_metric_and_no_other(world: World) -> None:
    known = await served(world)
    assert named(expressions()) == known, "the dashboard"
    assert named("\n".join(rule["expr"] for rule in rules())) <= known, "the alerts"
    assert named(PAGE.read_text(encoding="utf-8")) == known, "the page"
    assert named("rate(wellwish_lost_total[5m])") - known  # the control


async def test_selects_only_labels_that_are_served(world: World, alice: Person) -> None:
    """A label that does not exist makes a panel empty and an alert silent, without an error."""
    await alice.get("/api/cards")
    meter = world.services.meter
    meter.sent("mail", "postmark", "accepted", 0.1)
    meter.observe("pool_wait_seconds", "", 0.1)
    meter.count("webhook_attempts_total", 'outcome="delivered"')
    meter.count("requested_mails_total", 'kind="sign_in",result="counted"')
    meter.succeeded("events.purge")
    meter.worked()
    await report(world.services.db, meter.process)
    await world.owner.execute("insert into jobs (kind, args, run_at) values ('cards.erase', '{}', now())")
    text = (await world.client.get("/metrics")).text
    labels: dict[str, set[str]] = {}
    for name, given in re.findall(r"^(wellwish_[a-z_]+)(?:\{(.*)\})? [^ ]+$", text, re.MULTILINE):
        labels.setdefault(name, set()).update(re.findall(r'(\w+)="', given))
    assert not await served(world) - {SUFFIX.sub("", name) for name in labels}, "each has a sample"
    whole = [rule["expr"] for rule in rules()] + expressions().splitlines()
    for each in whole:
        grouped = {name for names in re.findall(r"\bby \(([^)]*)\)", each) for name in names.split(", ")}
        selected = set(re.findall(r"[{,]\s*(\w+)\s*[!=]~?\"", each)) - {"job"}
        known = set[str]().union(*(labels.get(name, set()) for name in re.findall(r"wellwish_[a-z_]+", each)))
        assert grouped | selected <= known, each


def test_has_a_runbook_line_for_each_alert() -> None:
    sections = dict(
        re.findall(r"^### (\w+)\n\n(.+?)(?=\n\n###|\Z)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
    names = [rule["alert"] for rule in rules()]
    assert [*sections] == names, "in the same order"
    for rule in rules():
        assert rule["annotations"]["runbook"] == f"docs/operate/monitor.md#{rule['alert'].lower()}"
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"].endswith(".")
        assert len(sections[rule["alert"]].split()) > 15


def test_tests_each_alert_and_its_absence() -> None:
    tests = yaml.safe_load((OBSERVE / "alerts_test.yaml").read_text(encoding="utf-8"))["tests"]
    names = {rule["alert"] for rule in rules()}
    fired = {each["alertname"] for test in tests for each in test["alert_rule_test"] if "exp_alerts" in each}
    assert fired == names
    assert {each["alertname"] for each in tests[0]["alert_rule_test"]} == names
    assert not [each for each in tests[0]["alert_rule_test"] if "exp_alerts" in each]


def test_lays_out_the_dashboard_without_gaps_or_overlaps() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in panels():
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not taken & cells, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in panels()}) == len(panels())
    assert len(taken) == 24 * (1 + max(y for _, y in taken))


def test_the_dashboard_keeps_to_the_schema_of_grafana() -> None:
    text = (OBSERVE / "dashboard.json").read_text(encoding="utf-8")
    assert grafana.faults(json.loads(text)) == []
    for old, new in (
        ('"type": "stat"', '"type": "stats"'),
        ('"expr": "', '"expression": "'),
        ('"refId": "A"', '"refId": "first"'),
        ('"refId": "B"', '"refId": "A"'),
        ('"unit": "reqps"', '"unit": "requests"'),
        ('"uid": "${datasource}"', '"uid": "prometheus"'),
        ('"w": 4', '"w": 40'),
    ):
        assert old in text
        assert grafana.faults(json.loads(text.replace(old, new, 1))), old  # the controls


def promtool(*words: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    assert PROMTOOL is not None
    return subprocess.run([PROMTOOL, *words], input=given, capture_output=True, text=True, check=False)


@pytest.mark.full
@pytest.mark.skipif(PROMTOOL is None, reason="NO PROMTOOL ON THIS MACHINE: the alert rules are not tried")
async def test_promtool_accepts_the_alerts_and_metrics(world: World, alice: Person, tmp_path: Path) -> None:
    assert promtool("check", "rules", str(OBSERVE / "alerts.yaml")).returncode == 0
    ended = promtool("test", "rules", str(OBSERVE / "alerts_test.yaml"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    # The control: an alert that fires too late fails its test.
    for file in ("alerts.yaml", "alerts_test.yaml"):
        text = (OBSERVE / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text(text.replace("> 300", "> 900"))
    ended = promtool("test", "rules", str(tmp_path / "alerts_test.yaml"))
    assert ended.returncode != 0
    assert "WellwishQueueWaits" in ended.stdout + ended.stderr
    await alice.get("/api/cards")
    await report(world.services.db, world.services.meter.process)
    text = (await world.client.get("/metrics")).text
    read = promtool("check", "metrics", given=text)
    assert read.returncode == 0, read.stdout + read.stderr


@pytest.mark.full
@pytest.mark.skipif(PROMTOOL is None, reason="NO PROMTOOL ON THIS MACHINE: the alert rules are not tried")
def test_promtool_accepts_the_expressions_of_the_dashboard(tmp_path: Path) -> None:
    rules_file = tmp_path / "dashboard.yaml"
    listed = [
        {"record": f"dashboard:{number}", "expr": each.replace("$__rate_interval", "1m")}
        for number, each in enumerate(expressions().splitlines())
    ]
    rules_file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": listed}]}))
    ended = promtool("check", "rules", str(rules_file))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    rules_file.write_text(rules_file.read_text().replace("sum(", "summ(", 1))
    assert promtool("check", "rules", str(rules_file)).returncode != 0
