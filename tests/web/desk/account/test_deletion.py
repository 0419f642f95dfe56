"""An owner asks the operator at the desk to delete the account, and withdraws the request."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.cli.test_account_deletion import as_owner as as_owner  # noqa: PLC0414 - a fixture of another file
from tests.cli.test_account_deletion import run as run  # noqa: PLC0414 - a fixture of another file
from tests.contributions import giving
from tests.later import another_time, set_to
from tests.web.desk.furnished import entered
from tests.web.desk.people import mails
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.errors import AccountSuspended
from wellwish.deletions import deletion_request
from wellwish.deletions.delete import ObstacleError, delete_account
from wellwish.web.desk.account import deletion as pages

pytestmark = pytest.mark.anyio
PATH = "/account/privacy/deletion"
_MAILS = "select count(*) from messages where kind = 'deletion_request'"


async def _owner_too(world: World, alice: Person, bob: Person) -> None:
    await world.owner.execute(
        "insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')",
        alice.account_id,
        bob.user_id,
    )


async def ask(visitor: Visitor, **fields: str) -> int:
    await visitor.open(PATH)
    return (await visitor.press(PATH, **{"confirm": "yes", **fields})).status_code


async def withdraw(visitor: Visitor) -> int:
    return (await visitor.press(f"{PATH}/withdraw")).status_code


async def requests(world: World) -> int:
    return await world.owner.fetchval("select count(*) from deletion_requests")


async def actions(person: Person) -> list[str]:
    entries = (await person.get("/api/audit-log")).json()["data"]
    return [each["action"] for each in entries if each["action"].startswith("deletion_request")]


async def test_says_what_is_deleted_and_asks_after_a_confirmation(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.com")
    visitor = await entered(alice)
    await visitor.open("/account/privacy")
    assert f'href="{PATH}"' in visitor.page
    await visitor.open(PATH)
    assert "<dt>Invitations</dt><dd>1</dd>" in visitor.page
    assert "Settle the money first" not in visitor.page
    assert await ask(visitor, confirm="") == 422
    assert "Tick the box to ask for the deletion." in visitor.page
    assert await requests(world) == 0
    assert await ask(visitor) == 303
    await visitor.open(visitor.next)
    assert "Your request is made." in visitor.page
    assert "asked for the deletion on" in visitor.page
    assert alice.email in visitor.page
    assert await actions(alice) == ["deletion_request.create"]
    # The account works as before.
    assert (await alice.get(f"/api/cards/{card['id']}")).status_code == 200


async def test_another_owner_sees_it_gets_a_mail_and_withdraws_it(
    world: World, alice: Person, bob: Person
) -> None:
    await _owner_too(world, alice, bob)
    first = await entered(alice)
    assert await ask(first) == 303
    await world.work()
    for person in (alice, bob):
        [mail] = await mails(world, person.email, "deletion_request")
        assert mail["subject"].startswith("An owner asked for the deletion of")
        assert alice.email not in mail["body"]
    second = await entered(bob, alice.account_id)
    await second.open(PATH)
    assert alice.email in second.page
    assert await withdraw(second) == 303
    await second.open(second.next)
    assert "The request is withdrawn." in second.page
    assert await requests(world) == 0
    await world.work()
    for person in (alice, bob):
        assert "will not be deleted" in (await mails(world, person.email, "deletion_request"))[0]["subject"]
    assert sorted(await actions(alice)) == ["deletion_request.create", "deletion_request.delete"]


async def test_asking_and_withdrawing_twice_has_one_effect(world: World, alice: Person, bob: Person) -> None:
    await _owner_too(world, alice, bob)
    browsers = [await entered(alice), await entered(bob, alice.account_id)]
    for each in browsers:
        await each.open(PATH)
    answers = await asyncio.gather(*(each.press(PATH, confirm="yes") for each in [*browsers, browsers[0]]))
    assert {each.status_code for each in answers} == {303}
    assert (await requests(world), await actions(alice)) == (1, ["deletion_request.create"])
    answers = await asyncio.gather(*(each.press(f"{PATH}/withdraw") for each in [*browsers, browsers[0]]))
    assert {each.status_code for each in answers} == {303}
    assert (await requests(world), len(await actions(alice))) == (0, 2)
    await world.work()
    assert len(await mails(world, bob.email, "deletion_request")) == 2
    # A new request is mailed again.
    assert await ask(browsers[0]) == 303
    await world.work()
    assert len(await mails(world, bob.email, "deletion_request")) == 3


async def test_an_account_asks_five_times_a_day(world: World, alice: Person) -> None:
    with another_time():
        set_to("2027-03-01T12:00")
        visitor = await entered(alice)
        for _ in range(5):
            assert await ask(visitor) == 303
            await visitor.open(PATH)
            assert await withdraw(visitor) == 303
        await world.work()
        written = await world.owner.fetchval(_MAILS)
        assert written == 10
        assert await ask(visitor) == 429
        assert "too many emails. Try again later." in visitor.page
        await world.work()
        assert (await requests(world), await world.owner.fetchval(_MAILS)) == (0, written)
        set_to("2027-03-02T00:01")
        assert await ask(await entered(alice)) == 303


async def test_names_the_money_that_must_be_settled_first(alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "Cards with gifts: 1. Hand the money over, or cancel the cards with refunds." in visitor.page
    assert await ask(visitor) == 303
    await visitor.open(visitor.next)
    assert "Settle the money first" in visitor.page


async def test_counts_up_to_a_bound(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        await make.card(alice)
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "<dt>Cards</dt><dd>2</dd>" in visitor.page
    monkeypatch.setattr(pages, "_MOST", 1)
    await visitor.open(PATH)
    assert "<dt>Cards</dt><dd>1</dd>" in visitor.page


async def test_is_for_owners_of_this_account(world: World, alice: Person, mallory: Person) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    token = visitor.token()
    await ask(visitor)
    stranger = await entered(mallory)
    await stranger.open(PATH)
    assert "asked for the deletion" not in stranger.page
    assert await withdraw(stranger) == 303
    assert await requests(world) == 1
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert (await visitor.open(PATH)).status_code == 403
    for path in (PATH, f"{PATH}/withdraw"):
        assert (await visitor.press(path, form_token=token, confirm="yes")).status_code == 403
    assert await requests(world) == 1


async def test_no_key_asks(world: World, alice: Person) -> None:
    """No operation does it, so neither the pair nor a restricted, test or assistant's key can."""
    for method in ("post", "delete"):
        for path in ("/api/account/deletion", "/api/deletion-requests", PATH):
            answer = await getattr(alice, method)(path)
            assert answer.status_code in (303, 403, 404, 405), answer.text
    assert await requests(world) == 0


