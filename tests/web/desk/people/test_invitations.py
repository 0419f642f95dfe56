"""The list of a card's invitations at the desk."""

import re
from typing import Any

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids
from wellwish.web.desk.people.invitations import COUNT

pytestmark = pytest.mark.anyio


def path(card: dict[str, Any]) -> str:
    return f"/desk/cards/{card['id']}/invitations"


def listed(visitor: Visitor) -> list[str]:
    """Returns the names in the list of the open page."""
    return re.findall(r'/invitations/inv_\w+"><bdi>([^<]+)', visitor.page)


async def test_an_empty_list_says_so(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert f'href="{path(card)}"' in visitor.page
    assert (await visitor.open(path(card))).status_code == 200
    assert "Nobody is invited yet" in visitor.page
    assert f'href="{path(card)}" aria-current="page"' in visitor.page


async def test_shows_status_reason_and_latest_activity(alice: Person) -> None:
    card = await make.card(alice, timezone="Asia/Tokyo")
    await make.invitations(alice, card["id"], "ana@example.com", "bo@example.com", "cy@example.com")
    world = alice.world
    await world.work()
    await world.owner.execute(
        "update invitations set status = 'bounced', status_reason = 'no_such_mailbox', name = '<b>Ana</b>' "
        "where delivery_id = 'ana@example.com'"
    )
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert sorted(listed(visitor)) == ["&lt;b&gt;Ana&lt;/b&gt;", "bo@example.com", "cy@example.com"]
    assert visitor.page.count("Bounced: ") == 1
    assert "This address doesn&#39;t exist" in visitor.page
    assert visitor.page.count("Last message sent: ") == 2
    assert "(\u2068Asia/Tokyo\u2069)" in visitor.page
    assert visitor.page.count("/resend") == 2
    assert visitor.page.count("#address") == 1


async def test_filters_by_status(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.com", "bo@example.com")
    await alice.world.owner.execute(
        "update invitations set status = 'opened' where delivery_id = 'bo@example.com'"
    )
    visitor = await signed_in(alice)
    await visitor.open(f"{path(card)}?status=opened")
    assert listed(visitor) == ["bo@example.com"]
    await visitor.open(f"{path(card)}?status=declined")
    assert listed(visitor) == []
    assert "No invitation matches" in visitor.page
    await visitor.open(f"{path(card)}?status=nonsense")
    assert len(listed(visitor)) == 2
    assert (await visitor.open(f"{path(card)}?cursor=nonsense")).status_code == 303


async def test_pages_through_many(alice: Person) -> None:
    card = await make.card(alice)
    names = [f"p{number}@example.com" for number in range(COUNT + 3)]
    await make.invitations(alice, card["id"], *names)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    first = listed(visitor)
    assert len(first) == COUNT
    following = re.search(r'href="([^"]*cursor[^"]*)">Older invitations', visitor.page)
    assert following is not None
    await visitor.open(following[1].replace("&amp;", "&"))
    assert sorted(first + listed(visitor)) == sorted(names)
    assert "Older invitations" not in visitor.page


async def test_shows_the_members_of_a_group(alice: Person) -> None:
    card = await make.card(alice)
    members = [{"name": "Mo", "email": "mo@example.com"}]
    group = (await alice.post("/api/groups", {"name": "Kitchen", "members": members})).json()
    invitee = {"delivery_type": "group", "delivery_id": group["id"]}
    await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": [invitee]})
    await alice.world.work()
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert listed(visitor) == ["Kitchen"]
    link = re.search(r'href="([^"]+/invitations/inv_\w+)"', visitor.page)
    assert link is not None
    await visitor.open(link[1])
    members_link = re.search(r'href="([^"]+\?group=inv_\w+)"', visitor.page)
    assert members_link is not None
    await visitor.open(members_link[1])
    assert listed(visitor) == ["Mo"]


async def test_an_admin_without_the_privilege_has_no_section(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.com")
    admin = await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert path(card) not in visitor.page
    assert (await visitor.open(path(card))).status_code == 403
    assert "ana@example.com" not in visitor.page
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"invite_contributors": True}})
    await visitor.open(f"/desk/cards/{card['id']}")
    assert path(card) in visitor.page
    await visitor.open(path(card))
    assert listed(visitor) == ["ana@example.com"]


async def test_responds_alike_for_a_foreign_and_a_missing_card(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["id"], "ana@example.com")
    visitor = await signed_in(mallory)
    pages: set[str] = set()
    for card_id, invite_id in ((card["id"], made["id"]), (ids.new("card"), ids.new("inv"))):
        for page in (f"/desk/cards/{card_id}/invitations", f"/desk/cards/{card_id}/invitations/{invite_id}"):
            answer = await visitor.open(page)
            assert answer.status_code == 404
            text = answer.text.replace(answer.headers["Request-Id"], "REQ")
            pages.add(text.replace(page, "PAGE"))
    assert len(pages) == 1


async def test_a_closed_card_offers_no_message(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.com")
    await alice.post(f"/api/cards/{card['id']}/close")
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert "no more messages are sent" in visitor.page
    assert "/resend" not in visitor.page
