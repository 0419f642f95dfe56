"""Journeys at the desk by keyboard in a phone-sized window."""

import asyncio
import re
from typing import Any, Final

import pytest
from playwright.async_api import Route

from tests import make
from tests.browser.conftest import Visiting
from tests.browser.hands import Hands, at_desk
from tests.contributions import giving
from tests.drawings import Drawings
from tests.payments import buying
from tests.privacy import traces
from tests.web.desk.furnished import entered
from tests.web.desk.people import link_and_code, mails
from tests.web.desk.people.test_admins import SETS
from tests.web.desk.privacy.test_ask import link
from tests.web.visitor import path_of
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due, endpoint
from tests.world import World
from wellwish.accounts import demo
from wellwish.accounts.create import NewAccount, create
from wellwish.auth.sign_in import attempt
from wellwish.bundles.grant import grant
from wellwish.delivery.mail import NO_MAILBOX, Outcome
from wellwish.delivery.message import MessageRow
from wellwish.invitations import outcome

pytestmark = [pytest.mark.browser, pytest.mark.anyio]
MOST_PRESSES: Final = 5
MOST_FIELDS: Final = 3
MOST_PIXELS: Final = 1_900


async def test_from_the_demo_to_the_first_signed_card(world: World, visitor: Visiting) -> None:
    async with world.services.db.transaction() as tx:
        account = await create(tx, NewAccount(name="Demo", email=demo.EMAIL))
        await grant(tx, account.id, 3)
    async with visitor() as one:
        await one.open("/")
        hands = Hands(one)
        await hands.go("Make a card")
        await hands.fill("Name", "Maya Lindqvist")
        await hands.go("Create the card")
        await hands.says("Your card is ready")
        await one.check()
        await hands.go("Sign it yourself first")
        await hands.fill("Your note", "All the best")
        await hands.fill("From", "Noor")
        await hands.go("Sign")
        await one.page.wait_for_url(re.compile("/signed"))
        assert hands.presses - MOST_FIELDS <= MOST_PRESSES
        await one.open("/desk")
        await hands.says("1 note")
        await one.check()


async def test_a_new_card_is_two_screens_long_on_a_phone(world: World, visitor: Visiting) -> None:
    async with visitor(width=390) as one:
        await at_desk(world, one, "/desk/cards/new")
        assert await one.page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS


async def test_from_the_link_of_the_command_line_to_invited_people(world: World, visitor: Visiting) -> None:
    async with world.services.db.transaction() as tx:
        issued = await attempt.issue(tx, world.services.keys, world.alice.email, any_browser=True)
    lines = [f"Person {number} <person{number}@example.com>" for number in range(197)]
    lines[50:50] = ["nobody", "wrong@", "12 345"]
    async with visitor() as one:
        await one.open(attempt.link(world.services.keys, "", issued.id))
        hands = Hands(one)
        await hands.go("Sign in")
        await hands.go("Make a card")
        await hands.fill("Name", "Ben")
        await hands.go("Create the card")
        await hands.go("Invite people by email")
        await hands.fill("People", "\n".join(lines))
        await hands.go("Check the list")
        await hands.says("197 people will be invited · 3 need a look")
        await one.check()
        await hands.go("Invite 197 people")
        await hands.says("Person 196")
        counted = "select count(*) from invitations where account_id = $1"
        assert await world.owner.fetchval(counted, world.alice.account_id) == 197


async def test_gives_a_card_and_refunds_a_gift(world: World, visitor: Visiting) -> None:
    collection = {**giving.OPEN, "see_total": "admins"}
    card = await make.card(world.alice, collection=collection, recipients=[{"name": "Maya"}])
    gift = await giving.gave(world.alice, card["id"])
    async with visitor() as one, visitor() as maya:
        hands = await at_desk(world, one, f"/desk/cards/{card['id']}")
        await hands.go("Give")
        await hands.go("Close it now")
        await hands.says("Not opened yet")
        await maya.open(card["recipients"][0]["view_url"])
        await Hands(maya).go("Open")
        await one.page.reload()
        await hands.says("Opened on")
        await one.check()
        await hands.go("Overview")
        await hands.go("Details")
        await hands.go("Refund")
        await hands.go("Refund €12.50")
        await world.work()
        await one.page.reload()
        await hands.says("Refunded: €12.50")
        await one.check()
    found = await buying.payment(world.alice, gift["money"]["payment_id"])
    assert found["status"] == "refunded"


