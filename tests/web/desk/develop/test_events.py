"""The event log at the desk."""

import re

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.base.language import LANGUAGES
from wellwish.web.desk.frame import instant

pytestmark = pytest.mark.anyio
PATH = "/account/events"


async def test_lists_and_filters(alice: Person, mallory: Person) -> None:
    card, other = await make.card(alice), await make.card(alice)
    foreign = await make.card(mallory)
    await alice.post(f"/api/cards/{card['id']}/close")
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    assert card["id"] in visitor.page
    assert other["id"] in visitor.page
    assert foreign["id"] not in visitor.page
    await visitor.open(f"{PATH}?type=card.closed")
    assert visitor.page.count('class="d-row"') == 1
    await visitor.open(f"{PATH}?type=&card_id={other['id']}")
    assert card["id"] not in visitor.page
    await visitor.open(f"{PATH}?type=nonsense")
    assert other["id"] in visitor.page


async def test_shows_times_like_other_pages(alice: Person) -> None:
    await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    [at] = set(re.findall(r'<time class="c-small" datetime="([^"]+)">', visitor.page))
    language = LANGUAGES["en"]
    assert f">{instant(language, at, 'UTC')}</time>" in visitor.page
    assert f'<code dir="ltr">{at}</code>' in visitor.page  # the exact time, in the details


async def test_pages_through_many(alice: Person) -> None:
    await alice.world.owner.execute(
        """
        insert into events (account_id, id, type, data, created_at)
        select $1, 'evt_0' || lpad(n::text, 25, '0'), 'card.created', '{}', now()
        from generate_series(1, 60) as n
        """,
        alice.account_id,
    )
    visitor = await signed_in(alice)
    await visitor.open(f"{PATH}?type=card.created")
    assert visitor.page.count('class="d-row"') == 50
    following = visitor.page.split("Older events")[0].rpartition('href="')[2].partition('"')[0]
    await visitor.open(following.replace("&amp;", "&"))
    assert visitor.page.count('class="d-row"') == 10
    assert (await visitor.open(f"{PATH}?cursor=nonsense")).status_code == 404


async def test_is_empty_at_first(mallory: Person) -> None:
    visitor = await signed_in(mallory)
    await visitor.open(f"{PATH}?type=card.closed")
    assert "No event matches" in visitor.page
