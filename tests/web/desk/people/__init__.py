"""Sign people in with browsers, and read their mails in the outbox."""

import re
from typing import Any

from tests.web.visitor import Visitor, path_of
from tests.world import Person, World


async def ask(visitor: Visitor, email: str, next_path: str = "") -> None:
    """Requests a sign-in mail on the sign-in page, and runs the job that creates it."""
    await visitor.open(f"/sign-in?next={next_path}")
    answer = await visitor.press("/sign-in", email=email, next=next_path)
    assert (answer.status_code, visitor.next) == (303, "/sign-in/code"), answer.text
    await visitor.world.work()


async def mails(world: World, email: str, kind: str = "sign_in") -> list[dict[str, Any]]:
    """Returns the mails of a kind to an address, newest first."""
    answer = await world.client.get(
        "/outbox", params={"address": email}, headers={"Accept": "application/json"}
    )
    return [each for each in answer.json()["data"] if each["kind"] == kind]


async def link_and_code(world: World, email: str) -> tuple[str, str]:
    """Returns the path of the link and the code in the newest mail."""
    newest = (await mails(world, email))[0]
    code = re.search(r"\b(\d{6})\b", newest["body"])
    assert code is not None
    return path_of(newest["link"]), code[1]


async def signed_in(person: Person, **headers: str) -> Visitor:
    """Returns the person's browser after a sign-in by the mailed link."""
    visitor = Visitor(person.world, **headers)
    await ask(visitor, person.email)
    path, _ = await link_and_code(person.world, person.email)
    await visitor.open(path)
    answer = await visitor.press(path)
    assert (answer.status_code, visitor.next) == (303, "/desk"), answer.text
    return visitor


async def is_in(visitor: Visitor) -> bool:
    """Returns whether the browser has a session."""
    return (await visitor.open("/account/sessions")).status_code == 200
