"""The pages name whom to ask to people without a permission or without cards."""

import pytest

from tests import make
from tests.members.joining import join
from tests.web.desk.people import signed_in
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_a_member_reads_who_owns_the_account(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    await visitor.press("/account/choose", account_id=alice.account_id)
    for name, shown in ((None, alice.email), ("Priya", "Priya")):
        await alice.world.owner.execute("update users set name = $1 where id = $2", name, alice.user_id)
        answer = await visitor.open("/account/keys")
        assert answer.status_code == 403
        assert f"Only an owner of the account can do this. Ask \u2068{shown}\u2069." in visitor.page
    await alice.world.owner.execute("update bundle_purchases set cards_used = cards_total")
    for path in ("/desk/cards/new", "/desk/cards/batch"):
        await visitor.open(path)
        assert "Ask \u2068Priya\u2069 to buy a bundle." in visitor.page
    owner = await signed_in(alice)
    await owner.open("/desk/cards/new")  # the control
    assert 'action="/desk/bundles"' in owner.page


async def test_an_admin_reads_whose_card_it_is(alice: Person, bob: Person) -> None:
    card = await make.card(alice, sender="Priya and friends")
    await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    answer = await visitor.open(f"/desk/cards/{card['id']}/settings")
    assert answer.status_code == 403
    assert "Ask <bdi>Priya and friends</bdi>." in visitor.page


async def test_a_page_belongs_to_one_section(alice: Person) -> None:
    visitor = await signed_in(alice)
    for path, section in (("/desk/groups", "People"), ("/account", "Account"), ("/account/audit", "Account")):
        await visitor.open(path)
        sections = visitor.page.partition('class="d-sections"')[2].partition("</ul>")[0]
        assert sections.count("aria-current") == 1
        assert f'aria-current="true">{section}<' in sections
