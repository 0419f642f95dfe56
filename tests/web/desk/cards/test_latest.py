"""The numbers and the latest events on a card's page."""

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor, path_of
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_shows_how_many_signed_and_what_happened(alice: Person, bob: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}], timezone="Europe/Berlin")
    await make.card(alice)  # another card
    await make.invitations(alice, card["id"], "ana@example.org", "ben@example.org")
    await Visitor(alice.world).sign(path_of(card["sign_url"]))
    await make.admin(alice, card["id"], bob)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    numbers = visitor.page.partition("<dl")[2].partition("</dl>")[0]
    assert "<dt>Signed</dt><dd>1 " in numbers
    assert "Invited: 2" in numbers
    assert "Opened by" not in numbers
    events = visitor.page.partition("<h2>Latest</h2>")[2].partition("</ul>")[0]
    assert events.index("An admin was added") < events.index("Someone signed")
    assert events.count("Someone was invited") == 2
    assert "Europe/Berlin" in events
    assert "<svg" in visitor.page.partition("QR code of the signing link")[2]
    await alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(f"/desk/cards/{card['id']}")
    assert "0 of 1" in visitor.page
    admin = await signed_in(bob)
    await admin.open(f"/desk/cards/{card['id']}")
    assert "<dt>Signed</dt><dd>1 " in admin.page
    assert "Latest" not in admin.page
    assert "QR code" not in admin.page
