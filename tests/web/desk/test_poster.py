"""Posters: one page of A4 without the rest of the desk."""

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.web.kit.static import FILES

pytestmark = pytest.mark.anyio


async def test_prints_only_the_poster(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya & <Noor>"}])
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/poster")
    before, poster = visitor.page.split('<div class="d-poster">')
    assert before.count('<div class="d-unprinted">') + before.count("c-small d-unprinted") == 2
    shown, foot = poster.split("</main>")
    assert "<a " not in shown
    assert foot.index('<div class="d-unprinted">') < foot.index("<footer")
    await alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(f"/desk/cards/{card['id']}/give/{card['recipients'][0]['id']}")
    assert "For Maya &amp; &lt;Noor&gt;" in visitor.page


def test_the_page_is_a4() -> None:
    css = FILES["desk.css"].decode()
    assert "@page poster" in css
    assert "size: A4" in css or "size:A4" in css
