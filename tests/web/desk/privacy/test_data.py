"""People see, download and erase their own data; nobody else can."""

import json
from datetime import timedelta

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.people.test_choice import choose
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.traces import EMAIL, NAME, NOTE, PHONE
from tests.web.desk.privacy.test_ask import ask, entered, link
from tests.web.signing.test_gift import pays, sign
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import clock
from wellwish.people.choice import Choice
from wellwish.privacy import carry_out

pytestmark = pytest.mark.anyio


async def test_shows_downloads_and_erases(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    visitor = await entered(world)
    answer = await visitor.open("/privacy/data")
    assert answer.headers["Cache-Control"] == "no-store"
    for words in (NAME, NOTE, PHONE, "alice and co", "Happy birthday, Maya", "Team"):
        assert words in visitor.page, words
    assert "Bon voyage" not in visitor.page  # the card is still a surprise
    page = visitor.page
    file = await visitor.open("/privacy/export")
    assert file.headers["Content-Disposition"] == 'attachment; filename="wellwish-data.json"'
    assert json.loads(file.text)["accounts"][0]["contributions"][0]["text"] == NOTE
    visitor.page = page
    assert (await visitor.press("/privacy/erase")).status_code == 422
    assert "Tick the box" in visitor.page
    assert await traces.hits(world)
    await visitor.press("/privacy/erase", confirm="yes")
    assert visitor.next == "/privacy/erased"
    await visitor.open("/privacy/erased")
    assert "being erased" in visitor.page
    await world.work()
    assert await traces.hits(world) == set()
    answer = await visitor.open("/privacy/data")
    assert answer.headers["location"] == "/privacy"


async def test_lists_the_payments_whose_confirmations_go_to_the_address(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    payer = Visitor(world)
    link_of_all = path_of(card["sign_url"])
    await sign(payer, link_of_all, name="Paula", text=NOTE, gift="other", other="15", receipt_email=EMAIL)
    await pays(world, payer, "succeed")
    visitor = await entered(world)
    await visitor.open("/privacy/data")
    listed = visitor.page.partition("Payments whose confirmations go to you (1)")[2].partition("</ul>")[0]
    assert "Happy birthday, Maya" in listed
    assert "€15.00" in listed
    assert "Paid" in listed
    # The address proves nothing about the author, whose name and note stay the author's.
    assert NOTE not in visitor.page
    assert "Paula" not in visitor.page
    [account] = json.loads((await visitor.open("/privacy/export")).text)["accounts"]
    [paid] = account["confirmations"]
    assert (paid["money_amount"], paid["money_currency"], paid["money_status"]) == (1500, "EUR", "paid")


async def test_shows_what_the_person_chose_about_cards_and_that_it_stays(world: World, alice: Person) -> None:
    made = (await alice.post("/api/people", {"name": NAME, "email": EMAIL})).json()
    visitor = await entered(world)
    stays = "we still keep what you chose"
    await visitor.open("/privacy/data")
    assert stays not in visitor.page
    assert await choose(alice, made["id"], Choice(no_birthday=True, skipped_year=2031))
    await visitor.open("/privacy/data")
    for words in ("No card for my birthday", "No cards in 2031", stays):
        assert words in visitor.page
    for words in ("No cards for me", "Only my team"):
        assert words not in visitor.page


async def test_informs_owners_of_each_request_once(world: World, alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.card(mallory)
    await make.invitations(alice, card["id"], EMAIL)
    await world.work()
    visitor = await entered(world)
    found = "select recipient, subject, body from messages where kind = 'person_request' order by id"
    [mail] = await world.owner.fetch(found)
    assert (mail["recipient"], mail["subject"]) == (alice.email, "A person asked for their data")
    assert EMAIL not in mail["body"]
    await visitor.open("/privacy/data")
    await visitor.press("/privacy/erase", confirm="yes")
    await world.work()
    mails = await world.owner.fetch(found)
    assert [each["subject"] for each in mails[1:]] == ["A person had their data erased"]
    assert EMAIL not in str(mails)


async def test_offers_the_choice_about_anonymous_notes(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    visitor = await entered(world)
    await visitor.open("/privacy/data")
    assert 'name="anonymous"' not in visitor.page  # the control: there is no anonymous note
    await signs(world, invited["link"], wish(None, NOTE, anonymous=True))
    await visitor.open("/privacy/data")
    assert 'value="later" checked' in visitor.page
    assert NOTE in visitor.page  # the author may see it
    await visitor.press("/privacy/erase", confirm="yes", anonymous="now")
    await world.work()
    assert await traces.hits(world) == set()


async def test_says_that_nothing_is_stored(world: World) -> None:
    visitor = await entered(world, "nobody@example.org")
    await visitor.open("/privacy/data")
    assert "No account stores anything" in visitor.page
    assert "/privacy/erase" not in visitor.page


async def test_says_that_the_search_runs(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    await ask(visitor)
    path = await link(world)
    await visitor.open(path)
    await visitor.press(path)
    await visitor.open("/privacy/data")
    assert "still searching" in visitor.page
    assert (await visitor.open("/privacy/export")).headers["location"] == "/privacy"


async def test_shows_nothing_without_the_cookie(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], EMAIL)
    mine = await entered(world)
    other = Visitor(world)
    for secret in (None, "x" * 43):
        other.cookies = {} if secret is None else {"privacy": secret}
        for path in ("/privacy/data", "/privacy/export"):
            answer = await other.open(path)
            assert (answer.status_code, answer.headers["location"]) == (303, "/privacy")
    await other.open("/privacy")
    await other.press("/privacy/erase", confirm="yes")
    await world.work()
    assert await traces.hits(world)
    assert (await mine.open("/privacy/data")).status_code == 200  # the control


async def test_ends_after_an_hour(world: World, alice: Person) -> None:
    with another_time():
        visitor = await entered(world)
        clock.move(timedelta(minutes=59))
        assert (await visitor.open("/privacy/data")).status_code == 200
        clock.move(timedelta(minutes=62))
        assert (await visitor.open("/privacy/data")).status_code == 303
        # The link proves for a day that its user reads the mailbox.
        for hours, left in ((0, 1), (26, 0)):
            clock.move(timedelta(hours=hours))
            await carry_out.run_purge(world.services, {})
            assert await world.owner.fetchval("select count(*) from person_requests") == left
