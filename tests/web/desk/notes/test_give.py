"""Give the card: links, QR codes, posters, mail drafts, and the recipients' opening times."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import HTML, path_of
from tests.world import Person
from wellwish.base import ids
from wellwish.web.desk import qr

pytestmark = pytest.mark.anyio

MAYA = {"name": "Maya & Noor", "email": "maya@example.org", "locale": "de"}


async def closed(alice: Person, **fields: Any) -> dict[str, Any]:
    card = await make.card(alice, **{"recipients": [MAYA], **fields})
    await alice.post(f"/api/cards/{card['id']}/close")
    return card


def give(card: dict[str, Any], more: str = "") -> str:
    return f"/desk/cards/{card['id']}/give{more}"


async def test_shows_the_links_only_after_closing(alice: Person) -> None:
    card = await make.card(alice, recipients=[MAYA])
    visitor = await signed_in(alice)
    recipient = card["recipients"][0]
    await visitor.open(give(card))
    assert recipient["view_url"] not in visitor.page
    assert "Close it now" in visitor.page
    assert (await visitor.open(give(card, f"/{recipient['id']}"))).status_code == 404
    await alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(give(card))
    assert f'value="{recipient["view_url"]}"' in visitor.page
    assert str(qr.code(recipient["view_url"])) in visitor.page
    assert "Not opened yet" in visitor.page
    assert (await visitor.open(give(card, f"/{recipient['id']}"))).status_code == 200
    assert str(qr.code(recipient["view_url"])) in visitor.page


async def test_drafts_a_mail_in_the_recipients_language(alice: Person) -> None:
    card = await closed(alice, sender="Priya? & friends")
    visitor = await signed_in(alice)
    await visitor.open(give(card))
    [draft] = [html.unescape(each) for each in re.findall(r'href="(mailto:[^"]+)"', visitor.page)]
    parts = urlsplit(draft)
    query = parse_qs(parts.query)
    assert unquote(parts.path) == "maya@example.org"
    assert query["subject"] == ["Priya? & friends: eine Karte für Sie"]
    assert "Hallo Maya & Noor," in query["body"][0]
    assert query["body"][0].endswith(f"\r\n{card['recipients'][0]['view_url']}")


async def test_shows_when_a_recipient_opened_it(alice: Person) -> None:
    card = await closed(alice, timezone="Asia/Tokyo")
    link = card["recipients"][0]["view_url"]
    await alice.world.client.get(link, headers=HTML)
    visitor = await signed_in(alice)
    await visitor.open(give(card))
    assert "Not opened yet" in visitor.page  # link scanners also open the page
    assert (await alice.world.client.post(path_of(link), headers=HTML)).status_code == 303
    await visitor.open(give(card))
    assert "Opened on " in visitor.page


async def test_an_admin_sees_who_opened_it_without_the_links(alice: Person, bob: Person) -> None:
    card = await closed(alice, public_read=True)
    await make.admin(alice, card["id"], bob, can_update=True)
    visitor = await signed_in(bob)
    await visitor.open(give(card))
    recipient = card["recipients"][0]
    assert "Not opened yet" in visitor.page
    assert "mailto:" not in visitor.page
    assert "/v/" not in visitor.page
    assert "maya@example.org" not in visitor.page
    assert (await visitor.open(give(card, f"/{recipient['id']}"))).status_code == 403
    owner = await signed_in(alice)  # the control
    await owner.open(give(card))
    assert "mailto:" in owner.page
    assert card["view_url"] in owner.page


async def test_a_card_without_recipients_or_cancelled_has_nothing_to_give(alice: Person) -> None:
    card = await closed(alice, recipients=[])
    visitor = await signed_in(alice)
    await visitor.open(give(card))
    assert "no recipients" in visitor.page
    cancelled = await make.card(alice, recipients=[MAYA])
    await alice.post(f"/api/cards/{cancelled['id']}/cancel")
    await visitor.open(give(cancelled))
    assert "was cancelled" in visitor.page


async def test_responds_to_a_foreign_card_as_to_a_missing_one(alice: Person, mallory: Person) -> None:
    card = await closed(alice)
    visitor = await signed_in(mallory)
    for more in ("", f"/{card['recipients'][0]['id']}"):
        texts: set[str] = set()
        for card_id in (card["id"], ids.new("card")):
            answer = await visitor.open(f"/desk/cards/{card_id}/give{more}")
            assert answer.status_code == 404
            texts.add(answer.text.replace(answer.headers["Request-Id"], "REQ").replace(card_id, "CARD"))
        assert len(texts) == 1
