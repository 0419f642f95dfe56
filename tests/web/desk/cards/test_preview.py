"""Preview a card at the desk as one of its audiences."""

import re

import pytest

from tests import make
from tests.web.desk import pressing
from tests.web.desk.people import signed_in
from tests.web.view.card import finished, note
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def previewed(visitor: Visitor, card_id: str, audience: str) -> str:
    """Presses a button of the card's page. Returns the notes of the preview."""
    await visitor.open(f"/desk/cards/{card_id}")
    answer = await pressing.press(visitor, f"/desk/cards/{card_id}/preview", **{"as": audience})
    assert answer.status_code == 303
    assert re.fullmatch(r"/c/[\w-]{22}", visitor.next)
    assert (await visitor.open(f"{visitor.next}?as=board")).status_code == 200
    return visitor.page


async def test_leads_to_the_view_of_the_audience(alice: Person, bob: Person) -> None:
    card = await finished(alice, close=False, collection={"see_contributor_names": 3})
    await note(alice, card["id"], "For all", name="Zoltan")
    await note(alice, card["id"], "Only for Maya", name="Ana", visibility="recipient")
    await make.admin(alice, card["id"], bob)
    for person in (alice, bob):
        visitor = await signed_in(person)
        await visitor.open(f"/desk/cards/{card['id']}")
        offered = re.findall(r'name="as" value="(\w+)"', visitor.page)
        assert offered == ["recipient", "contributor", "everyone", "admin"]
        seen = {each: await previewed(visitor, card["id"], each) for each in offered}
        assert [each for each in offered if "Only for Maya" in seen[each]] == ["recipient", "admin"]
        assert [each for each in offered if "Zoltan" in seen[each]] == ["admin"]


async def test_refuses_other_audiences_cancelled_cards_and_strangers(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    path = f"/desk/cards/{card['id']}"
    await visitor.open(path)
    token = visitor.token()
    assert (await visitor.press(f"{path}/preview", **{"as": "nobody"})).status_code == 404
    assert (await visitor.press(f"{path}/preview", **{"as": "admin"}, form_token="x")).status_code == 403
    await alice.post(f"/api/cards/{card['id']}/cancel")
    assert (await visitor.press(f"{path}/preview", **{"as": "admin"}, form_token=token)).status_code == 303
    assert visitor.next == path
    await visitor.open(path)
    assert "/preview" not in visitor.page
    stranger = await signed_in(mallory)
    await stranger.open("/desk")
    token = stranger.token()
    texts: set[str] = set()
    for card_id in (card["id"], ids.new("card")):
        answer = await stranger.press(
            f"/desk/cards/{card_id}/preview", **{"as": "recipient"}, form_token=token
        )
        assert answer.status_code == 404
        texts.add(answer.text.replace(answer.headers["Request-Id"], "REQ").replace(card_id, "CARD"))
    assert len(texts) == 1
