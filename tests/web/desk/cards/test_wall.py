"""The wall of a card at the desk."""

import pytest

from tests import make
from tests.web.desk import pressing
from tests.web.desk.people import signed_in
from tests.web.visitor import path_of
from tests.world import Person
from wellwish.base import ids
from wellwish.web.desk import qr

pytestmark = pytest.mark.anyio


async def test_creates_shows_and_deletes_the_wall(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/desk/cards/{card['id']}/wall"
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert f'href="{path}"' in visitor.page
    await visitor.open(path)
    given = pressing.forms(visitor)[path]
    for _ in range(2):
        answer = await visitor.press(path, **given)
        assert (answer.status_code, visitor.next) == (303, f"{path}?said=wall_made")
    wall_url = (await alice.get(f"/api/cards/{card['id']}/wall")).json()["wall_url"]
    await visitor.open(path)
    assert f'value="{wall_url}"' in visitor.page
    assert str(qr.code(wall_url)) in visitor.page
    assert (await visitor.open(path_of(wall_url))).status_code == 200
    await visitor.open(path)
    given = pressing.forms(visitor)[f"{path}/delete"]
    for _ in range(2):
        assert (await visitor.press(f"{path}/delete", **given)).status_code == 303
    assert (await visitor.open(path_of(wall_url))).status_code == 404
    await visitor.open(path)
    assert wall_url not in visitor.page


async def test_an_archived_card_has_none(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/desk/cards/{card['id']}/wall"
    visitor = await signed_in(alice)
    await visitor.open(path)
    for each in ("close", "archive"):
        await alice.post(f"/api/cards/{card['id']}/{each}")
    answer = await pressing.press(visitor, path)
    assert answer.status_code == 409
    assert pressing.forms(visitor).keys() == {"/sign-out"}


async def test_only_the_owner_has_it(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, invite_contributors=True)
    admin = await signed_in(bob)
    await admin.open(f"/desk/cards/{card['id']}")
    assert "/wall" not in admin.page
    token = admin.token()
    assert (await admin.open(f"/desk/cards/{card['id']}/wall")).status_code == 403
    for more in ("wall", "wall/delete"):
        answer = await admin.press(f"/desk/cards/{card['id']}/{more}", form_token=token)
        assert answer.status_code == 403
        answer = await admin.press(f"/desk/cards/{card['id']}/{more}", form_token="x")
        assert answer.status_code == 403
    stranger = await signed_in(mallory)
    await stranger.open("/desk")
    token = stranger.token()
    texts: set[str] = set()
    for card_id in (card["id"], ids.new("card")):
        for more in ("wall", "wall/delete"):
            answer = await stranger.press(f"/desk/cards/{card_id}/{more}", form_token=token)
            assert answer.status_code == 404
        answer = await stranger.open(f"/desk/cards/{card_id}/wall")
        assert answer.status_code == 404
        texts.add(answer.text.replace(answer.headers["Request-Id"], "REQ").replace(card_id, "CARD"))
    assert len(texts) == 1
