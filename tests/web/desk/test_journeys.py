"""Whole journeys at the desk without scripts, using only links and buttons on the pages."""

import json
import re

import pytest

from tests import make
from tests.commands import environment, wellwish
from tests.contributions import giving
from tests.payments import buying
from tests.web.desk.furnished import entered
from tests.web.desk.people import link_and_code, mails
from tests.web.desk.people.test_admins import SETS
from tests.web.desk.walking import Walker
from tests.web.visitor import Visitor, path_of
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due
from tests.world import Person, World
from wellwish.accounts import demo
from wellwish.accounts.create import NewAccount, create
from wellwish.bundles.grant import grant

pytestmark = pytest.mark.anyio
MOST_PRESSES = 5
MOST_FIELDS = 3


async def desk(person: Person) -> Walker:
    walker = Walker(await entered(person))
    await walker.open("/desk")
    return walker


async def test_from_the_demo_to_the_first_signed_card(world: World) -> None:
    async with world.services.db.transaction() as tx:
        account = await create(tx, NewAccount(name="Demo", email=demo.EMAIL))
        await grant(tx, account.id, 3)
    walker = Walker(Visitor(world))
    await walker.open("/")
    await walker.press("Make a card")
    await walker.press("Create the card", who="Maya Lindqvist")
    walker.says("Your card is ready")
    await walker.click("Sign it yourself first")
    await walker.press("#go", name="Noor", text="All the best")
    assert walker.presses - MOST_FIELDS <= MOST_PRESSES
    await walker.open("/desk")
    walker.says("1 note")
    await walker.click("Happy birthday, Maya")
    walker.says("\u2068Noor\u2069 signed")


async def test_from_the_command_line_to_a_card(world: World, clone: tuple[str, str]) -> None:
    given = environment(clone) | {"WELLWISH_SECRET_KEY": bytes(range(32)).hex(), "WELLWISH_SIGN_UP": "closed"}
    words = ("account", "create", "--name", "Acme", "--email", "nina@example.com", "--cards", "3", "--json")
    made = wellwish(given, *words)
    assert made.returncode == 0, made.stderr
    walker = Walker(Visitor(world))
    await walker.open(path_of(json.loads(made.stdout)["sign_in_link"]))
    await walker.press("Sign in")
    await walker.click("Make a card")
    await walker.press("Create the card", title="Farewell, Ben", sender="Acme")
    walker.says("Farewell, Ben", "Anyone who has it can sign.")


async def test_from_an_admins_mail_to_their_edit(alice: Person) -> None:
    """Covers each set of privileges; `privacy/test_admins.py` compares every button with its status."""
    for number, privilege in enumerate(SETS):
        card = await make.card(alice, title="Farewell, Ben")
        email = f"ana{number}@example.com"
        asked = {"card_id": card["id"], "email": email, "privilege": privilege}
        assert (await alice.post("/api/card-admins", asked)).status_code == 201
        walker = Walker(Visitor(alice.world))
        await alice.world.work()
        [mail] = await mails(alice.world, email, "admin_added")
        await walker.open(path_of(mail["link"]))
        await walker.press("Email me a code")
        await alice.world.work()
        path, _ = await link_and_code(alice.world, email)
        await walker.open(path)
        await walker.press("Sign in")
        walker.says("Farewell, Ben")
        edit, invite = f"/desk/cards/{card['id']}/settings", f"/desk/cards/{card['id']}/invitations/new"
        linked = {each.attributes.get("href") for each in walker.page.all("a")}
        assert (edit in linked) == privilege["can_update"]
        rights = {edit: privilege["can_update"], invite: privilege["invite_contributors"]}
        for page, has_right in rights.items():
            status = (await walker.visitor.open(page)).status_code
            assert status == (200 if has_right else 403), (page, privilege)
        if privilege["can_update"]:
            await walker.open(edit)
            await walker.press("Save", title="Goodbye, Ben")
            walker.says("Goodbye, Ben")


async def test_invites_200_pasted_lines_of_which_3_are_wrong(alice: Person) -> None:
    card = await giving.card(alice)
    good = [f"Person {number} <person{number}@example.com>" for number in range(197)]
    lines = [*good[:50], "nobody", *good[50:120], "wrong@", *good[120:], "12 345"]
    walker = await desk(alice)
    await walker.click(card["title"])
    await walker.click("People")
    await walker.click("Invite people")
    await walker.press("Check the list", people="\n".join(lines))
    walker.says("197 people will be invited · 3 need a look", "Line 51", "Line 122", "Line 200")
    await walker.press("Invite 197 people")
    walker.says("Person 196")
    counted = "select count(*) from invitations where account_id = $1"
    assert await alice.world.owner.fetchval(counted, alice.account_id) == 197


