"""The pages on which people see and erase their data."""

from typing import Final

from tests.browser import cards
from tests.browser.desk import Arrive, State
from tests.browser.visitor import Visitor
from tests.contributions.signing import signs, wish
from tests.privacy.traces import EMAIL, NAME, NOTE, PHONE
from tests.world import World
from wellwish.auth.sign_in.mail_limits import Asker
from wellwish.privacy import request
from wellwish.web.desk.privacy.ask import COOKIE

_NETWORK: Final = Asker("192.0.2.7")


async def _form(world: World) -> Arrive:
    del world

    async def arrive(one: Visitor) -> None:
        await one.open("/privacy")
        await one.page.locator("form[action='/privacy']").evaluate("form => form.noValidate = true")
        await one.page.fill("#email", "alice")
        await one.page.click("form[action='/privacy'] button")

    return arrive


def _mailed(*, used: bool) -> State:
    async def state(world: World) -> Arrive:
        await cards.card(world, recipients=[{"name": NAME, "email": EMAIL}])
        keys = world.services.keys
        async with world.services.db.transaction() as tx:
            request_id = await request.ask(tx, world.services, EMAIL, _NETWORK, language="en")
            path = request.url(keys, "", request_id)
            if used:
                await request.use_link(tx, keys, path.rpartition("/")[2])

        async def arrive(one: Visitor) -> None:
            await one.open(path, 404 if used else 200)

        return arrive

    return state


def _plain(path: str) -> State:
    async def state(world: World) -> Arrive:
        del world

        async def arrive(one: Visitor) -> None:
            await one.open(path)

        return arrive

    return state


async def _data(world: World) -> Arrive:
    made = await cards.card(world, recipients=[{"name": NAME, "email": EMAIL, "phone": PHONE}])
    invitees = [{"delivery_type": "email", "delivery_id": EMAIL}]
    other = await cards.card(world, title="Farewell, Priya")
    for card in (made, other):
        answer = await world.alice.post(
            "/api/cards/invitations", {"card_id": card["id"], "invitees": invitees}
        )
        assert answer.status_code == 201, answer.text
    link = answer.json()["data"][0]["link"]
    await signs(world, link, wish(None, NOTE, anonymous=True))
    keys = world.services.keys
    async with world.services.db.transaction() as tx:
        request_id = await request.ask(tx, world.services, EMAIL, _NETWORK, language="en")
        token = request.url(keys, "", request_id).rpartition("/")[2]
        browser = await request.use_link(tx, keys, token)
    await world.work()

    async def arrive(one: Visitor) -> None:
        await one.context.add_cookies([{"name": COOKIE, "value": browser, "url": one.base_url}])
        await one.open("/privacy/data")

    return arrive


DESK_PRIVACY: Final[dict[str, tuple[State, str]]] = {
    "privacy faults": (_form, "correct format"),
    "privacy sent": (_plain("/privacy/sent"), "sent a link to the address"),
    "privacy link": (_mailed(used=False), "Show my data"),
    "privacy link gone": (_mailed(used=True), "Email me a link for this browser"),
    "privacy data": (_data, "Your anonymous notes"),
    "privacy erased": (_plain("/privacy/erased"), "Your data is being erased"),
}
