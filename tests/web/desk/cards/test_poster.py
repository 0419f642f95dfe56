"""The poster of the signing link."""

import pytest

from tests import make
from tests.later import day
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.base import ids
from wellwish.web.desk import qr

pytestmark = pytest.mark.anyio


async def test_shows_the_link_its_code_and_the_end(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=day(5), timezone="Asia/Tokyo")
    visitor = await signed_in(alice)
    path = f"/desk/cards/{card['id']}/poster"
    await visitor.open(f"/desk/cards/{card['id']}")
    assert f'href="{path}"' in visitor.page
    await visitor.open(path)
    assert card["sign_url"] in visitor.page
    assert str(qr.code(card["sign_url"])) in visitor.page
    assert "Asia/Tokyo" in visitor.page


async def test_a_card_that_takes_no_notes_has_none(alice: Person) -> None:
    shared = await make.card(alice, shared_link=False)
    closed = await make.card(alice)
    await alice.post(f"/api/cards/{closed['id']}/close")
    visitor = await signed_in(alice)
    for card in (shared, closed):
        await visitor.open(f"/desk/cards/{card['id']}")
        assert "/poster" not in visitor.page
        assert (await visitor.open(f"/desk/cards/{card['id']}/poster")).status_code == 404


async def test_only_those_who_may_invite_have_it(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    admin_row = await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/desk/cards/{card['id']}/poster"
    admin = await signed_in(bob)
    assert (await admin.open(path)).status_code == 403
    await alice.put(
        f"/api/card-admins/{admin_row['card_admin_id']}", {"privilege": {"invite_contributors": True}}
    )
    assert (await admin.open(path)).status_code == 200
    stranger = await signed_in(mallory)
    texts: set[str] = set()
    for card_id in (card["id"], ids.new("card")):
        answer = await stranger.open(f"/desk/cards/{card_id}/poster")
        assert answer.status_code == 404
        texts.add(answer.text.replace(answer.headers["Request-Id"], "REQ").replace(card_id, "CARD"))
    assert len(texts) == 1
