"""The opened card emails its recipient the link to their choices page, and shows it to nobody."""

import asyncio
from typing import Any

import pytest

from tests.people.test_create import MAYA
from tests.people.test_notify import told
from tests.web.view.card import HTML, finished, own_link, page
from tests.web.visitor import path_of
from tests.world import Person

pytestmark = pytest.mark.anyio

LABEL = "Email me the link to choose my cards"


async def card_for_maya(person: Person, **fields: Any) -> dict[str, Any]:
    recipient = {"name": "Maya", "email": "Maya@Example.com"}
    return await finished(person, "Words", recipients=[recipient, {"name": "Noor"}], **fields)


async def ask(person: Person, link: str) -> int:
    return (await person.world.client.post(f"{path_of(link)}/own-page", headers=HTML)).status_code


async def test_mails_the_link_again_and_does_not_show_it(alice: Person) -> None:
    card = await card_for_maya(alice)
    await alice.post("/api/people", MAYA)
    assert await told(alice) == [MAYA["email"]]
    for way in ("?inside", "?as=board", "?as=book"):
        shown = await page(alice, own_link(card) + way)
        assert LABEL in shown
        assert "/person/" not in shown
    answers = await asyncio.gather(*(ask(alice, own_link(card)) for _ in range(3)))
    assert answers == [303, 303, 303]
    assert await told(alice) == [MAYA["email"]] * 2
    assert await ask(alice, own_link(card)) == 303
    assert await told(alice) == [MAYA["email"]] * 3
    assert "The link is on its way" in await page(alice, own_link(card) + "?as=board&asked")


async def test_a_card_that_nobody_signed_mails_the_link_too(alice: Person) -> None:
    card = await finished(alice, recipients=[{"name": "Maya", "email": "maya@example.com"}])
    assert LABEL not in await page(alice, own_link(card) + "?inside")  # the control: she is not kept here
    await alice.post("/api/people", MAYA)
    for way in ("?inside", "?as=board", "?as=book"):
        assert LABEL in await page(alice, own_link(card) + way), way
    assert LABEL not in await page(alice, own_link(card))  # closed


async def test_nobody_else_can_ask(alice: Person, mallory: Person) -> None:
    """Signers, readers of the public link and other recipients neither see the button nor cause a mail."""
    card = await card_for_maya(alice)
    await alice.post("/api/people", MAYA)
    await mallory.post("/api/people", {"name": "Noor", "email": "noor@example.com"})
    theirs = await card_for_maya(mallory)
    assert await told(alice) == [MAYA["email"]]
    others = [card["view_url"], card["recipients"][1]["view_url"], own_link(theirs)]
    for link in others:
        for way in ("?inside", "?as=board"):
            assert LABEL not in await page(alice, link + way)
        assert await ask(alice, link) == 404
    for link in (card["sign_url"].replace("/s/", "/c/"), "http://localhost:8080/c/wrong"):
        assert await ask(alice, link) == 404
    assert await told(alice) == [MAYA["email"]]


async def test_not_before_the_card_is_shown_and_not_after_the_person_left(alice: Person) -> None:
    card = await card_for_maya(alice, close=False)
    made = (await alice.post("/api/people", MAYA)).json()
    assert await ask(alice, own_link(card)) == 404
    await alice.post(f"/api/cards/{card['id']}/close")
    assert LABEL in await page(alice, own_link(card) + "?as=board")  # the control
    await alice.patch(f"/api/people/{made['id']}", {"status": "left"})
    assert LABEL not in await page(alice, own_link(card) + "?as=board")
    assert await ask(alice, own_link(card)) == 404
