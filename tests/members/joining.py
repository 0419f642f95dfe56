"""Invites people to accounts and lets them accept."""

from typing import Any

from tests.web.visitor import path_of
from tests.world import Person


async def invite(owner: Person, email: str, role: str = "member") -> dict[str, Any]:
    answer = await owner.post("/api/account/members", {"email": email, "role": role})
    assert answer.status_code == 201, answer.text
    await owner.world.work()
    return answer.json()


async def join(person: Person, owner: Person, role: str = "member") -> str:
    """Makes the person a member without the pages; returns the ID of the member."""
    await owner.world.owner.execute(
        "insert into memberships (account_id, user_id, role) values ($1, $2, $3)",
        owner.account_id,
        person.user_id,
        role,
    )
    return member_id_of(person)


def member_id_of(person: Person) -> str:
    return person.user_id.replace("usr_", "mbr_")


async def link_of(owner: Person, email: str) -> str:
    """Returns the path of the link in the newest mail that invites the address."""
    answer = await owner.world.client.get(
        "/outbox", params={"address": email}, headers={"Accept": "application/json"}
    )
    return path_of(next(each["link"] for each in answer.json()["data"] if each["kind"] == "member_invited"))