async def test_creates_no_card_of_50_with_capacity_for_49(world: World, visitor: Visiting) -> None:
    nina = await world.person("nina", 49)
    design = (await nina.get("/api/templates")).json()["data"][0]["slug"]
    async with visitor() as one:
        hands = await at_desk(world, one, whom=nina)
        await hands.go("Import cards from a list")
        await hands.fill("From", "The team")
        await hands.fill("Cards", f"Thank you;;;{design}\n" * 50)
        await hands.go("Check the list")
        await hands.says("The list has 50 cards, and the account has 49 left.")
        assert await one.page.get_by_role("button", name="Create").count() == 0
        await one.check()
        async with world.services.db.transaction([nina.account_id]) as tx:
            await grant(tx, nina.account_id, 1)
        await hands.go("Change the list")
        await hands.go("Check the list")
        spent = await make.card(nina, title="In between")
        await hands.go("Create 50 cards")
        await hands.says("No card was created, because something has changed.")
        await world.work()
        [only] = (await nina.get("/api/cards")).json()["data"]
        assert only["title"] == "In between"
        await nina.post(f"/api/cards/{spent['id']}/cancel")  # the control: with its unit, all are created
        await hands.go("Change the list")
        await hands.go("Check the list")
        await hands.go("Create 50 cards")
        await world.work()
        await hands.says("50 cards were created.")


async def test_from_an_admins_mails_to_their_edits(world: World, visitor: Visiting) -> None:
    """Of the links on the owner's card page, an admin sees exactly the permitted ones."""
    email, made = "ana@example.com", list[dict[str, Any]]()
    for privilege in SETS:
        card = await make.card(world.alice, title="Farewell, Ben")
        asked = {"card_id": card["id"], "email": email, "privilege": privilege}
        made.append((await world.alice.post("/api/card-admins", asked)).json())
    await world.work()
    found = await mails(world, email, "admin_added")
    owner = await entered(world.alice)
    counts: set[int] = set()
    async with visitor() as one:
        hands = Hands(one)
        for admin in made:
            [mail] = [each for each in found if f"/{admin['id']}/" in each["link"]]
            await one.open(path_of(mail["link"]))
            if admin is made[0]:
                await hands.go("Email me a code")
                await world.work()
                await one.open((await link_and_code(world, email))[0])
                await hands.go("Sign in")
            path, privilege = f"/desk/cards/{admin['card_id']}", admin["privilege"]
            assert one.page.url.endswith(path)  # after one sign-in, the mails lead to the cards
            await owner.open(path)
            seen = _links(await one.page.content(), path)
            assert seen < _links(owner.page, path)
            for each in _links(owner.page, path):
                answer = await one.context.request.get(one.base_url + each)
                assert answer.status == (200 if each in seen else 403), (privilege, each)
            counts.add(len(seen))
            assert (f"{path}/settings" in seen) == privilege["can_update"]
            if privilege["can_update"]:
                await hands.go("Settings")
                await hands.open("Words and cover")
                await hands.fill("Title", "Goodbye, Ben")
                await hands.go("Save")
                await hands.says("Goodbye, Ben")
            if privilege["invite_contributors"]:
                await hands.go("People")
                await hands.go("Invite people")
            await one.check()
    assert len(counts) > 2


def _links(text: str, path: str) -> set[str]:
    """Returns the links to pages of the card."""
    return set(re.findall(rf'href="({path}/[a-z/]+)"', text))


async def test_a_bounce_arrives_live_is_fixed_and_delivered(world: World, visitor: Visiting) -> None:
    card = await make.card(world.alice)
    [made] = await make.invitations(world.alice, card["id"], "anna@example.com")
    await world.work()
    reported = asyncio.Event()

    async def hold(route: Route) -> None:
        await reported.wait()
        await route.continue_()

    async with visitor() as one:
        # The bounce arrives between the page and its stream.
        await one.page.route("**/invitations/stream", hold)
        hands = await at_desk(world, one, f"/desk/cards/{card['id']}/invitations")
        await reports(world, made["id"], Outcome("bounced", NO_MAILBOX))
        reported.set()
        await hands.says("Address does not work")  # without a reload
        await hands.fill("New address for anna@example.com", "ana@example.com")
        await hands.go("Save and send")
        await world.work()
        await reports(world, made["id"], Outcome("delivered"))
        await one.page.reload()
        await hands.says("Arrived")
        assert await one.page.get_by_text("Address does not work").count() == 0
        await one.check()


