"""The operator deletes an account: only records of payments remain, and other accounts lose nothing."""

import asyncio
import json
import signal
import subprocess
import sys
from base64 import b64encode
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests import make
from tests.auth.consents.consenting import made_without_pages
from tests.cards.handovers.test_create import VOUCHER
from tests.commands import Ended, environment, wellwish
from tests.contributions import giving
from tests.media.files import photo
from tests.payments import buying, striped
from tests.privacy import traces
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import ids
from wellwish.deletions.delete import ObstacleError, delete_account
from wellwish.infra.db import Database
from wellwish.infra.http import Services

pytestmark = pytest.mark.anyio

NEEDLES = ("alice", "Quillbury", "ana@example.com", "Ostrander", "hooks.example.com", "Zanzibar")
# Records of payments and of paid bundles, and the rows that they refer to.
KEPT = {
    "accounts", "account_suspensions", "payments", "ledger", "ledger_accounts", "ledger_balances",
    "sandbox_payments", "sandbox_events", "provider_events",
}  # fmt: skip
# Tables that the service writes independently of requests.
OF_THE_SERVICE = {"counters", "minute_counts", "throttles", "processes", "server_key", "migrations"}


@pytest.fixture
def run(clone: tuple[str, str], world: World) -> Any:
    given = environment(clone) | {
        "WELLWISH_SECRET_KEY": bytes(range(32)).hex(),
        "WELLWISH_DATA_DIR": str(world.services.settings.data_dir),
    }

    def command(*words: str) -> Ended:
        return wellwish(given, *words)

    return command


@pytest.fixture
async def as_owner(clone: tuple[str, str], world: World) -> AsyncIterator[Services]:
    """The services of the command, connected as the owner of the tables."""
    db = Database(clone[0], size=1)
    await db.open()
    yield replace(world.services, db=db)
    await db.close()


async def place(world: World, person: Person) -> dict[str, Any]:
    """Fills an account: a signed card with a photo and a logo, a group, an admin, a webhook, and money handed
    over.
    """
    await person.patch("/api/account", {"name": "Quillbury Ltd"})
    picture = {"content": b64encode(photo(64, 32)).decode()}
    assert (await person.put("/api/account/logo", picture)).status_code == 200
    card = await giving.card(person)
    [invited] = await make.invitations(person, card["id"], "ana@example.com")
    visitor = Visitor(world)
    files = {"photo": ("photo.jpg", photo(), "image/jpeg")}
    await visitor.sign(path_of(invited["link"]), files, name="Ana Ostrander", text="Zanzibar wishes")
    await giving.gave(person, card["id"])
    await make.admin(person, card["id"], world.bob, can_update=True)
    group = {"name": "Ostrander team", "members": [{"email": "ana@example.com"}]}
    assert (await person.post("/api/groups", group)).status_code == 201
    hook = {"url": "https://hooks.example.com/in", "event_types": ["card.created"]}
    assert (await person.post("/api/webhook-endpoints", hook)).status_code == 201
    await made_without_pages(person)
    await world.work()
    return card


async def hand_over(person: Person, card: dict[str, Any]) -> None:
    path = f"/api/cards/{card['id']}"
    assert (await person.post(f"{path}/close")).status_code == 200
    fresh = await person.get(path)
    answer = await person.post(f"{path}/handover", VOUCHER, headers={"If-Match": fresh.headers["ETag"]})
    assert answer.status_code in (200, 201), answer.text


async def hits(world: World, *more: str) -> set[str]:
    """Returns the tables with a trace of alice's account."""
    needles = [each.lower() for each in (*NEEDLES, *more)]
    dumped = await traces.dump(world.owner)
    return {table for table, text in dumped.items() if any(each in text for each in needles)}


