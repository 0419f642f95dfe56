"""The pages on which people see and erase their data, and those on which owners do so for them."""

from typing import Final

from tests.browser import cards
from tests.browser.desk import Arrive, State, arrive_as, session_of
from tests.browser.visitor import Visitor
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.privacy import traces
from tests.privacy.traces import EMAIL, NAME, NOTE, PHONE
from tests.world import World
from wellwish.auth.sign_in.mail_limits import Asker
from wellwish.deletions import deletion_request
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


async def _placed(world: World) -> None:
    await traces.place(world, world.alice)
    await world.work()


async def _requests(world: World) -> Arrive:
    await _placed(world)
    for kind in ("exports", "erasures"):
        await world.alice.post(f"/api/{kind}", {"email": "kim@example.com"})
        await world.work()
    await world.alice.post("/api/exports", {"email": EMAIL})
    await world.alice.post("/api/exports", {"phone": PHONE})
    await world.owner.execute(
        "update data_requests set status = 'failed', sealed_address = null where status = 'pending'"
    )
    await world.alice.post("/api/exports", {"email": EMAIL})
    await world.work()
    return arrive_as(await session_of(world, world.alice), "/account/privacy")


def _looked_up(address: str, *, presses: bool) -> State:
    async def state(world: World) -> Arrive:
        await _placed(world)
        arrive_at_form = arrive_as(await session_of(world, world.alice), "/account/privacy")

        async def arrive(one: Visitor) -> None:
            await arrive_at_form(one)
            await one.page.fill("#address", address)
            await one.page.click("form[action='/account/privacy'] .c-button")
            if presses:
                erasing = "form[action='/account/privacy/erasures']"
                await one.page.locator("details.d-more").evaluate("details => details.open = true")
                await one.page.locator(erasing).evaluate("form => form.noValidate = true")
                await one.page.click(f"{erasing} button")

        return arrive

    return state


def _done(kind: str) -> State:
    async def state(world: World) -> Arrive:
        await _placed(world)
        made = (await world.alice.post(f"/api/{kind}", {"email": EMAIL})).json()
        await world.work()
        return arrive_as(await session_of(world, world.alice), f"/account/privacy/{kind}/{made['id']}")

    return state


def _deletion(*, asked: bool) -> State:
    async def state(world: World) -> Arrive:
        alice = world.alice
        await _placed(world)
        await giving.gave(alice, (await giving.card(alice))["id"])
        if asked:
            async with world.services.db.transaction([alice.account_id]) as tx:
                given = (alice.account_id, alice.user_id, "192.0.2.0/24")
                await deletion_request.ask(tx, world.services, *given)
        return arrive_as(await session_of(world, alice), "/account/privacy/deletion")

    return state


DESK_PRIVACY: Final[dict[str, tuple[State, str]]] = {
    "privacy faults": (_form, "correct format"),
    "privacy sent": (_plain("/privacy/sent"), "sent a link to the address"),
    "privacy link": (_mailed(used=False), "Show my data"),
    "privacy link gone": (_mailed(used=True), "Email me a link for this browser"),
    "privacy data": (_data, "Your anonymous notes"),
    "privacy erased": (_plain("/privacy/erased"), "Your data is being erased"),
    "data requests": (_requests, "File deleted"),
    "data of a person": (_looked_up(EMAIL, presses=False), "What stays, and why"),
    "data of nobody": (_looked_up("ben@example.org", presses=False), "shows no records of"),
    "data not ticked": (_looked_up(EMAIL, presses=True), "Tick the box"),
    "data without an address": (_looked_up("kim", presses=False), "Enter an email address, or"),
    "export": (_done("exports"), "The file is ready."),
    "erasure": (_done("erasures"), "Download the receipt"),
    "delete the account": (_deletion(asked=False), "Settle the money first"),
    "deletion asked": (_deletion(asked=True), "Withdraw the request"),
}
