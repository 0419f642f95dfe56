"""People with birthdays, and rules that create cards for them."""

from datetime import datetime
from typing import Any

from tests.later import set_to
from tests.world import Person
from wellwish.occasions import turns
from wellwish.occasions.plan import Facts, Planned
from wellwish.occasions.span import Span

BEGIN = "2027-03-01T12:00"  # a Monday
OPENS = "2027-03-10T09:00"  # when Maya's card opens


def begin(person: Person, text: str = BEGIN) -> None:
    """Sets the clock, and has the person sign in again. The test restores the clock."""
    set_to(text)
    person.token = None


async def template_ids(person: Person, count: int = 1) -> list[str]:
    listed = (await person.get("/api/templates")).json()["data"]
    return [each["id"] for each in listed[:count]]


async def rule_body(person: Person, **fields: Any) -> dict[str, Any]:
    """Returns the body of a rule for birthdays."""
    return {
        "occasion": "birthday",
        "template_ids": await template_ids(person),
        "title": "Happy birthday, {name}!",
        "sender": "The team",
        "max_cards_a_month": 100,
        "invites": "manager_and_peers",
        **fields,
    }


async def rule(person: Person, **fields: Any) -> dict[str, Any]:
    given = await rule_body(person, **fields)
    answer = await person.post("/api/occasion-rules", given)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def started(person: Person, **fields: Any) -> dict[str, Any]:
    """Creates a rule and starts it."""
    made = await rule(person, **fields)
    answer = await person.post(f"/api/occasion-rules/{made['id']}/start")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def someone(person: Person, name: str, **fields: Any) -> dict[str, Any]:
    given = {"name": name, "email": f"{name.lower()}@example.com", **fields}
    answer = await person.post("/api/people", given)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


async def team(person: Person, **maya: Any) -> dict[str, Any]:
    """Creates Maya, whose birthday is 17 March, her manager Bo and her peer Kim. Returns Maya."""
    await someone(person, "Bo")
    await someone(person, "Kim", manager="bo@example.com")
    return await someone(
        person, "Maya", **{"manager": "bo@example.com", "dates": {"birthday": "--03-17"}, **maya}
    )


async def purchase(person: Person, expires_at: str | None, count: int = 1) -> str:
    """Gives the account a purchase with this many cards."""
    purchase_id = f"bp_{await person.world.owner.fetchval('select count(*) from bundle_purchases'):026}"
    await person.world.owner.execute(
        """
        insert into bundle_purchases (account_id, id, bundle_id, name, status, payment_status, cards_total,
          price_amount, price_currency, purchased_at, created_at, updated_at, expires_at)
        select account_id, $2, bundle_id, name, 'active', 'paid', $3, price_amount, price_currency,
          purchased_at, created_at, updated_at, $4
        from bundle_purchases where id = $1
        """,
        person.bundle_purchase_id,
        purchase_id,
        count,
        None if expires_at is None else datetime.fromisoformat(f"{expires_at}Z"),
    )
    return purchase_id


def whole_plan(facts: Facts, span: Span) -> list[Planned]:
    """Returns the occasions of the span with their states, from facts about everybody."""
    count = turns.Count(facts)
    return [count.take(each.occasion) for each in turns.in_turn(facts, span)]


async def cards(person: Person) -> list[dict[str, Any]]:
    """Returns the cards, oldest first."""
    answer = await person.get("/api/cards", params={"limit": 200})
    return [*reversed(answer.json()["data"])]


async def occasions(person: Person, **query: Any) -> list[dict[str, Any]]:
    """Returns the occasions from ``from_`` to ``until``, as the Python client requests them."""
    given = {name.rstrip("_"): value for name, value in query.items()}
    answer = await person.get("/api/occasions", params=given)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def pages(person: Person, **query: Any) -> list[dict[str, Any]]:
    """Returns the occasions of all pages."""
    given = {name.rstrip("_"): value for name, value in query.items()}
    found: list[dict[str, Any]] = []
    while True:
        answer = await person.get("/api/occasions", params=given)
        assert answer.status_code == 200, answer.text
        found += answer.json()["data"]
        given["cursor"] = answer.json()["next_cursor"]
        if given["cursor"] is None:
            return found


async def states(person: Person, **query: Any) -> dict[str, str]:
    return {each["person_name"]: each["state"] for each in await occasions(person, **query)}


async def addresses(person: Person, card_id: str) -> set[str]:
    """Returns the addresses that got an invitation, also as members of a group."""
    path, found = f"/api/cards/{card_id}/invitations", set[str]()
    for each in (await person.get(path)).json()["data"]:
        listed = [each]
        if each["delivery_type"] == "group":
            listed = (await person.get(path, params={"parent_invite_id": each["invite_id"]})).json()["data"]
        found |= {one["delivery_id"] for one in listed if one["status"] != "suppressed"}
    return found