async def rows_of(world: World, account_id: str) -> dict[str, list[str]]:
    """Returns the rows that name an account, by table."""
    found: dict[str, list[str]] = {}
    for table, text in (await traces.dump(world.owner)).items():
        if table not in OF_THE_SERVICE and (rows := [r for r in text.split("\n") if account_id in r]):
            found[table] = sorted(rows)
    return found


def folders(world: World, account_id: str) -> dict[str, bytes]:
    """Returns the files of an account, by path."""
    return {str(each): each.read_bytes() for each in traces.files(world) if f"/{account_id}/" in str(each)}


async def test_leaves_only_records_of_payments(
    world: World, alice: Person, mallory: Person, run: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    card = await place(world, alice)
    theirs = await make.card(mallory, title="Their card")
    await make.invitations(mallory, theirs["id"], "joe@example.com")
    await hand_over(alice, card)
    await world.work()
    # The controls: the account is in all of these tables and in the files.
    assert {
        "accounts", "users", "cards", "contributions", "invitations", "media", "messages", "groups", "events",
        "group_members", "webhook_endpoints", "handovers", "links", "card_admins", "credentials",
        "access_tokens", "audit_entries", "payments",
    } <= await hits(world, alice.account_id)  # fmt: skip
    assert folders(world, alice.account_id)
    before = await rows_of(world, mallory.account_id)

    plan = run("account", "delete", alice.account_id, "--plan", "--json")
    assert plan.returncode == 0, plan.stderr
    counts = json.loads(plan.stdout)
    assert (counts["deletes"]["cards"], counts["deletes"]["groups"], counts["obstacles"]) == (1, 1, [])
    assert counts["keeps"]["payments"] == 1
    assert await hits(world, "quillbury")  # the plan deletes nothing

    capfd.readouterr()
    with traces.every_log_line():
        ended = run("account", "delete", alice.account_id, "--yes")
        assert ended.returncode == 0, ended.stderr
        await world.work()
    assert await hits(world) == set()
    assert await hits(world, alice.account_id) <= KEPT
    assert folders(world, alice.account_id) == {}
    logged = "".join(capfd.readouterr()).lower()
    assert not [each for each in NEEDLES if each.lower() in logged]
    assert await rows_of(world, mallory.account_id) == before
    assert await world.owner.fetchval("select count(*) from users where id = $1", world.bob.user_id) == 1

    assert (await alice.get("/api/cards")).status_code == 401
    assert (await world.client.get(path_of(card["sign_url"]))).status_code == 404
    again = run("account", "delete", alice.account_id, "--yes")
    assert (again.returncode, "was deleted at" in again.stderr) == (0, True)
    resumed = run("account", "resume", alice.account_id)
    assert (resumed.returncode, "was deleted" in resumed.stderr) == (1, True)
    listed = {row["id"]: row for row in json.loads(run("account", "list", "--json").stdout)}
    assert listed[alice.account_id]["deleted_at"] is not None
    assert (listed[alice.account_id]["name"], listed[mallory.account_id]["deleted_at"]) == (
        "Deleted account",
        None,
    )
    checked = run("ledger", "check")
    assert checked.returncode == 0, checked.stderr


async def test_money_that_a_bank_took_back_is_no_obstacle(world: World, alice: Person, run: Any) -> None:
    """A lost dispute about the only gift of a card."""
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    await world.work()
    refused = run("account", "delete", alice.account_id, "--yes")
    assert refused.returncode == 1, "the control"
    assert "Cards with gifts that were neither refunded nor handed over: 1." in refused.stderr
    await world.owner.execute("update payments set lost = amount where account_id = $1", alice.account_id)
    ended = run("account", "delete", alice.account_id, "--yes")
    assert ended.returncode == 0, ended.stderr


class KilledError(Exception):
    """Stands for the end of the process."""


def dying(services: Services, after: int) -> Services:
    """Returns services whose process is killed before the next transaction once ``after`` have begun."""
    db, begun = services.db, 0

    class Dying:
        @asynccontextmanager
        async def transaction(self, account_ids: Any = ()) -> AsyncGenerator[Any]:
            nonlocal begun
            if begun == after:
                raise KilledError
            begun += 1
            async with db.transaction(account_ids) as tx:
                yield tx

    return replace(services, db=Dying())


async def test_continues_wherever_it_was_killed(
    world: World, alice: Person, mallory: Person, run: Any, as_owner: Services
) -> None:
    card = await place(world, alice)
    await make.card(alice)
    await hand_over(alice, card)
    await world.work()
    before = await rows_of(world, mallory.account_id)
    killed = 0
    while True:
        try:
            await delete_account(dying(as_owner, after=3 + killed), alice.account_id)
        except KilledError:
            killed += 1
            # Meanwhile, nobody can use the account.
            assert (await alice.get("/api/cards")).status_code in (401, 403)
            assert run("account", "resume", alice.account_id).returncode == 1
            continue
        break
    await world.work()
    assert killed > 5
    assert await hits(world) == set()
    assert await hits(world, alice.account_id) <= KEPT
    assert folders(world, alice.account_id) == {}
    assert await rows_of(world, mallory.account_id) == before


@pytest.mark.process
async def test_continues_after_sigkill_in_a_transaction(
    world: World, alice: Person, mallory: Person, run: Any, clone: tuple[str, str]
) -> None:
    card = await place(world, alice)
    await make.card(alice)
    await hand_over(alice, card)
    await world.work()
    before = await rows_of(world, mallory.account_id)
    given = environment(clone) | {
        "WELLWISH_SECRET_KEY": bytes(range(32)).hex(),
        "WELLWISH_DATA_DIR": str(world.services.settings.data_dir),
    }
    killed = 0
    for number in count(3, 9):
        words = [str(Path(__file__).with_name("killed_deletion.py")), str(number), alice.account_id]
        ended = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-P", *words], env=given, capture_output=True, check=False
        )
        if ended.returncode == 0:
            break
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        killed += 1
    await world.work()
    assert killed >= 3
    assert await hits(world) == set()
    assert await hits(world, alice.account_id) <= KEPT
    assert folders(world, alice.account_id) == {}
    assert await rows_of(world, mallory.account_id) == before
    checked = run("ledger", "check")
    assert checked.returncode == 0, checked.stderr


