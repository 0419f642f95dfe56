"""PATCH /api/account/platform"""

from tests.platforms.acting import acting, joined
from tests.platforms.test_leave import PATH, log
from tests.world import Person


async def test_closes_and_opens_the_account(platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    shown = (await owner.get(PATH)).json()
    assert shown == {"object": "platform", "name": "alice and co", "access": "full", "cards_from": "own"}
    for _ in range(2):
        assert (await owner.patch(PATH, {"access": "none"})).json()["access"] == "none"
    refused = await other.get("/api/cards")
    assert (refused.status_code, refused.json()["code"]) == (403, "customer_closed")
    listed = (await platform.get("/api/accounts")).json()["data"][0]
    assert (listed["id"], listed["closed_at"] is None) == (other.account_id, False)
    assert (await owner.get("/api/cards")).status_code == 200
    assert (await owner.patch(PATH, {"access": "full"})).json() == shown
    assert (await other.get("/api/cards")).status_code == 200, "the control"
    assert (await log(owner))[0] == ("account.change_access", "api_key")
    changes = [each for each in await log(platform) if each == ("account.change_access", "customer")]
    assert len(changes) == 2, "not for the repetition"
