"""The pages that need no link: each as it has to be, on a phone and on a desk, in light and dark."""

import pytest

from tests.browser.conftest import Visiting

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/docs", 200), ("/errors", 200), ("/s/wrong", 404), ("/outbox", 200)]
)
async def test_pages_are_as_they_have_to_be(
    visitor: Visiting, path: str, status: int, width: int, dark: bool
) -> None:
    async with visitor(width=width, dark=dark) as one:
        await one.open(path, status)
        await one.check()