async def refused(run: Any, person: Person) -> str:
    """Returns the reason why the account cannot be deleted, after checking that the account still works.

    The plan says the same, and ends like the refused command.
    """
    ended = run("account", "delete", person.account_id, "--yes")
    assert ended.returncode == 1
    planned = run("account", "delete", person.account_id, "--plan")
    assert planned.returncode == 1
    assert planned.stderr.strip()
    assert planned.stderr.strip() in ended.stderr
    assert (await person.get("/api/cards")).status_code == 200
    return ended.stderr


async def test_refuses_while_money_has_not_reached_its_end(world: World, alice: Person, run: Any) -> None:
    card = await giving.card(alice, add_cash=True)
    gift = await giving.gives(alice, card["id"])
    assert "Open payments: 1. Wait until" in await refused(run, alice)
    for former, status in (("pending", "processing"), ("processing", "pending")):
        await world.owner.execute("update payments set status = $2 where status = $1", former, status)
        assert "Open payments: 1. Wait until" in await refused(run, alice), status
    await alice.delete(f"/api/cards/{card['id']}/contributions/{gift['id']}")
    await world.work()
    gift = await giving.gave(alice, card["id"])
    assert "neither refunded nor handed over: 1." in await refused(run, alice)
    await hand_over(alice, card)
    ended = run("account", "delete", alice.account_id, "--plan")
    assert ended.returncode == 0, ended.stderr
    await world.owner.execute("update payments set status = 'disputed' where status = 'succeeded'")
    assert "Disputes: 1. Wait until" in await refused(run, alice)