async def test_needs_a_recent_sign_in(world: World, alice: Person) -> None:
    with another_time():
        visitor = await entered(alice)
        await visitor.open(PATH)
        clock.move(timedelta(minutes=10, seconds=1))
        for path in (PATH, f"{PATH}/withdraw"):
            answer = await visitor.press(path, confirm="yes")
            assert answer.headers["location"] == f"/sign-in?next={PATH.replace('/', '%2F')}&confirm=1"
    assert await requests(world) == 0


async def test_the_operator_sees_the_request_and_deletes_it_with_the_account(
    world: World, alice: Person, mallory: Person, run: Callable[..., Any]
) -> None:
    listed = {row["id"]: row for row in json.loads(run("account", "list", "--json").stdout)}
    assert listed[alice.account_id]["deletion_requested_at"] is None
    plan = json.loads(run("account", "delete", alice.account_id, "--plan", "--json").stdout)
    assert plan["request"] is None
    await ask(await entered(alice))
    listed = {row["id"]: row for row in json.loads(run("account", "list", "--json").stdout)}
    at = listed[alice.account_id]["deletion_requested_at"]
    assert (at is not None, listed[mallory.account_id]["deletion_requested_at"]) == (True, None)
    plan = json.loads(run("account", "delete", alice.account_id, "--plan", "--json").stdout)
    assert plan["request"] == {"requested_by": alice.email, "requested_at": at}
    assert f"{alice.email} at {at}" in run("account", "delete", alice.account_id, "--plan").stdout
    assert run("account", "delete", alice.account_id, "--yes").returncode == 0
    assert await requests(world) == 0


async def test_a_request_that_is_withdrawn_meanwhile_stops_the_deletion(
    world: World, alice: Person, as_owner: Any
) -> None:
    visitor = await entered(alice)
    await ask(visitor)
    async with world.services.db.transaction([alice.account_id]) as tx:
        seen = await deletion_request.load(tx, alice.account_id)
    assert seen is not None
    await visitor.open(PATH)
    assert await withdraw(visitor) == 303
    for again in (False, True):
        if again:  # a newer request is another one
            await ask(visitor)
        with pytest.raises(ObstacleError, match="withdrawn the request"):
            await delete_account(as_owner, alice.account_id, seen.id)
        assert (await alice.get("/api/account")).status_code == 200


async def test_nobody_asks_or_withdraws_once_the_operator_has_begun(world: World, alice: Person) -> None:
    visitor = await entered(alice)
    await ask(visitor)
    await visitor.open(PATH)
    token = visitor.token()
    sql = "insert into account_suspensions (account_id, suspended_at) values ($1, now())"
    await world.owner.execute(sql, alice.account_id)
    for act in (deletion_request.ask, deletion_request.withdraw):
        with pytest.raises(AccountSuspended):
            async with world.services.db.transaction([alice.account_id]) as tx:
                await act(tx, world.services, alice.account_id, alice.user_id, "192.0.2.0/24")
    answer = await visitor.press(f"{PATH}/withdraw", form_token=token)
    assert (answer.status_code, "This account is suspended" in answer.text) == (403, True)
    assert await requests(world) == 1
