"""The list of a card's invitations at the desk."""

import re
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import signs, wish
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
    assert "Nobody has been asked yet" in visitor.page
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
    assert listed(visitor)[0] == "&lt;b&gt;Ana&lt;/b&gt;"  # people who need attention come first
    assert visitor.page.count("Address does not work") == 1
    assert "This address doesn&#39;t exist" in visitor.page
    assert visitor.page.count("> <span>Sent</span>") == 2
    assert "(\u2068Asia/Tokyo\u2069)" in visitor.page
    assert visitor.page.count("/resend") == 2
    assert visitor.page.count("/address") == 1


def counts(visitor: Visitor) -> dict[str, str]:
    """Returns the filters of the open page with their counts."""
    return dict(re.findall(r"<a href=\"[^\"]*\"[^>]*>([^<]+) <small>([^<]+)</small></a>", visitor.page))


async def in_states(alice: Person, *statuses: str) -> dict[str, Any]:
    """Returns a card with an invitation of each status, whose address begins with it."""
    card = await make.card(alice)
    await make.invitations(alice, card["id"], *(f"{status}@example.com" for status in statuses))
    await alice.world.owner.execute("update invitations set status = split_part(delivery_id, '@', 1)")
    return card


async def test_counts_people_and_shows_those_of_one_kind(alice: Person) -> None:
    card = await in_states(
        alice, "sent", "opened", "delivered", "contributed", "declined", "bounced", "failed", "suppressed",
        "revoked",
    )  # fmt: skip
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert counts(visitor) == {
        "All": "8", "Needs a look": "2", "Not signed": "3", "Signed": "1", "Would rather not": "1",
        "Not emailed": "1", "Removed": "1",
    }  # fmt: skip
    everyone = listed(visitor)
    assert sorted(everyone[:2]) == ["bounced@example.com", "failed@example.com"]
    assert everyone[2] == "opened@example.com"
    assert "revoked@example.com" not in everyone
    for kind, names in {
        "unsigned": ["delivered", "opened", "sent"], "signed": ["contributed"], "removed": ["revoked"],
        "failing": ["bounced", "failed"], "nonsense": [each.partition("@")[0] for each in sorted(everyone)],
    }.items():  # fmt: skip
        await visitor.open(f"{path(card)}?show={kind}")
        assert sorted(listed(visitor)) == sorted(f"{name}@example.com" for name in names), kind
    await visitor.open(f"{path(card)}?status=declined")  # an address of former releases
    assert listed(visitor) == ["declined@example.com"]
    assert (await visitor.open(f"{path(card)}?cursor=nonsense")).status_code == 303


async def test_finds_a_person_by_name_or_address(alice: Person) -> None:
    card = await in_states(alice, "sent", "opened")
    await alice.world.owner.execute("update invitations set name = 'Ana Öz' where status = 'sent'")
    visitor = await signed_in(alice)
    for text, names in (("ana  ö", ["Ana Öz"]), ("OPENED@", ["opened@example.com"]), ("nobody", [])):
        await visitor.open(f"{path(card)}?q={text}")
        assert listed(visitor) == names, text
    assert "Nobody matches" in visitor.page
    await visitor.open(f"{path(card)}?q=ana&show=signed")
    assert listed(visitor) == []


async def test_says_by_name_when_notes_are_anonymous(alice: Person) -> None:
    card = await in_states(alice, "sent", "opened", "contributed")
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert "by name" not in visitor.page
    await signs(alice.world, card["sign_url"], wish("Ximena Quux", anonymous=True))
    await visitor.open(path(card))
    assert "2 have not signed by name · 1 note is anonymous" in visitor.page
    assert counts(visitor) == {"All": "3", "Not signed by name": "2", "Signed by name": "1"}


async def test_pages_through_many(alice: Person) -> None:
    card = await make.card(alice)
    names = [f"p{number}@example.com" for number in range(COUNT + 3)]
    await make.invitations(alice, card["id"], *names)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    first = listed(visitor)
    assert len(first) == COUNT
    following = re.search(r'href="([^"]*from[^"]*)">Show more people', visitor.page)
    assert following is not None
    await visitor.open(following[1].replace("&amp;", "&"))
    assert sorted(first + listed(visitor)) == sorted(names)
    assert "Show more people" not in visitor.page
    for wrong in ("from=99999", "from=-1", "from=x"):
        await visitor.open(f"{path(card)}?{wrong}")
        assert listed(visitor) == first, wrong


async def test_fixes_an_address_in_its_row(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@acme.example", "wren@acme.exmaple")
    world = alice.world
    await world.work()
    await world.owner.execute(
        "update invitations set status = 'bounced', status_reason = 'no_such_mailbox', name = 'Wren' "
        "where delivery_id = 'wren@acme.exmaple'"
    )
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert 'value="wren@acme.example"' in visitor.page  # the domain of the others
    assert "wren@acme.exmaple</bdi>”. We suggest" in visitor.page
    action = re.search(r'action="([^"]+/address)"', visitor.page)
    assert action is not None
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "shown", "back")}
    sent["shown"] = "wren@acme.exmaple"
    refused = await visitor.press(action[1], **sent, delivery_id="wren at acme")
    assert refused.status_code == 422
    assert 'value="wren at acme"' in visitor.page
    assert "Enter a valid email address" in visitor.page
    await visitor.open(path(card))
    assert (await visitor.press(action[1], **sent, delivery_id="wren@acme.example")).status_code == 303
    assert visitor.next == f"{path(card)}?said=address"
    await visitor.open(visitor.next)
    assert (
        "The address has been changed, and the invitation is on its way to the new address." in visitor.page
    )
    assert counts(visitor) == {"All": "2", "Not signed": "2"}
    await world.work()
    kinds = await world.owner.fetch("select status from invitations where delivery_id = 'wren@acme.example'")
    assert [row["status"] for row in kinds] == ["sent"]


async def test_opens_the_form_of_a_row_that_is_asked_for(alice: Person) -> None:
    card = await in_states(alice, "sent", "contributed")
    found = (await alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    sent, signed = sorted(found, key=lambda each: each["status"] != "sent")
    visitor = await signed_in(alice)
    await visitor.open(f"{path(card)}?fix={sent['id']}")
    assert f"/{sent['id']}/address" in visitor.page
    await visitor.open(f"{path(card)}?fix={signed['id']}")  # signed, so the address stays
    assert "/address" not in visitor.page


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


async def test_responds_to_a_foreign_card_as_to_a_missing_one(alice: Person, mallory: Person) -> None:
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
