"""DELETE /api/account/platform, and `wellwish account release`."""

import asyncio
import json

import pytest

from tests import make
from tests.commands import environment, wellwish
from tests.guards.test_tenants import bare
from tests.platforms.acting import Acting, acting, joined
from tests.world import Person
from wellwish.auth.credentials import authenticate
from wellwish.base import ids
from wellwish.base.errors import CustomerNotFound
from wellwish.infra.http import Caller, operation
from wellwish.routes import OPERATIONS

PATH = "/api/account/platform"


async def types(person: Person) -> list[str]:
    return [each["type"] for each in (await person.get("/api/events")).json()["data"]]


async def log(person: Person) -> list[tuple[str, str]]:
    entries = (await person.get("/api/audit-log")).json()["data"]
    return [(each["action"], each["actor"]["type"]) for each in entries]


async def test_leaves_with_its_data(platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    card = await make.card(other)
    assert (await owner.delete(PATH)).status_code == 204
    assert bare(await other.get("/api/cards")) == bare(
        await Acting(platform, ids.new("acct")).get("/api/cards")
    )
    assert (await platform.get(f"/api/accounts/{other.account_id}")).status_code == 404
    assert (await owner.get(f"/api/cards/{card['id']}")).status_code == 200
    assert (await owner.get("/api/bundle-purchases")).json()["data"][0]["cards_used"] == 1
    for again in (
        await owner.get(PATH),
        await owner.delete(PATH),
        await owner.patch(PATH, {"access": "none"}),
    ):
        assert again.status_code == 404
    assert "platform.left" in await types(owner)
    assert "customer.left" in await types(platform)
    assert "customer.left" not in await types(owner)
    assert (await log(owner))[0] == ("account.leave_platform", "api_key")
    assert (await log(platform))[0] == ("account.lose_customer", "customer")


async def test_decides_only_as_an_owner_of_the_account(platform: Person, bob: Person) -> None:
    other = await acting(platform)
    for person, code in ((other, 403), (bob, 404)):
        for answer in (await person.delete(PATH), await person.patch(PATH, {"access": "none"})):
            assert answer.status_code == code, answer.text
    owner = await joined(other, "ines")
    sql = "update memberships set role = 'member' where account_id = $1"
    await platform.world.owner.execute(sql, other.account_id)
    for answer in (await owner.delete(PATH), await owner.get(PATH)):
        assert answer.json()["code"] == "owner_required"
    assert (await other.get("/api/cards")).status_code == 200, "nothing has changed"


@pytest.mark.parametrize("leaves", [False, True])
async def test_ends_what_reaches_the_platform_without_the_header(
    leaves: bool, platform: Person, bob: Person
) -> None:
    """Ends the platform's endpoints, card admins and invitations; those of the owners stay."""
    other = await acting(platform)
    owner = await joined(other, "ines")
    card = await make.card(other)
    for person in (platform, bob):
        await make.admin(other, card["id"], person, can_update=True)
    url = {"url": "https://hooks.example.com/wellwish"}
    theirs, moved = [(await other.post("/api/webhook-endpoints", url)).json() for _ in range(2)]
    own = (await owner.post("/api/webhook-endpoints", url)).json()
    await owner.patch(f"/api/webhook-endpoints/{moved['id']}", url)
    assert (await platform.get(f"/api/cards/{card['id']}")).status_code == 200, "as an admin"
    left = await (owner.delete(PATH) if leaves else owner.patch(PATH, {"access": "none"}))
    assert left.is_success
    assert (await platform.get(f"/api/cards/{card['id']}")).status_code == 404
    assert (await bob.get(f"/api/cards/{card['id']}")).status_code == 200, "the control"
    listed = (await owner.get("/api/webhook-endpoints")).json()["data"]
    status = {each["id"]: each["status"] for each in listed}
    assert status == {theirs["id"]: "disabled", moved["id"]: "enabled", own["id"]: "enabled"}
    await owner.patch(f"/api/webhook-endpoints/{theirs['id']}", {"disabled": False})
    assert "card_admin.removed" in await types(owner)


async def test_withdraws_the_invitations_of_the_platform(platform: Person) -> None:
    other = await acting(platform)
    await other.post("/api/account/members", {"email": "ops@vendor.example", "role": "owner"})
    owner = await joined(other, "ines")
    await owner.post("/api/account/members", {"email": "kim@example.com"})
    await owner.delete(PATH)
    members = (await owner.get("/api/account/members")).json()["data"]
    assert sorted(each["email"] for each in members) == ["ines@example.com", "kim@example.com"]


async def test_leaves_once_of_several_times_at_once(platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    await owner.get("/api/account")
    answers = await asyncio.gather(*(owner.delete(PATH) for _ in range(6)))
    assert sorted(each.status_code for each in answers) == [204] + [404] * 5
    assert (await types(platform)).count("customer.left") == 1


async def test_refuses_a_call_that_was_authenticated_before_the_customer_left(platform: Person) -> None:
    """Between the look-up of the token and the transaction of the call, the customer leaves."""
    other = await acting(platform)
    owner = await joined(other, "ines")
    await other.get("/api/account")
    create = next(each for each in OPERATIONS if (each.method, each.path) == ("POST", "/api/groups"))
    services = platform.world.services
    async with services.db.statement() as tx:
        token = await authenticate.find_token(tx, services.keys.hashes(other.token or ""), other.account_id)
    assert token is not None
    caller = Caller(other.account_id, token.user_id, token.credential_id, platform_id=platform.account_id)
    body = {"name": "Before", "members": []}
    await operation.call(create, services, caller, body=body)
    await owner.delete(PATH)
    with pytest.raises(CustomerNotFound):
        await operation.call(create, services, caller, body={**body, "name": "After"})
    names = [each["name"] for each in (await owner.get("/api/groups")).json()["data"]]
    assert names == ["Before"], "the control: the same call before"


async def test_waits_for_a_call_of_the_platform(platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    await asyncio.gather(owner.get("/api/account"), other.get("/api/account"))

    async def acts(number: int) -> int:
        body = {"name": f"Group {number}", "members": []}
        return (await other.post("/api/groups", body)).status_code

    async def leaves() -> int:
        return (await owner.delete(PATH)).status_code

    *acted, left = await asyncio.gather(*(acts(number) for number in range(10)), leaves())
    assert left == 204
    assert set(acted) <= {201, 403}
    groups = (await owner.get("/api/groups")).json()["data"]
    assert len(groups) == acted.count(201), "each call happened wholly or not at all"


async def test_an_interrupted_departure_changes_nothing(
    platform: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    url = {"url": "https://hooks.example.com/wellwish"}
    await other.post("/api/webhook-endpoints", url)
    with monkeypatch.context() as patch:
        patch.setattr("wellwish.platforms.release.events.record", _fails)
        assert (await owner.delete(PATH)).status_code >= 500
    assert (await other.get("/api/webhook-endpoints")).json()["data"][0]["status"] == "enabled"
    assert (await owner.delete(PATH)).status_code == 204, "the control"


async def _fails(*_: object, **__: object) -> None:
    raise ConnectionError


async def test_the_operator_releases_a_customer(platform: Person, clone: tuple[str, str]) -> None:
    other = await acting(platform)
    given = environment(clone) | {"WELLWISH_SECRET_KEY": platform.world.services.settings.secret_key.hex()}
    for released in (True, False):
        ended = wellwish(given, "account", "release", other.account_id, "--json")
        assert ended.returncode == 0, ended.stderr
        assert json.loads(ended.stdout) == {"account_id": other.account_id, "released": released}
    assert (await other.get("/api/cards")).json()["code"] == "customer_not_found"
    assert (await log(platform))[0] == ("account.lose_customer", "operator")
