"""The page to share the signing link."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.web.desk import qr

pytestmark = pytest.mark.anyio


async def test_offers_every_way_to_share(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya & Noor"}])
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/share?said=created")
    assert "<h1>Your card is ready</h1>" in visitor.page
    assert f'value="{card["sign_url"]}"' in visitor.page
    assert str(qr.code(card["sign_url"])) in visitor.page
    links = [html.unescape(each) for each in re.findall(r'href="([^"]+)"', visitor.page)]
    [teams] = [each for each in links if each.startswith("https://teams.microsoft.com/share?")]
    [whatsapp] = [each for each in links if each.startswith("https://wa.me/?")]
    [draft] = [each for each in links if each.startswith("mailto:?")]
    assert parse_qs(urlsplit(teams).query)["href"] == [card["sign_url"]]
    for each, name in ((teams, "msgText"), (whatsapp, "text"), (draft, "body")):
        [text] = parse_qs(urlsplit(each).query)[name]
        assert text.startswith("A card for Maya & Noor")
        assert text.endswith(card["sign_url"])
    assert f"/desk/cards/{card['id']}/invitations/new" in links
    await visitor.open(f"/desk/cards/{card['id']}/share")
    assert "<h1>Share the link</h1>" in visitor.page


async def test_leads_to_the_card_without_a_link(alice: Person) -> None:
    card = await make.card(alice, shared_link=False)
    visitor = await signed_in(alice)
    answer = await visitor.open(f"/desk/cards/{card['id']}/share")
    assert answer.headers["location"] == f"/desk/cards/{card['id']}"


async def test_is_for_people_who_may_invite(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob)
    path = f"/desk/cards/{card['id']}/share"
    assert (await (await signed_in(mallory)).open(path)).status_code == 404
    visitor = await signed_in(bob)
    assert (await visitor.open(path)).status_code == 403
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"invite_contributors": True}})
    assert (await visitor.open(path)).status_code == 200  # the control
