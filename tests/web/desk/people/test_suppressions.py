"""Suppressed addresses at the desk."""

import pytest

from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.delivery import suppression
from wellwish.delivery.message import EMAIL
from wellwish.delivery.suppression import Reason

pytestmark = pytest.mark.anyio
PATH = "/account/suppressions"


async def suppress(person: Person, email: str, reason: Reason) -> None:
    services = person.world.services
    address = suppression.seal(services.keys, suppression.key(EMAIL, email))
    async with services.db.transaction() as tx:
        await suppression.suppress(tx, address, person.account_id, reason, everywhere=False)


async def listed(person: Person) -> dict[str, str]:
    found = (await person.get("/api/suppressions")).json()["data"]
    return {each["delivery_id"]: each["id"] for each in found}


async def test_lists_filters_and_finds(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    assert "No address is blocked." in visitor.page
    await suppress(alice, "ana@example.com", "unsubscribed")
    await suppress(alice, "bo@example.com", "complained")
    await visitor.open(PATH)
    assert visitor.page.count("Allow messages again") == 1
    assert "Reported a message as spam ·" in visitor.page
    await visitor.open(f"{PATH}?reason=complained")
    assert "bo@example.com" in visitor.page
    assert "ana@example.com" not in visitor.page
    await visitor.open(f"{PATH}?address=ANA@example.com")
    assert "<bdi>ana@example.com</bdi>" in visitor.page
    assert "bo@example.com" not in visitor.page
    await visitor.open(f"{PATH}?address=cy@example.com")
    assert "No address matches." in visitor.page
    assert (await visitor.open(f"{PATH}?address=cy")).status_code == 422
    assert 'value="cy"' in visitor.page
    assert (await visitor.open(f"{PATH}?cursor=nonsense")).status_code == 303


async def test_allows_messages_again_once(alice: Person) -> None:
    for email, reason in (("ana@example.com", "unsubscribed"), ("bo@example.com", "complained")):
        await suppress(alice, email, reason)  # pyright: ignore[reportArgumentType]
    found = await listed(alice)
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    answer = await visitor.press(f"{PATH}/{found['ana@example.com']}")
    assert (answer.status_code, visitor.next) == (303, f"{PATH}?said=lifted")
    assert [*await listed(alice)] == ["bo@example.com"]
    await visitor.open(PATH)
    answer = await visitor.press(f"{PATH}/{found['ana@example.com']}")
    assert (answer.status_code, visitor.next) == (303, f"{PATH}?said=lifted")
    await visitor.open(PATH)
    answer = await visitor.press(f"{PATH}/{found['bo@example.com']}")
    assert answer.status_code == 409
    assert "Only the person who uses this address can allow messages" in visitor.page
    assert [*await listed(alice)] == ["bo@example.com"]


async def test_members_and_strangers_see_nothing(alice: Person, mallory: Person) -> None:
    await suppress(alice, "ana@example.com", "unsubscribed")
    [found] = (await listed(alice)).values()
    visitor = await signed_in(mallory)
    await visitor.open(PATH)
    assert "ana@example.com" not in visitor.page
    # A suppression of another account, or none: the response is the same, and nothing is lifted.
    for each in (found, "sup_none"):
        assert (await visitor.press(f"{PATH}/{each}")).status_code == 303
        assert visitor.next == f"{PATH}?said=lifted"
    assert await listed(alice) != {}
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", mallory.user_id
    )
    assert (await visitor.open(PATH)).status_code == 403
