"""The pages of the desk in their states."""

from collections.abc import Awaitable, Callable
from typing import Final

from tests import make
from tests.browser import cards
from tests.browser.visitor import Visitor
from tests.world import Person, World
from wellwish.auth.sign_in import attempt, session
from wellwish.auth.sign_in.session import Device
from wellwish.cards.admins import link as admin_link

Arrive = Callable[[Visitor], Awaitable[None]]
State = Callable[[World], Awaitable[Arrive]]

_PHONE: Final = Device("Safari · iPhone", "192.0.2.0/24")


async def _session(world: World, person: Person) -> str:
    async with world.services.db.transaction() as tx:
        return await session.start(tx, world.services, person.user_id, _PHONE, None)


async def _join(world: World, person: Person, other: Person) -> None:
    await world.owner.execute(
        "insert into memberships (account_id, user_id, role) values ($1, $2, 'member')",
        other.account_id,
        person.user_id,
    )


def _as(secret: str, path: str, status: int = 200) -> Arrive:
    async def arrive(one: Visitor) -> None:
        await one.context.add_cookies([{"name": "session", "value": secret, "url": one.base_url}])
        await one.open(path, status)

    return arrive


def _of_alice(path: str) -> State:
    async def state(world: World) -> Arrive:
        return _as(await _session(world, world.alice), path)

    return state


async def _sign_in_fault(world: World) -> Arrive:
    del world

    async def arrive(one: Visitor) -> None:
        await one.open("/sign-in")
        await one.page.locator("form[action^='/sign-in']").evaluate("form => form.noValidate = true")
        await one.page.fill("#email", "alice")
        await one.page.click("form[action^='/sign-in'] button")

    return arrive


async def _code(world: World) -> Arrive:
    async with world.services.db.transaction() as tx:
        issued = await attempt.issue(tx, world.services.keys, world.alice.email)

    async def arrive(one: Visitor) -> None:
        await one.context.add_cookies([{"name": "sign-in", "value": issued.browser, "url": one.base_url}])
        await one.open("/sign-in/code")

    return arrive


async def _wrong_code(world: World) -> Arrive:
    arrive_at_form = await _code(world)

    async def arrive(one: Visitor) -> None:
        await world.owner.execute("update sign_in_attempts set tries = 0")
        await arrive_at_form(one)
        await one.page.fill("#code", "12345")
        await one.page.click("form[action='/sign-in/code'] button")

    return arrive


def _link(*, any_browser: bool) -> State:
    async def state(world: World) -> Arrive:
        async with world.services.db.transaction() as tx:
            issued = await attempt.issue(tx, world.services.keys, world.alice.email, any_browser=any_browser)
        path = attempt.link(world.services.keys, "", issued.id)

        async def arrive(one: Visitor) -> None:
            await one.open(path)

        return arrive

    return state


async def _admin_link(world: World) -> Arrive:
    made = await make.admin(world.alice, (await cards.card(world))["id"], world.bob, can_update=True)
    path = admin_link.LINK.url(world.services.keys, "", world.alice.account_id, made["id"])

    async def arrive(one: Visitor) -> None:
        await one.open(path)

    return arrive


async def _link_gone(world: World) -> Arrive:
    del world

    async def arrive(one: Visitor) -> None:
        await one.open("/sign-in/wrong", 404)

    return arrive


async def _sessions(world: World) -> Arrive:
    for _ in range(2):
        await _session(world, world.alice)
    return _as(await _session(world, world.alice), "/account/sessions")


async def _passkeys(world: World) -> Arrive:
    await world.owner.execute(
        """
        insert into passkeys
          (id, user_id, credential_id, public_key, sign_count, agent, created_at, last_used_at)
        values ('pk_1', $1, '1', '', 0, 'Safari · iPhone', now(), now())
        """,
        world.alice.user_id,
    )
    return _as(await _session(world, world.alice), "/account/passkeys")


async def _accounts(world: World) -> Arrive:
    await _join(world, world.bob, world.alice)
    return _as(await _session(world, world.bob), "/account/choose")


async def _no_right(world: World) -> Arrive:
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", world.bob.user_id)
    return _as(await _session(world, world.bob), "/account/keys", 403)


async def _cards(world: World) -> Arrive:
    await cards.card(world, title="A long title with an Arabic word: كل عام وأنتِ بخير")
    closed = await cards.card(world, title="Farewell", contribution_end_date="2099-11-27")
    await world.alice.post(f"/api/cards/{closed['id']}/close")
    await cards.card(world, title="Happy birthday, Maya", contribution_end_date="2099-11-27")
    return _as(await _session(world, world.alice), "/desk")


async def _card(world: World) -> Arrive:
    made = await cards.card(world, contribution_end_date="2099-11-27", recipients=[{"name": "Maya"}])
    return _as(await _session(world, world.alice), f"/desk/cards/{made['id']}")


async def _closed_card(world: World) -> Arrive:
    made = await cards.card(world)
    await world.alice.post(f"/api/cards/{made['id']}/close")
    arrive_at_card = _as(await _session(world, world.alice), f"/desk/cards/{made['id']}/give")

    async def arrive(one: Visitor) -> None:
        await arrive_at_card(one)
        await one.page.locator("details.d-fold").evaluate("details => details.open = true")
        await one.page.fill("#contribution_end_date", "2020-01-01")
        await one.page.click("form[action$='/reopen'] button")

    return arrive


async def _card_of_admin(world: World) -> Arrive:
    made = await cards.card(world)
    await make.admin(world.alice, made["id"], world.bob, can_update=True)
    return _as(await _session(world, world.bob), f"/desk/cards/{made['id']}")


DESK: Final[dict[str, tuple[State, str]]] = {
    "sign in": (_of_alice("/sign-in?confirm=1"), "Confirm it"),
    "sign in faults": (_sign_in_fault, "correct format"),
    "code": (_code, "Check your email"),
    "code faults": (_wrong_code, "Tries left: 4."),
    "sign-in link": (_link(any_browser=True), "signed in as"),
    "sign-in link elsewhere": (_link(any_browser=False), "the other browser"),
    "sign-in link gone": (_link_gone, "Ask for a new one"),
    "link of an admin": (_admin_link, "an organiser of"),
    "sessions": (_sessions, "Sign out everywhere"),
    "passkeys": (_passkeys, "Last used on"),
    "accounts": (_accounts, "Choose the account"),
    "keys": (_of_alice("/account/keys"), "Create a new pair"),
    "no right": (_no_right, "Only an owner"),
    "no cards": (_of_alice("/desk"), "Whose day is coming up"),
    "cards": (_cards, "Farewell"),
    "card": (_card, "Anyone with this link can sign"),
    "closed card": (_closed_card, "Choose a day in the future."),
    "card of an admin": (_card_of_admin, "What you can do"),
}

# Public names for the modules of individual rooms.
of_alice, arrive_as, session_of = _of_alice, _as, _session
