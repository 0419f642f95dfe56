"""Test fixtures created over HTTP, as a client would."""

from typing import Any

from tests.world import Person

RESTRICTED_KEYS = "/account/api-access/restricted-keys"
# The counts of a card that nobody was invited to and nobody has signed.
COUNTS = {"invited": 0, "contributed": 0, "anonymous": 0, "pending": 0, "waiting": 0}


async def template_id(person: Person) -> str:
    """Returns the ID of the first design."""
    return (await person.get("/api/templates")).json()["data"][0]["template_id"]


async def body(person: Person, **fields: Any) -> dict[str, Any]:
    """Returns a minimal card body, updated with the given fields."""
    return {
        "title": "Happy birthday, Maya",
        "sender": "Priya and friends",
        "template_id": await template_id(person),
        "collection": {},
        **fields,
    }


async def card(person: Person, **fields: Any) -> dict[str, Any]:
    """Creates a card in the person's account."""
    answer = await person.post("/api/cards", await body(person, **fields))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def same(person: Person, card_id: str) -> dict[str, Any]:
    """Returns the retrieved card without its counts, which responses to changes lack."""
    found = (await person.get(f"/api/cards/{card_id}")).json()
    del found["counts"]
    return found


async def batch(person: Person, *titles: str, **fields: Any) -> dict[str, Any]:
    """Returns the body of a batch with a card for each title, or with one card if there are no titles."""
    template = await template_id(person)
    cards = [{"title": title, "template_id": template} for title in titles or ("Happy birthday, Maya",)]
    return {"sender": "Priya and friends", "cards": cards, **fields}


async def admin(owner: Person, card_id: str, whom: Person, **privilege: bool) -> dict[str, Any]:
    """Makes a user an admin of a card."""
    answer = await owner.post(
        "/api/card-admins", {"card_id": card_id, "email": whom.email, "privilege": privilege}
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


async def invitations(person: Person, card_id: str, *emails: str, **fields: Any) -> list[dict[str, Any]]:
    """Invites people by email."""
    invitees = [{"delivery_type": "email", "delivery_id": email} for email in emails]
    answer = await person.post("/api/cards/invitations", {"card_id": card_id, "invitees": invitees, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def by_pair(person: Person) -> dict[str, str]:
    return {"x-api-key": person.api_key, "x-client-secret": person.client_secret}


async def restricted_key(owner: Person, *scopes: str, **fields: Any) -> dict[str, Any]:
    """Creates a restricted key of the owner's account."""
    given = {"name": "Reports", "scopes": list(scopes), **fields}
    answer = await owner.post(RESTRICTED_KEYS, given, headers=by_pair(owner))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def restricted(owner: Person, *scopes: str, **fields: Any) -> Person:
    """Returns the same user with a new restricted key instead of the pair."""
    return Person(owner.world, owner.name, {**vars(owner), **await restricted_key(owner, *scopes, **fields)})
