"""The pages of notes, giving and money at the desk in their states."""

from typing import Any, Final

from tests import make
from tests.browser.desk import Arrive, State, arrive_as, session_of
from tests.browser.visitor import Visitor
from tests.contributions import giving
from tests.payments import buying
from tests.thanks.test_media import PHOTO, VOICE, thank
from tests.world import World
from wellwish.payments.provider.update import CheckedProvider, put


async def _card(world: World, **fields: Any) -> dict[str, Any]:
    collection = {**giving.OPEN, "add_cash": True, "goal_amount": 10_000}
    people = [{"name": "Maya"}, {"name": "كل عام وأنتِ بخير", "email": "noor@example.org"}]
    return await make.card(world.alice, collection=collection, recipients=people, **fields)


async def _notes(world: World) -> Arrive:
    card = await _card(world)
    path = f"/api/cards/{card['id']}/contributions"
    for text in ("All the best,\nmany happy returns", "كل عام وأنتِ بخير", "x" * 300):
        await world.alice.post(path, {"name": "Noor " + text[:60].strip(), "note": {"text": text}})
    anonymous = {"note": {"text": "Guess who", "visibility": "recipient"}, "anonymous": True}
    made = (await world.alice.post(path, anonymous)).json()
    await world.alice.post(f"{path}/{made['id']}/hide")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{card['id']}/notes")


def _empty(section: str) -> State:
    async def state(world: World) -> Arrive:
        card = await _card(world)
        return arrive_as(await session_of(world, world.alice), f"/desk/cards/{card['id']}/{section}")

    return state


async def _give(world: World) -> Arrive:
    card = await _card(world, public_read=True)
    await world.alice.post(f"/api/cards/{card['id']}/close")
    await world.owner.execute("update recipients set first_viewed_at = now() where name = 'Maya'")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{card['id']}/give")


async def _thanks(world: World) -> Arrive:
    card = await _card(world)
    await world.alice.post(f"/api/cards/{card['id']}/contributions", {"name": "Ben", "note": {"text": "Hi"}})
    await world.alice.post(f"/api/cards/{card['id']}/close")
    await thank(world, card, PHOTO | VOICE, text="Thank you all, from the bottom of my teapot.")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{card['id']}/give/thanks")


async def _poster(world: World) -> Arrive:
    card = await _card(world)
    await world.alice.post(f"/api/cards/{card['id']}/close")
    path = f"/desk/cards/{card['id']}/give/{card['recipients'][0]['id']}"
    return arrive_as(await session_of(world, world.alice), path)


async def _money(world: World) -> Arrive:
    card = await _card(world)
    await giving.gave(world.alice, card["id"], name="Grandma Ilse from the house at the lake")
    await giving.gives(world.alice, card["id"], name="Ben")
    cash = {**giving.MONEY, "method": "cash"}
    await giving.post(world.alice, card["id"], money=cash, name="Noor")
    await world.alice.post(f"/api/cards/{card['id']}/close")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{card['id']}/money")


async def _refund(world: World) -> Arrive:
    card = await _card(world)
    gift = await giving.gave(world.alice, card["id"])
    path = f"/desk/cards/{card['id']}/money/refund/{gift['money']['payment_id']}?amount=99"
    return arrive_as(await session_of(world, world.alice), path, 422)


async def _handover(world: World) -> Arrive:
    card = await _card(world)
    await giving.gave(world.alice, card["id"])
    await world.alice.post(f"/api/cards/{card['id']}/close")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{card['id']}/money/handover")


async def _payments(world: World) -> Arrive:
    card = await _card(world)
    gift = await giving.gave(world.alice, card["id"])
    await giving.gives(world.alice, card["id"])
    await buying.bought(world.alice)
    disputed = await giving.gave(world.alice, card["id"])
    await world.owner.execute(
        "update payments set status = 'disputed', disputed_at = now() where id = $1",
        disputed["money"]["payment_id"],
    )
    await buying.refund(world.alice, gift["money"]["payment_id"], 450)
    return arrive_as(await session_of(world, world.alice), "/desk/payments")


async def _provider(world: World) -> Arrive:
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        made = CheckedProvider("acct_1A2b3C4d5E6f7G8h", "sk_live_0123456789", live=True)
        await put(tx, world.services, world.alice.account_id, made)
    return arrive_as(await session_of(world, world.alice), "/account/payment-provider")


async def _provider_faults(world: World) -> Arrive:
    arrive_at_form = arrive_as(await session_of(world, world.alice), "/account/payment-provider")

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.fill("#secret_key", "pk_live_0123456789")
        await one.page.locator("form[action$='/connect'] button").click()

    return arrive


async def _bundles(world: World) -> Arrive:
    await buying.bought(world.alice)
    await buying.buy(world.alice)
    return arrive_as(await session_of(world, world.alice), "/desk/bundles")


DESK_MONEY: Final[dict[str, tuple[State, str]]] = {
    "desk notes": (_notes, "Guess who"),
    "desk no notes": (_empty("notes"), "No notes yet"),
    "desk new note": (_empty("notes/new"), "Who can read it"),
    "give": (_give, "Not opened yet"),
    "desk thanks": (_thanks, "from the bottom of my teapot"),
    "poster": (_poster, "Scan to open your card"),
    "money": (_money, "Promised"),
    "refund": (_refund, "That is more than the amount left"),
    "bundles": (_bundles, "Cards left"),
    "payments": (_payments, "until then the money is frozen"),
    "payment provider": (_provider, "Real money"),
    "payment provider faults": (_provider_faults, "starts with sk_"),
    "handover": (_handover, "Wellwish doesn't move the money"),
}