async def reports(world: World, invite_id: str, what: Outcome) -> None:
    """Reports the outcome of the latest message of an invitation, as the provider's callback does."""
    account_id = world.alice.account_id
    async with world.services.db.transaction([account_id]) as tx:
        row = await tx.one(
            MessageRow,
            "select {columns} from messages where account_id = :account_id and invitation_id = :invite_id "
            "order by id desc limit 1",
            account_id=account_id,
            invite_id=invite_id,
        )
        await outcome.follow(tx, world.services, row, what)


async def test_erases_a_person_of_whom_nothing_remains(
    world: World, visitor: Visiting, capfd: pytest.CaptureFixture[str]
) -> None:
    files = len(traces.files(world))
    with traces.every_log_line():
        await traces.place(world, world.alice)
        assert await traces.hits(world)  # the control
        assert len(traces.files(world)) > files
        await _erase(world, visitor)
    assert await traces.hits(world) == set()
    assert len(traces.files(world)) == files
    log = "".join(capfd.readouterr()).lower()
    assert "/privacy" in log  # the control
    assert [needle for needle in traces.NEEDLES if needle.lower() in log] == []


async def _erase(world: World, visitor: Visiting) -> None:
    """Requests, reads and erases a person's data by keyboard."""
    async with visitor() as one:
        await one.open("/privacy")
        hands = Hands(one)
        await hands.fill("Email address", traces.EMAIL)
        await hands.go("Email me a link")
        await world.work()
        await one.open(await link(world))
        await hands.go("Show my data")
        await world.work()
        await one.page.reload()
        await hands.says(traces.NAME)
        await hands.reach("I want my data to be erased")
        await one.page.keyboard.press("Space")
        await hands.go("Erase my data")
        await hands.says("Your data is being erased")
        await one.check()
    await world.work()


async def test_buys_a_bundle_and_rotates_the_pair(world: World, visitor: Visiting) -> None:
    async with visitor() as one:
        hands = await at_desk(world, one, "/desk/bundles")
        await hands.go("Buy")
        await hands.says("Test payment")
        await hands.go("Pay")
        await world.work()
        await one.open("/desk/bundles")
        await hands.says("Used: 0 of")
        await hands.open("Menu")
        await hands.go("Developers")
        await hands.reach("keeps working")
        await one.page.keyboard.press("ArrowDown")
        await hands.go("Create a new pair")
        await hands.says("Copy both now")
        await one.check()
        await hands.go("I have saved them")
    world.alice.token = None
    headers = {"x-api-key": world.alice.api_key, "x-client-secret": world.alice.client_secret}
    ended = await world.client.post("/account/api-access/token", headers=headers)
    assert ended.status_code == 401


async def test_delivers_again_what_a_webhook_refused(world: World, visitor: Visiting) -> None:
    async with receiving("500") as receiver, visitor() as one:
        await endpoint(world.alice, receiver.url)  # the page refuses loopback addresses
        hands = await at_desk(world, one, "/account/webhooks")
        await hands.go(receiver.url)
        await hands.go("Send a test event")
        await deliver_due(world)
        await one.page.reload()
        await hands.open("Attempts: 1")
        await hands.says("oops")
        await one.check()
        receiver.does = "ok"
        await hands.go("Deliver again")
        await deliver_due(world)
        await one.page.reload()
        await hands.says("Delivered")
        assert len(receiver.taken) == 1


async def test_the_last_cover_stays_until_the_typed_words_are_drawn(
    world: World, visitor: Visiting, drawings: Drawings
) -> None:
    async with visitor() as one:
        await at_desk(world, one, "/desk/cards/new")
        last = await one.page.locator("#shown img").get_attribute("src")
        await one.page.get_by_text("More options").click()
        for words in ("Thirty", "Thirty suits you"):
            await one.page.get_by_label("Words on the cover").fill(words)
            waiting = one.page.locator(f"#shown img[data-waits][data-says='{words}']")
            await waiting.wait_for()
            shown = await waiting.get_attribute("src")
            assert (shown or "").removeprefix(one.base_url) == last
            assert await one.page.locator("#preview-words").inner_text() == f"The cover will say: {words}"
            last = await waiting.get_attribute("data-waits")
            await world.work()
            await one.page.locator(f"#shown img[src='{last}']").wait_for()
            assert await one.page.locator("#preview-words").is_hidden()
        assert drawings.lines == [["Thirty"], ["Thirty suits you"]]
