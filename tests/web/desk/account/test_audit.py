"""The audit log at the desk."""

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.audit.entry import ACTIONS
from wellwish.web.desk.account.audit import LABELS

pytestmark = pytest.mark.anyio
PATH = "/account/audit"


async def test_shows_who_did_what(alice: Person, mallory: Person) -> None:
    card, foreign = await make.card(alice), await make.card(mallory)
    await alice.post(f"/api/cards/{card['id']}/close")
    await mallory.post(f"/api/cards/{foreign['id']}/close")
    visitor = await signed_in(alice)
    assert (await visitor.open(PATH)).status_code == 200
    assert "Card closed" in visitor.page
    assert "By API key" in visitor.page
    assert card["id"] in visitor.page
    assert foreign["id"] not in visitor.page


async def test_filters_and_downloads(alice: Person) -> None:
    card, other = await make.card(alice), await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.delete(f"/api/cards/{other['id']}")
    visitor = await signed_in(alice)
    await visitor.open(f"{PATH}?action=card.delete")
    assert visitor.page.count('class="d-row"') == 1
    assert f"{PATH}.csv?action=card.delete" in visitor.page
    await visitor.open(f"{PATH}?action=nonsense&email={alice.email}&card_id={card['id']}")
    assert visitor.page.count('class="d-row"') == 1
    await visitor.open(f"{PATH}?email=nobody@example.com")
    assert "No entry matches" in visitor.page
    assert (await visitor.open(f"{PATH}?email=nonsense")).status_code == 404
    file = await visitor.open(f"{PATH}.csv?action=card.delete")
    assert file.headers["content-type"].startswith("text/csv")
    assert file.text.count("\r\n") == 2
    assert other["id"] in file.text


async def test_pages_through_many(alice: Person) -> None:
    await alice.world.owner.execute(
        """
        insert into audit_entries (account_id, id, action, actor, fields, created_at)
        select $1, 'aud_7' || lpad(n::text, 25, '0'), 'card.close', 'operator', '[]', now()
        from generate_series(1, 60) as n
        """,
        alice.account_id,
    )
    visitor = await signed_in(alice)
    await visitor.open(f"{PATH}?action=card.close")
    assert visitor.page.count('class="d-row"') == 50
    following = visitor.page.split("Older entries")[0].rpartition('href="')[2].partition('"')[0]
    await visitor.open(following.replace("&amp;", "&"))
    assert visitor.page.count('class="d-row"') == 10
    assert (await visitor.open(f"{PATH}?cursor=nonsense")).status_code == 404


async def test_only_owners_read_it(alice: Person) -> None:
    await alice.world.owner.execute(
        "update memberships set role = 'member' where account_id = $1", alice.account_id
    )
    visitor = await signed_in(alice)
    assert (await visitor.open(PATH)).status_code == 403
    assert (await visitor.open(f"{PATH}.csv")).status_code == 403


def test_each_action_has_a_label() -> None:
    assert set(LABELS) == set(ACTIONS)