async def test_refuses_while_a_refund_is_pending(world: World, alice: Person, run: Any) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    payment_id = await world.owner.fetchval("select id from payments where account_id = $1", alice.account_id)
    assert (await buying.refund(alice, payment_id)).status_code == 201
    assert "Pending refunds: 1. Wait until" in await refused(run, alice)
    await world.work()  # executes the refund
    ended = run("account", "delete", alice.account_id, "--yes")
    assert ended.returncode == 0, ended.stderr
    statuses = "select status from refunds where account_id = $1"
    assert await world.owner.fetchval(statuses, alice.account_id) == "succeeded"  # the record remains


async def test_refuses_while_confirmed_cash_was_not_handed_over(alice: Person, run: Any) -> None:
    card = await giving.card(alice, add_cash=True)
    pledge = await giving.pledges(alice, card["id"])
    assert (await giving.settle(alice, card["id"], pledge["id"], "confirm")).status_code == 200
    assert "neither refunded nor handed over: 1." in await refused(run, alice)


async def test_refuses_while_it_has_a_payment_provider(world: World, alice: Person, run: Any) -> None:
    async with striped.at_stripe(world) as stripe:
        assert (await striped.own_key(stripe, alice)).status_code == 200
        command = f"`wellwish provider remove {alice.account_id}`"
        assert command in await refused(run, alice)
        removed = run("provider", "remove", alice.account_id, "--json")
        assert json.loads(removed.stdout)["removed"] is True, removed.stderr
        assert "key of a removed payment provider" in await refused(run, alice)
        await world.work()
        assert json.loads(run("provider", "remove", alice.account_id, "--json").stdout)["removed"] is False
    ended = run("account", "delete", alice.account_id, "--yes")
    assert ended.returncode == 0, ended.stderr


async def test_an_account_can_be_resumed_if_a_payment_began_before_it_was_suspended(
    alice: Person, run: Any, as_owner: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await alice.get("/api/cards")).status_code == 200
    answers = [[], ["Open payments: 1."]]

    async def find(*_: object) -> list[str]:
        return answers.pop(0)

    monkeypatch.setattr("wellwish.deletions.delete.find_obstacles", find)
    with pytest.raises(ObstacleError, match="Open payments"):
        await delete_account(as_owner, alice.account_id)
    assert (await alice.get("/api/cards")).status_code == 403
    assert run("account", "resume", alice.account_id).returncode == 0
    assert (await alice.get("/api/cards")).status_code == 200


async def test_asks_for_the_name_of_the_account(
    world: World, alice: Person, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await world.owner.fetchval("select name from accounts where id = $1", alice.account_id)
    for typed in ("", "yes\n"):
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        ended = run("account", "delete", alice.account_id)
        assert (ended.returncode, "Nothing was deleted" in ended.stderr) == (1, True)
        assert (await alice.get("/api/cards")).status_code == 200
    # End of input confirms nothing, not even for an account without a name.
    await world.owner.execute("update accounts set name = '' where id = $1", alice.account_id)
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert run("account", "delete", alice.account_id).returncode == 1
    await world.owner.execute("update accounts set name = $2 where id = $1", alice.account_id, name)
    monkeypatch.setattr("sys.stdin", StringIO(f"{name}\n"))
    assert run("account", "delete", alice.account_id).returncode == 0
    assert (await alice.get("/api/cards")).status_code == 401


async def test_says_that_an_account_does_not_exist(run: Any) -> None:
    for given in ("acme", ids.new("acct")):
        for verb in (("account", "delete"), ("provider", "remove")):
            ended = run(*verb, given)
            assert (ended.returncode, "wellwish account list" in ended.stderr) == (1, True)


async def test_the_service_cannot_delete_an_account(world: World, alice: Person) -> None:
    with pytest.raises(Exception, match="permission denied"):
        await delete_account(world.services, alice.account_id)
    assert (await alice.get("/api/cards")).status_code == 200
