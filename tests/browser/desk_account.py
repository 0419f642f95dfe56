"""The desk's pages for accounts and developers in their states."""

from functools import partial
from typing import Final

from tests import make
from tests.browser import cards
from tests.browser.desk import Arrive, State, arrive_as, of_alice, session_of
from tests.browser.visitor import Visitor
from tests.logos.test_update import logo
from tests.media.files import photo
from tests.occasions import making
from tests.world import World
from wellwish.accounts import reply_to
from wellwish.members import link


async def _invited(world: World) -> str:
    made = await world.alice.post("/api/account/members", {"email": "nina@example.com", "role": "owner"})
    return made.json()["id"]


async def _members(world: World) -> Arrive:
    await _invited(world)
    arrive_at_members = arrive_as(await session_of(world, world.alice), "/account/members")

    async def arrive(one: Visitor) -> None:
        await arrive_at_members(one)
        await one.page.locator(".d-rows details").first.evaluate("details => details.open = true")

    return arrive


async def _member_link(world: World) -> Arrive:
    path = link.LINK.url(world.services.keys, "", world.alice.account_id, await _invited(world))

    async def arrive(one: Visitor) -> None:
        await one.open(path)

    return arrive


async def _invitation(world: World) -> Arrive:
    await world.alice.post("/api/account/members", {"email": world.bob.email})
    return arrive_as(await session_of(world, world.bob), "/account/choose")


async def _codes(world: World) -> Arrive:
    arrive_at_email = arrive_as(await session_of(world, world.alice), "/account/email")

    async def arrive(one: Visitor) -> None:
        await world.owner.execute("delete from throttles")
        await arrive_at_email(one)
        if await one.page.locator("#email").count():
            await one.page.fill("#email", "alina@example.com")
            await one.page.locator("form.d-form button").click()

    return arrive


async def _days_off(world: World) -> Arrive:
    """On 1 March 2027; the day of 2026 is past."""
    making.begin(world.alice)
    given = ["2026-12-25", "2027-03-26", "2027-03-29", "2027-12-24", "2028-01-03"]
    assert (await world.alice.patch("/api/account", {"holidays": given})).status_code == 200
    return arrive_as(await session_of(world, world.alice), "/account/holidays")


async def _wrong_days_off(world: World) -> Arrive:
    arrive_at_days = arrive_as(await session_of(world, world.alice), "/account/holidays")

    async def arrive(one: Visitor) -> None:
        await arrive_at_days(one)
        await one.page.locator(".d-fold summary").click()
        listed = "24 December 2027 Christmas Eve\n31 February 2027\nSpring 03/04/2027\n1999-12-31"
        await one.page.fill("#days", listed)
        await one.page.click("form[action='/account/holidays'] .c-button")

    return arrive


async def _settings_faults(world: World) -> Arrive:
    arrive_at_settings = arrive_as(await session_of(world, world.alice), "/account")

    async def arrive(one: Visitor) -> None:
        await arrive_at_settings(one)
        await one.page.fill("#timezone", "Mars")
        await one.page.locator("form.d-form button").first.click()

    return arrive


async def _asked(world: World) -> str:
    await world.alice.patch("/api/account", {"reply_to": "team@acme.example"})
    account_id = world.alice.account_id
    sql = "select reply_to_link_id from accounts where id = $1"
    return reply_to.LINK.url(world.services.keys, "", account_id, await world.owner.fetchval(sql, account_id))


async def _unconfirmed(world: World) -> Arrive:
    await _asked(world)
    return arrive_as(await session_of(world, world.alice), "/account")


async def _reply_to_link(world: World) -> Arrive:
    path = await _asked(world)

    async def arrive(one: Visitor) -> None:
        await one.open(path)

    return arrive


async def _endpoint(world: World) -> str:
    made = await world.alice.post(
        "/api/webhook-endpoints",
        {"url": "https://hooks.example.com/a/long/path/for/wellwish/events", "description": "Orders"},
    )
    return made.json()["id"]


async def _webhooks(world: World) -> Arrive:
    await _endpoint(world)
    return arrive_as(await session_of(world, world.alice), "/account/webhooks")


