"""Preview a card: the owner and admins can view it for an hour before it is closed."""

from datetime import timedelta

import pytest

from tests import make
from tests.later import another_time
from tests.web.view.card import HTML, finished, note, page
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio
AUDIENCES = ("everyone", "contributor", "recipient", "admin")


async def preview(person: Person, card_id: str, audience: str = "") -> str:
    answer = await person.post(f"/api/cards/{card_id}/preview", {"as": audience} if audience else None)
    assert answer.status_code == 201, answer.text
    assert answer.json()["object"] == "preview"
    assert answer.json()["audience"] == (audience or "recipient")
    return answer.json()["url"]


async def test_shows_an_open_card_as_its_recipient_will_see_it(alice: Person) -> None:
    card = await finished(alice, "For all", close=False)
    await note(alice, card["id"], "Only for Maya", name="Ana", visibility="recipient")
    hidden = await note(alice, card["id"], "Hidden words", name="Ben")
    await alice.post(f"/api/cards/{card['id']}/contributions/{hidden['id']}/hide")
    link = await preview(alice, card["id"])
    assert "This is a preview" in await page(alice, link)
    text = await page(alice, link + "?as=board")
    assert "For all" in text
    assert "Only for Maya" in text
    assert "Hidden words" not in text
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["status"] == "open"
    assert "Not yet" in await page(alice, card["recipients"][0]["view_url"])


@pytest.mark.parametrize(
    ("audience", "private", "name"),
    [
        ("everyone", False, False),
        ("contributor", False, True),
        ("recipient", True, True),
        ("admin", True, True),
    ],
)
async def test_shows_what_the_audience_will_see(
    alice: Person, audience: str, private: bool, name: bool
) -> None:
    given = {"collection": {"see_contributor_names": 1}}
    card = await finished(alice, "For all", close=False, **given)
    await note(alice, card["id"], "Only for Maya", name="Ana", visibility="recipient")
    hidden = await note(alice, card["id"], "Hidden words", name="Ben")
    await note(alice, card["id"], "With a name", name="Zoltan")
    await alice.post(f"/api/cards/{card['id']}/contributions/{hidden['id']}/hide")
    text = await page(alice, await preview(alice, card["id"], audience) + "?as=board")
    assert "For all" in text
    assert ("Only for Maya" in text) == private
    assert ("Zoltan" in text) == name
    assert "Hidden words" not in text


async def test_shows_names_and_the_total_of_admins_only_to_admins(alice: Person, bob: Person) -> None:
    card = await finished(alice, "For all", close=False, collection={"see_contributor_names": 3})
    await note(alice, card["id"], "With a name", name="Zoltan")
    await make.admin(alice, card["id"], bob)
    shown = {
        audience: "Zoltan" in await page(alice, await preview(bob, card["id"], audience) + "?as=board")
        for audience in AUDIENCES
    }
    assert shown == {"everyone": False, "contributor": False, "recipient": False, "admin": True}


async def test_each_audience_has_another_link_that_ends_with_its_admin(alice: Person, bob: Person) -> None:
    card = await finished(alice, "Words", close=False)
    admin = await make.admin(alice, card["id"], bob)
    links = [
        await preview(bob, card["id"], each) for each in ("everyone", "contributor", "recipient", "admin")
    ]
    assert len(set(links)) == 4
    for link in links:
        await page(alice, link)
    await alice.delete(f"/api/card-admins/{admin['card_admin_id']}")
    for link in links:
        assert (await alice.world.client.get(link, headers=HTML)).status_code == 404


async def test_refuses_another_audience(alice: Person) -> None:
    card = await finished(alice, "Words", close=False)
    answer = await alice.post(f"/api/cards/{card['id']}/preview", {"as": "owner"})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/as"]


async def test_cannot_be_used_to_thank_or_to_report(alice: Person) -> None:
    card = await finished(alice, "Words")
    link = await preview(alice, card["id"])
    for below in ("/thanks", "/report"):
        assert (await alice.world.client.get(link + below, headers=HTML)).status_code == 404


async def test_ends_after_an_hour(alice: Person) -> None:
    card = await finished(alice, "Words", close=False)
    link = await preview(alice, card["id"])
    with another_time():
        clock.move(timedelta(minutes=58))
        await page(alice, link)
        clock.move(timedelta(minutes=61))
        assert (await alice.world.client.get(link, headers=HTML)).status_code == 404


async def test_ends_when_its_admin_is_removed(alice: Person, bob: Person) -> None:
    card = await finished(alice, "Words", close=False)
    admin = await make.admin(alice, card["id"], bob)
    link = await preview(bob, card["id"])
    owners = await preview(alice, card["id"])
    assert link != owners
    await page(alice, link)
    await alice.delete(f"/api/card-admins/{admin['card_admin_id']}")
    assert (await alice.world.client.get(link, headers=HTML)).status_code == 404
    await page(alice, owners)


async def test_a_repeated_call_gives_a_link_again(alice: Person) -> None:
    card = await finished(alice, "Words", close=False)
    for _ in range(2):
        await page(alice, await preview(alice, card["id"]))


async def test_refuses_a_cancelled_card_and_strangers(alice: Person, mallory: Person) -> None:
    card = await finished(alice, close=False)
    assert (await mallory.post(f"/api/cards/{card['id']}/preview")).status_code == 404
    await alice.post(f"/api/cards/{card['id']}/cancel")
    answer = await alice.post(f"/api/cards/{card['id']}/preview")
    assert answer.status_code == 409
    assert answer.json()["code"] == "card_state"