async def test_plans_the_birthdays_of_a_pasted_list_in_six_presses(alice: Person) -> None:
    """The journey in a browser, with a file and all ready rules, is `browser/test_planned_quarter.py`."""
    rows = [
        f"Person {number},person{number}@example.com,Crew,1980-{number % 12 + 1:02}-07"
        for number in range(40)
    ]
    walker = await desk(alice)
    await walker.click("Create birthday cards automatically")
    await walker.press("Check the list", people="\n".join(["Name,Email,Team,Birthday", *rows]))
    await walker.press("Save 40 people")
    walker.says("40 people were saved.")
    await walker.press("See the plan")
    walker.says("Birthdays", "39 people sign")
    await walker.press("Start the rule")
    await walker.click("See the calendar")
    walker.says("39 people sign", "Planned")
    assert walker.presses == 7  # one of them pastes the list


async def test_makes_no_card_of_50_if_the_bundle_is_spent_between_the_pages(world: World) -> None:
    nina = await world.person("nina", 50)
    design = (await nina.get("/api/templates")).json()["data"][0]["slug"]
    walker = await desk(nina)
    await walker.open("/desk")
    await walker.click("Import cards from a list")
    await walker.press("Check", sender="The team", cards=f"Thank you;;;{design}\n" * 50)
    walker.says("Create 50 cards")
    spent = await make.card(nina)
    await walker.press("Create 50 cards", status=409)
    await world.work()
    await walker.open("/desk")
    walker.says(spent["title"])
    assert [each["id"] for each in (await nina.get("/api/cards")).json()["data"]] == [spent["id"]]
    await nina.post(f"/api/cards/{spent['id']}/cancel")  # the control: with its unit, all are made
    await walker.open("/desk")
    await walker.click("Import cards from a list")
    await walker.press("Check", sender="The team", cards=f"Thank you;;;{design}\n" * 50)
    await walker.press("Create 50 cards")
    await world.work()
    await walker.open(walker.path)
    walker.says("50 cards were created.")


async def test_gives_the_card_and_sees_it_opened(alice: Person) -> None:
    walker = await desk(alice)
    await walker.click("Make a card")
    await walker.press("Create the card", title="Thank you", sender="All of us", who="Maya")
    await walker.click("Give")
    await walker.press("Close it now")
    walker.says("Nobody has signed yet")
    await walker.press("Close anyway")
    walker.says("The card is closed", "Maya", "Not opened yet")
    link = next(
        each.attributes["value"]
        for each in walker.page.all("input")
        if each.attributes.get("id", "").startswith("link-rcp")
    )
    maya = Walker(Visitor(alice.world))
    await maya.open(path_of(link))
    await maya.press("Open")
    maya.says("Thank you")
    await walker.open(walker.path)
    walker.says("Opened on ")


async def test_buys_a_bundle(alice: Person) -> None:
    walker = await desk(alice)
    await walker.click("Buy cards")
    await walker.press("Buy")
    await walker.click("Go to payment")
    await walker.press("Pay")
    await alice.world.work()
    await walker.open("/desk/bundles")
    walker.says("Active", "All payments")
    left = len((await alice.get("/api/bundle-purchases/available")).json()["data"])
    assert left == 2


async def test_refunds_a_gift(alice: Person) -> None:
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"])
    walker = await desk(alice)
    await walker.click(card["title"])
    await walker.click("Details")
    await walker.click("Refund")
    await walker.press("Refund €12.50")
    await alice.world.work()
    await walker.open(walker.path)
    walker.says("Refunded")
    found = await buying.payment(alice, gift["money"]["payment_id"])
    assert (found["status"], found["refunded"]["amount"]) == ("refunded", 1250)


async def test_rotates_the_pair_and_sees_the_old_one_end(alice: Person) -> None:
    assert await alice.exchange()  # the control: the pair works
    walker = await desk(alice)
    await walker.click("Developers")
    await walker.press("Create a new pair", overlap="none")
    key, secret = re.findall(r"ww[ks]_\w+", walker.page.words)
    await walker.click("I have saved them")
    assert secret not in walker.page.text
    headers = {"x-api-key": alice.api_key, "x-client-secret": alice.client_secret}
    ended = await alice.world.client.post("/account/api-access/token", headers=headers)
    assert (ended.status_code, ended.json()["error"]) == (401, "invalid_client")
    alice.api_key, alice.client_secret, alice.token = key, secret, None
    assert (await alice.get("/api/cards")).status_code == 200


async def test_delivers_again_what_a_webhook_refused(alice: Person) -> None:
    async with receiving("500") as receiver:
        walker = await desk(alice)
        await walker.click("Developers")
        await walker.click("Webhooks")
        await walker.press("Create", url=receiver.url)
        walker.says("whsec_")
        await walker.open("/account/webhooks")
        await walker.click(receiver.url)
        await walker.press("Send a test event")
        await deliver_due(alice.world)
        await walker.open(walker.path)
        walker.says("Pending", "500")
        receiver.does = "ok"
        await walker.press("Deliver again")
        await deliver_due(alice.world)
        await walker.open(walker.path)
        walker.says("Delivered")
        assert len(receiver.taken) == 1
