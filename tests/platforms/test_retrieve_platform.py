"""GET /api/account/platform"""

from tests.platforms.acting import acting, joined
from tests.platforms.test_leave import PATH
from tests.world import Person


async def test_names_the_platform_of_a_customer(platform: Person, bob: Person) -> None:
    other = await acting(platform)
    shown = {"object": "platform", "name": "alice and co", "access": "full", "cards_from": "own"}
    for person in (await joined(other, "ines"), other):
        assert (await person.get(PATH)).json() == shown
    for person in (platform, bob):
        assert (await person.get(PATH)).status_code == 404