async def _webhook(world: World) -> Arrive:
    endpoint_id = await _endpoint(world)
    await world.alice.post(f"/api/webhook-endpoints/{endpoint_id}/test")
    await world.owner.execute(
        """
        insert into webhook_attempts
          (account_id, delivery_id, number, response_status, response_body, duration_ms, created_at)
        select account_id, id, 1, 500, '{"error": "the receiver is out of order"}', 12, now()
        from webhook_deliveries
        on conflict do nothing
        """
    )
    arrive_at_endpoint = arrive_as(await session_of(world, world.alice), f"/account/webhooks/{endpoint_id}")

    async def arrive(one: Visitor) -> None:
        await arrive_at_endpoint(one)
        await one.page.locator(".d-rows details").first.evaluate("details => details.open = true")

    return arrive


async def _new_pair(world: World) -> Arrive:
    secret = await session_of(world, world.alice)

    async def arrive(one: Visitor) -> None:
        await arrive_as(secret, "/account/keys")(one)
        await one.page.locator("form.d-form button").first.click()

    return arrive


async def _restricted_keys(world: World) -> Arrive:
    for fields in ({"networks": ["192.0.2.0/24", "2001:db8::/48"]}, {"expires_at": "2099-01-01T00:00:00Z"}):
        scopes = ["cards.read", "money.read"]
        given = {"name": "Monthly report", "scopes": scopes, **fields}
        await world.alice.post(make.RESTRICTED_KEYS, given, headers=make.by_pair(world.alice))
    return arrive_as(await session_of(world, world.alice), "/account/keys")


async def _events(world: World) -> Arrive:
    await cards.card(world)
    return arrive_as(await session_of(world, world.alice), "/account/events")


async def _audit(world: World) -> Arrive:
    card_id = (await cards.card(world))["id"]
    await world.alice.post(f"/api/cards/{card_id}/close")
    await world.alice.patch("/api/account", {"timezone": "Europe/Berlin"})
    arrive_at_log = arrive_as(await session_of(world, world.alice), "/account/audit")

    async def arrive(one: Visitor) -> None:
        await arrive_at_log(one)
        await one.page.locator(".d-rows details").last.evaluate("details => details.open = true")

    return arrive


async def _all_data(world: World, *, works: bool) -> Arrive:
    await cards.card(world)
    assert (await world.alice.post("/api/exports", {"of": "account"})).status_code == 201
    if works:
        await world.work()
    return arrive_as(await session_of(world, world.alice), "/account/privacy/account")


async def _with_logo(world: World) -> Arrive:
    await logo(world.alice, photo(640, 200))
    return arrive_as(await session_of(world, world.alice), "/account")


async def suspended(world: World) -> None:
    sql = "insert into account_suspensions (account_id, suspended_at) values ($1, now())"
    await world.owner.execute(sql, world.alice.account_id)


async def _suspended(world: World) -> Arrive:
    await suspended(world)
    return arrive_as(await session_of(world, world.alice), "/desk", 403)


DESK_ACCOUNT: Final[dict[str, tuple[State, str]]] = {
    "members": (_members, "nina@example.com"),
    "invitation to an account": (_member_link, "Email me a code"),
    "invitation of an account": (_invitation, "Invites you as a member"),
    "email": (of_alice("/account/email"), "confirm the change from both addresses"),
    "email codes": (_codes, "Enter both here"),
    "settings": (of_alice("/account"), "Save"),
    "settings faults": (_settings_faults, "Enter a time zone"),
    "settings unconfirmed": (_unconfirmed, "Not confirmed"),
    "settings with a logo": (_with_logo, "Remove the logo"),
    "no days off": (of_alice("/account/holidays"), "No days off yet."),
    "days off": (_days_off, "Remove past days"),
    "wrong days off": (_wrong_days_off, "This could be"),
    "suspended": (_suspended, "This account is suspended"),
    "reply-to link": (_reply_to_link, "Confirm this address"),
    "webhooks": (_webhooks, "hooks.example.com"),
    "webhook": (_webhook, "Deliver"),
    "keys shown once": (_new_pair, "I have saved them"),
    "restricted keys": (_restricted_keys, "Monthly report"),
    "restricted key": (of_alice("/account/keys/restricted"), "Create the key"),
    "audit log": (_audit, "in the last 400 days"),
    "events": (_events, "in the last 90 days"),
    "all data": (of_alice("/account/privacy/account"), "Export all data"),
    "all data running": (partial(_all_data, works=False), "The export is being written"),
    "all data ready": (partial(_all_data, works=True), "Download as ZIP"),
}
