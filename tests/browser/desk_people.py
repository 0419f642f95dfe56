"""The pages of invitations and admins at the desk in their states."""

from typing import Any, Final

from tests import make
from tests.browser import cards
from tests.browser.desk import Arrive, State, arrive_as, of_alice, session_of
from tests.browser.visitor import Visitor
from tests.world import World
from wellwish.delivery import suppression
from wellwish.delivery.message import EMAIL
from wellwish.delivery.suppression import Reason


async def _invited(world: World, statuses: tuple[str, ...]) -> dict[str, Any]:
    """Returns a card with an invitation of each status."""
    made = await cards.card(world)
    people = [f"{status}.a.rather.long.address@mail.department.example.com" for status in statuses]
    await make.invitations(world.alice, made["id"], *people)
    await world.work()
    for status, address in zip(statuses, people, strict=True):
        await world.owner.execute(
            "update invitations set status = $1, name = $2, status_reason = case when $1 = 'bounced' "
            "then 'no_such_mailbox' end where delivery_id = $3",
            status,
            "Ana Lovelace-Przybyszewska" if status == "opened" else None,
            address,
        )
    return made


async def _invitations(world: World) -> Arrive:
    made = await _invited(world, ("sent", "opened", "bounced", "contributed", "declined", "suppressed"))
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}/invitations")


async def _no_invitations(world: World) -> Arrive:
    made = await cards.card(world)
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}/invitations")


async def _invitation(world: World) -> Arrive:
    made = await _invited(world, ("bounced",))
    listed = (await world.alice.get(f"/api/cards/{made['id']}/invitations")).json()["data"]
    path = f"/desk/cards/{made['id']}/invitations/{listed[0]['id']}"
    arrive_at_invitation = arrive_as(await session_of(world, world.alice), path)

    async def arrive(one: Visitor) -> None:
        await arrive_at_invitation(one)
        await one.page.locator("form[action$='/address']").evaluate("form => form.noValidate = true")
        await one.page.fill("#delivery_id", "anna at example")
        await one.page.click("form[action$='/address'] button")

    return arrive


def _invite(*, checks: bool) -> State:
    async def state(world: World) -> Arrive:
        made = await cards.card(world, recipient_email="maya@example.com")
        members = [{"email": "mo@example.com"}]
        await world.alice.post("/api/groups", {"name": "The kitchen crew", "members": members})
        secret, path = await session_of(world, world.alice), f"/desk/cards/{made['id']}/invitations/new"

        async def arrive(one: Visitor) -> None:
            await arrive_as(secret, path)(one)
            if checks:
                people = "Ana Lovelace <ana@example.com>\nana@example.com\nmaya@example.com\nnobody\n"
                people += "Mia Rossi mia@@example.com"
                await one.page.fill("#people", people)
                await one.page.check("input[name=group]")
            await one.page.click("button[value=check]")

        return arrive

    return state


async def _checked_group(world: World) -> Arrive:
    arrive_at_form = await of_alice("/desk/groups/new")(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.fill("#name", "The kitchen crew")
        await one.page.fill("#people", "Mo <mo@example.com>\nleo@acme\nmo@example.com")
        await one.page.click("form.d-form button")

    return arrive


async def _admins(world: World) -> Arrive:
    made = await cards.card(world)
    await make.admin(world.alice, made["id"], world.bob, can_update=True)
    secret, path = await session_of(world, world.alice), f"/desk/cards/{made['id']}/admins"

    async def arrive(one: Visitor) -> None:
        await arrive_as(secret, path)(one)
        await one.page.locator(".d-form").evaluate("form => form.noValidate = true")
        await one.page.fill("#email", "bo at example")
        await one.page.click(".d-form .c-button")

    return arrive


def _groups(path: str) -> State:
    """The pages of an account with a group of people and a channel. ``path`` is relative to the list."""

    async def state(world: World) -> Arrive:
        members = [
            {"name": f"Ana Lovelace-Przybyszewska {n}", "email": f"ana{n}@example.com"} for n in range(30)
        ]
        made = await world.alice.post("/api/groups", {"name": "The kitchen crew", "members": members})
        channel = {"name": "#general", "webhook_url": "https://hooks.slack.com/services/T0/B0/secret"}
        await world.alice.post("/api/groups", channel)
        secret = await session_of(world, world.alice)
        return arrive_as(secret, f"/desk/groups{path.format(id=made.json()['id'])}")

    return state


async def _suppressions(world: World) -> Arrive:
    services = world.services
    reasons: tuple[tuple[str, Reason], ...] = (
        ("a.rather.long.address@mail.department.example.com", "unsubscribed"),
        ("bo@example.com", "complained"),
    )
    async with services.db.transaction() as tx:
        for email, reason in reasons:
            address = suppression.seal(services.keys, suppression.key(EMAIL, email))
            await suppression.suppress(tx, address, world.alice.account_id, reason, everywhere=False)
    return arrive_as(await session_of(world, world.alice), "/account/suppressions")


DESK_PEOPLE: Final[dict[str, tuple[State, str]]] = {
    "invitations": (_invitations, "Address does not work"),
    "no invitations": (_no_invitations, "Nobody has been asked yet"),
    "invitation": (_invitation, "Enter a valid email address"),
    "invite": (_invite(checks=False), "Enter at least one person"),
    "invite check": (_invite(checks=True), "Nothing is sent until you press the button"),
    "admins": (_admins, "This person may"),
    "groups": (_groups(""), "Save a team once"),
    "group": (_groups("/{id}"), "The kitchen crew"),
    "group check": (_checked_group, "Check the list"),
    "new group": (_groups("/new"), "New group"),
    "new channel": (_groups("/new?kind=channel"), "Incoming webhook for the channel"),
    "suppressions": (_suppressions, "These people get no messages"),
}
