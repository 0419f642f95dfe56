"""The operator lists, suspends and resumes accounts."""

import json
from typing import Any

import pytest

from tests import make
from tests.commands import Ended, environment, wellwish
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import ids

pytestmark = pytest.mark.anyio


@pytest.fixture
def run(clone: tuple[str, str], world: World) -> Any:
    del world
    given = environment(clone)

    def command(*words: str) -> Ended:
        return wellwish(given, "account", *words)

    return command


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code")


async def exchange(person: Person) -> Any:
    pair = {"x-api-key": person.api_key, "x-client-secret": person.client_secret}
    return await person.world.client.post("/account/api-access/token", headers=pair)


async def sent(person: Person) -> list[str]:
    """Returns the statuses of the invitations of an account."""
    sql = "select status from invitations where account_id = $1"
    return [row["status"] for row in await person.world.owner.fetch(sql, person.account_id)]


async def test_the_api_of_a_suspended_account_refuses_with_its_code(
    alice: Person, mallory: Person, run: Any
) -> None:
    assert (await alice.get("/api/cards")).status_code == 200
    ended = run("suspend", alice.account_id, "--json")
    assert ended.returncode == 0, ended.stderr
    since = json.loads(ended.stdout)["suspended_at"]
    assert code(await alice.get("/api/cards")) == (403, "account_suspended")
    refused = await exchange(alice)
    assert code(refused) == (403, "account_suspended")
    assert refused.json()["error"] == "access_denied"
    wrong = {"x-api-key": alice.api_key, "x-client-secret": mallory.client_secret}
    guess = await alice.world.client.post("/account/api-access/token", headers=wrong)
    assert code(guess) == (401, "invalid_client")  # only the holder of the pair learns of the suspension
    assert (await mallory.get("/api/cards")).status_code == 200
    assert json.loads(run("suspend", alice.account_id, "--json").stdout)["suspended_at"] == since

    listed = {row["id"]: row["suspended_at"] for row in json.loads(run("list", "--json").stdout)}
    assert listed[alice.account_id] == since
    assert listed[mallory.account_id] is None

    assert json.loads(run("resume", alice.account_id, "--json").stdout)["resumed"] is True
    assert (await alice.get("/api/cards")).status_code == 200
    assert (await exchange(alice)).status_code == 200
    assert "was not suspended" in run("resume", alice.account_id).stderr
    actions = [each["action"] for each in (await alice.get("/api/audit-log")).json()["data"]]
    assert actions[:2] == ["account.resume", "account.suspend"]


async def test_links_lead_to_a_page_that_says_so(world: World, alice: Person, run: Any) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    wall = (await alice.post(f"/api/cards/{card['id']}/wall")).json()["wall_url"]
    paths = [path_of(card["sign_url"]), path_of(card["recipients"][0]["view_url"]), path_of(wall)]
    visitor = Visitor(world)
    for path in paths:
        assert (await visitor.open(path)).status_code == 200
    run("suspend", alice.account_id)
    for path in paths:
        answer = await visitor.open(path)
        assert answer.status_code == 403
        assert "This card is not available right now" in answer.text
    program = await world.client.post(paths[0], headers={"accept": "application/json"})
    assert code(program) == (403, "account_suspended")
    run("resume", alice.account_id)
    for path in paths:
        assert (await visitor.open(path)).status_code == 200


async def test_signers_of_its_card_can_still_sign_other_cards(
    world: World, alice: Person, mallory: Person, run: Any
) -> None:
    visitor = Visitor(world)
    signed, other = [path_of((await make.card(each))["sign_url"]) for each in (mallory, alice)]
    await visitor.open(signed)
    assert (await visitor.press(signed, name="Jonas", text="All the best")).status_code == 303
    run("suspend", mallory.account_id)
    assert (await visitor.open(signed)).status_code == 403
    assert (await visitor.open(other)).status_code == 200


async def test_an_admin_of_another_account_cannot_act_on_its_cards(
    alice: Person, bob: Person, run: Any
) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/api/cards/{card['id']}"
    assert (await bob.get(path)).status_code == 200
    run("suspend", alice.account_id)
    assert code(await bob.get(path)) == (403, "account_suspended")
    assert code(await bob.post(f"{path}/close")) == (403, "account_suspended")
    assert (await bob.get("/api/templates")).status_code == 200
    run("resume", alice.account_id)
    assert (await bob.get(path)).status_code == 200


async def test_the_desk_says_so_and_lets_the_user_choose_another_account(alice: Person, run: Any) -> None:
    visitor = await signed_in(alice)
    assert (await visitor.open("/desk")).status_code == 200
    run("suspend", alice.account_id)
    for path in ("/desk", "/account", "/account/keys"):
        answer = await visitor.open(path)
        assert answer.status_code == 403
        assert "This account is suspended" in answer.text
    assert (await visitor.open("/account/choose")).status_code == 200
    run("resume", alice.account_id)
    assert (await visitor.open("/desk")).status_code == 200


async def test_sends_nothing_until_it_is_resumed(world: World, alice: Person, bob: Person, run: Any) -> None:
    for person in (alice, bob):
        card = await make.card(person)
        await make.invitations(person, card["id"], "ana@example.com")
    run("suspend", alice.account_id)
    await world.work()
    assert await sent(alice) == ["queued"]
    assert await sent(bob) == ["sent"]  # the control: another account is not delayed
    run("resume", alice.account_id)
    await world.work()
    assert await sent(alice) == ["sent"]


async def test_says_that_an_account_does_not_exist(run: Any) -> None:
    for given in ("acme", ids.new("acct")):
        for verb in ("suspend", "resume"):
            ended = run(verb, given)
            assert ended.returncode == 1
            assert "wellwish account list" in ended.stderr


async def test_grants_cards_and_refuses_numbers_out_of_range(clone: tuple[str, str], alice: Person) -> None:
    given = environment(clone)
    for cards in ("0", "-1", "10000001"):
        refused = wellwish(given, "bundle", "grant", alice.account_id, "--cards", cards)
        assert refused.returncode == 1, refused
        assert "A bundle must have 1 to 10000000 cards." in refused.stderr
    granted = wellwish(given, "bundle", "grant", alice.account_id, "--cards", "1", "--json")
    assert granted.returncode == 0, granted.stderr
    made = json.loads(granted.stdout)["bundle_purchase_id"]
    listed = (await alice.get("/api/bundle-purchases")).json()["data"]
    assert {each["id"]: each["cards_total"] for each in listed}[made] == 1
    assert len(listed) == 2
