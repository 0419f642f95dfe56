"""Metrics and budgets: test data does not affect those of live data, or the reverse."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import pytest

from tests import make
from tests.guards.test_tenants import ROWS, call, name_of, subject_of, subjects
from tests.test_mode import matrix
from tests.test_mode.conftest import Operated
from tests.waiting import until
from tests.world import Person
from wellwish.base.crypto import Keys
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

# Metrics of effects on people. A new metric belongs to this list or to that of the server.
OF_PEOPLE: Final = {"sends_total", "send_duration_seconds"}
# Metrics of the server's load, which test data also causes.
OF_SERVER: Final = {
    "requests_total", "request_duration_seconds", "pool_wait_seconds", "jobs", "job_age_seconds",
    "job_last_success_timestamp_seconds", "build_info", "process_heartbeat_age_seconds",
    "worker_heartbeat_age_seconds", "pool_size", "pool_used", "disk_free_bytes", "disk_size_bytes",
    "rows_written_total", "requested_mails_total", "requested_mails_limit",
    "webhook_attempts_total",  # test data has real deliveries
}  # fmt: skip
# Path parameters of payments; live data outside demo mode has no sandbox.
OF_MONEY: Final = ("payment_id", "refund_id", "refund_request_id")


async def figures(operated: Operated) -> dict[str, list[str]]:
    """Returns the samples of each metric, by its name without suffixes."""
    await operated.world.services.meter.write()
    text = (await operated.world.client.get("/metrics")).text
    found: dict[str, list[str]] = {}
    for name in re.findall(r"^# TYPE wellwish_(\w+) ", text, re.MULTILINE):
        found[name] = re.findall(rf"^wellwish_{name}(?:_bucket|_sum|_count)?[{{ ].*$", text, re.MULTILINE)
    return found


async def perform(person: Person, mode: str) -> int:
    """Performs each operation of the mode that writes and needs no payment; returns how many succeeded."""
    succeeded = 0
    for route in OPERATIONS:
        kind, row = subject_of(route), ROWS[name_of(route)]
        if not matrix.is_write(route, mode) or kind in OF_MONEY or "payment-provider" in route.path:
            continue
        made = await subjects(person, kind, row.prepared)
        answer = await call(person, route, made.ids.get(kind or ""), made)
        succeeded += answer.is_success
        if kind == "member_id":  # the next operation invites the same person
            await person.delete(f"/api/account/members/{made.ids[kind]}")
    await person.world.work()
    return succeeded


async def test_test_data_moves_no_metric_of_people(operated: Operated) -> None:
    world = operated.world
    tester = await world.alice.tester()
    before = await figures(operated)
    assert before.keys() == OF_PEOPLE | OF_SERVER
    assert await perform(tester, "test") > 40

    async def after_the_work_of_the_server() -> dict[str, list[str]]:  # PostgreSQL counts rows with a delay
        after = await figures(operated)
        moved = {name for name in after if after[name] != before[name]}
        assert moved >= {"requests_total", "rows_written_total"}, moved
        return after

    after = await until(after_the_work_of_the_server, despite=AssertionError)
    assert {name for name in OF_PEOPLE if after[name] != before[name]} == set()
    status = await world.owner.fetchval("select count(*) from minute_counts where name = 'sends_total'")
    assert status == 0, "nor what `wellwish status` shows"
    # The control: a live invitation.
    card = await make.card(world.alice)
    await make.invitations(world.alice, card["id"], "jonas@example.com")
    await world.work()
    lately = await figures(operated)
    assert {name for name in OF_PEOPLE if lately[name] != after[name]} == OF_PEOPLE


async def test_no_metric_names_an_account_or_a_record(operated: Operated) -> None:
    world = operated.world
    tester = await world.alice.tester()
    await perform(tester, "test")
    await perform(world.alice, "live")
    known = await matrix.all_ids(tester) | await matrix.all_ids(world.alice)
    text = "\n".join(line for lines in (await figures(operated)).values() for line in lines)
    assert len(known) > 100
    assert not [each for each in known if each in text]


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Generator[set[str]]:
    """Collects the texts of the subjects that limits count."""
    found: set[str] = set()
    original = Keys.pseudonym

    def pseudonym(keys: Keys, text: str) -> bytes:
        found.add(text)
        return original(keys, text)

    with monkeypatch.context() as patch:
        patch.setattr(Keys, "pseudonym", pseudonym)
        yield found


async def _subjects(operated: Operated, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Returns the subjects of limits that both test and live data count, for the same operations."""
    world = operated.world
    tester = await world.alice.tester()
    by_mode: list[set[str]] = []
    for person, mode in ((tester, "test"), (world.alice, "live")):
        with counted(monkeypatch) as found:
            assert await perform(person, mode) > 40
        by_mode.append(found)
    assert {each for each in by_mode[1] if re.match("messages to [^\n]*carol@[^\n]*$", each)}, "live mails"
    assert f"messages of {world.alice.account_id}" in by_mode[1]
    # A suppression is looked up by address, so each account has different rows.
    return {each for each in by_mode[0] & by_mode[1] if not each.startswith("suppression of ")}


async def test_no_budget_counts_both(operated: Operated, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await _subjects(operated, monkeypatch) == set()


async def test_sees_a_budget_that_counts_both(operated: Operated, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if test data is not distinguished, its messages count for the same addresses."""

    async def sends(tx: Tx, services: Services) -> bool:
        del tx, services
        return False

    monkeypatch.setattr(budget, "sends_nothing", sends)
    shared = await _subjects(operated, monkeypatch)
    assert any(re.fullmatch(r"messages to \S+@example\.com", each) for each in shared), shared
