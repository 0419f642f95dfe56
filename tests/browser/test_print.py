"""What people print from the browser."""

import io

import pypdf
import pytest

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.desk import arrive_as, session_of
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]
TITLES = {"short": "Happy birthday, Maya", "long": "Happy birthday to Maya and to everybody else. " * 5}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
async def test_a_poster_is_one_sheet(world: World, visitor: Visiting, title: str, paper: str) -> None:
    made = await cards.card(world, title=TITLES[title])
    session = await session_of(world, world.alice)
    async with visitor(width=1280) as one:
        for path in ("poster", f"give/{made['recipients'][0]['id']}"):
            if path != "poster":
                await cards.shut(world, made)
            await arrive_as(session, f"/desk/cards/{made['id']}/{path}")(one)
            await one.page.locator(".d-poster img").first.evaluate("each => each.decode()")
            # The size that the page asks for, and the paper that is in the printer.
            for fits in (True, False):
                sheets = await one.page.pdf(format=paper, prefer_css_page_size=fits, print_background=True)
                read = pypdf.PdfReader(io.BytesIO(sheets))
                assert len(read.pages) == 1, path
                assert "http://" in read.pages[0].extract_text()
