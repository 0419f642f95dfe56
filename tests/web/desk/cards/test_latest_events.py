"""The numbers and the latest events on a card's page."""

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor, path_of
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_shows_how_many_signed_and_what_happened(alice: Person, bob: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}], timezone="Europe/Berlin")
    await make.card(alice)  # another card
    ana, _ = await make.invitations(alice, card["id"], "ana@example.org", "ben@example.org")
    await Visitor(alice.world).sign(path_of(ana["link"]))
    await make.admin(alice, card["id"], bob)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert "1 of 2 have signed" in visitor.page
    events = visitor.page.partition('id="h-latest"')[2].partition("</ul>")[0]
    assert events.index("An organiser was added") < events.index("\u2068Noor\u2069 signed")
    assert events.count("<li") == 3
    assert "Today, " in events
    admin = await signed_in(bob)
    await admin.open(f"/desk/cards/{card['id']}")
    assert "1 note" in admin.page
    assert "have signed" not in admin.page  # an admin who may not invite does not see who is missing
    assert "Latest" not in admin.page


async def test_a_signer_by_the_shared_link_is_not_one_of_the_invitees(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.org", "ben@example.org")
    await Visitor(alice.world).sign(path_of(card["sign_url"]))
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert "2 people have not signed yet" in visitor.page
    assert "1 of 2 have signed" not in visitor.page
    assert "1 note" in visitor.page


async def test_names_whose_note_waits_and_who_only_gave(alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    await alice.patch(f"/api/cards/{card['id']}", {"moderation": "pre"})
    await signs(alice.world, card["sign_url"], wish("Noor"))
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    events = visitor.page.partition('id="h-latest"')[2].partition("</ul>")[0]
    assert "\u2068Noor\u2069 signed" in events
    assert "\u2068Grandma Ilse\u2069 chipped in" in events
    assert "Someone" not in events
    assert '<span class="u-hidden">Noor</span>' in visitor.page


async def test_an_anonymous_author_is_someone(alice: Person) -> None:
    card = await make.card(alice)
    await signs(alice.world, card["sign_url"], wish("Ximena Quux", anonymous=True))
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}")
    assert "Someone signed" in visitor.page
    assert "Ximena" not in visitor.page
