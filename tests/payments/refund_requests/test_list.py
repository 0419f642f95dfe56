"""List an account's refund requests by status, card and payment."""

import pytest

from tests.payments import asking
from tests.payments.asking import PATH, decide
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_lists_by_status_card_and_payment(alice: Person, mallory: Person) -> None:
    first, second = [await asking.asked(alice) for _ in range(2)]
    assert (await decide(alice, first["id"], "refuse")).status_code == 200

    async def listed(**query: str) -> list[str]:
        answer = await alice.get(PATH, params=query)
        assert answer.status_code == 200, answer.text
        return [each["id"] for each in answer.json()["data"]]

    assert await listed() == [second["id"], first["id"]]
    assert await listed(status="open") == [second["id"]]
    assert await listed(status="refused") == [first["id"]]
    assert await listed(card_id=first["card_id"]) == [first["id"]]
    assert await listed(payment_id=second["payment_id"]) == [second["id"]]
    assert (await mallory.get(PATH)).json()["data"] == []


async def test_pages_through_refund_requests(alice: Person) -> None:
    made = [(await asking.asked(alice))["id"] for _ in range(3)]
    first = (await alice.get(PATH, params={"limit": "2"})).json()
    assert [each["id"] for each in first["data"]] == [made[2], made[1]]
    rest = (await alice.get(PATH, params={"limit": "2", "cursor": first["next_cursor"]})).json()
    assert ([each["id"] for each in rest["data"]], rest["has_more"]) == ([made[0]], False)
