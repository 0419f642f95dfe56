"""Erase a person: no data about them remains, but the data of others does."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.media.files import photo
from tests.privacy import traces
from tests.privacy.traces import EMAIL, NAME, NOTE, PHONE
from tests.thanks.test_media import thank
from tests.web.signing.test_gift import pays, sign
from tests.web.view.card import finished
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import clock
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.mail_link import mail_link
from wellwish.delivery import suppression
from wellwish.infra.db import Database
from wellwish.privacy.erase import Erasure, erase
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio

# Tables that the service writes independently of requests.
OF_THE_SERVICE = {"erasures", "counters", "throttles"}


async def erased(world: World, address: str = EMAIL, *, with_anonymous: bool = False) -> Erasure:
    person = parse_person(address)
    done = await erase(world.services, person, clock.now(), with_anonymous=with_anonymous)
    await world.work()
    return done


async def test_leaves_no_trace_in_database_files_and_logs(
    world: World, alice: Person, capfd: pytest.CaptureFixture[str]
) -> None:
    with traces.every_log_line():
        files = len(traces.files(world))
        placed = await traces.place(world, alice)
        # The controls: the person is in all of these tables, and in the files.
        assert {
            "invitations", "contributions", "group_members", "recipients", "cards", "card_words", "users",
            "card_admins", "messages", "media",
        } <= {table for table, _ in await traces.hits(world)}  # fmt: skip
        assert len(traces.files(world)) > files
        done = await erased(world)
        assert (done.changed, done.kept) == ([alice.account_id], [])
        assert await traces.hits(world) == set()
        assert len(traces.files(world)) == files
        assert (await erased(world)).changed == []
    log = "".join(capfd.readouterr())
    assert "/s/{token}" in log  # the control
    for needle in traces.NEEDLES:
        assert needle.lower() not in log.lower()
    # The data of others remains.
    card = (await alice.get(f"/api/cards/{placed.received['id']}")).json()
    assert (card["title"], card["recipient"], card["recipients"][0]["name"]) == ("Bon voyage", None, None)
    [group] = (await alice.get("/api/groups")).json()["data"]
    assert group["members_count"] == 1
    assert (await alice.get("/api/cards", params={"q": "ostrander"})).json()["data"] == []
    listed = (await alice.get(f"/api/cards/{placed.signed['id']}/invitations")).json()["data"]
    assert EMAIL not in str(listed)


async def signed_anonymously(world: World, alice: Person) -> tuple[str, str]:
    """Returns a card with anonymous notes of the person and of another, and the person's note."""
    card = await make.card(alice)
    invited = await make.invitations(alice, card["id"], EMAIL, "ben@example.com", "cleo@example.com")
    note = await signs(world, invited[0]["link"], wish(None, NOTE, anonymous=True))
    await signs(world, invited[1]["link"], wish(None, "Another anonymous note", anonymous=True))
    await world.work()
    return card["id"], note.row.id


async def seen_by_owner(alice: Person, card_id: str) -> dict[str, object]:
    """Returns the card's notes and record as the owner sees them, without the counts of invitations."""
    card = (await alice.get(f"/api/cards/{card_id}")).json()
    del card["counts"]["invited"], card["counts"]["pending"]
    notes = (await alice.get(f"/api/cards/{card_id}/contributions")).json()["data"]
    return {"contributions": notes, "card": card}


async def test_an_anonymous_note_does_not_disappear_with_the_invitation(world: World, alice: Person) -> None:
    card_id, note = await signed_anonymously(world, alice)
    before = await seen_by_owner(alice, card_id)
    with another_time():
        await erased(world)
        assert await seen_by_owner(alice, card_id) == before
        tie = "select invitation_id from contributions where id = $1"
        assert await world.owner.fetchval(tie, note) is None
        [due] = await world.owner.fetch("select run_at from jobs where kind = 'people.erase_note'")
        assert timedelta(days=1) <= due[0] - clock.now() + timedelta(minutes=1)
        assert due[0] - clock.now() <= timedelta(days=21)
        clock.move(timedelta(days=22))
        await world.work()
        assert await traces.hits(world) == set()
        alice.token = None
        after = (await alice.get(f"/api/cards/{card_id}/contributions/{note}")).json()
    assert after["note"]["status"] == "deleted"
    # The event is the same as after a removal by the author.
    [event] = await world.owner.fetch("select data from events where type = 'contribution.deleted'")
    assert json.loads(event[0]).keys() == {"contribution_id", "note_id", "card_id", "status"}


async def test_erases_an_anonymous_note_at_once_if_the_person_wants_it(world: World, alice: Person) -> None:
    """The control of the test above: the owner sees both disappear together."""
    card_id, _ = await signed_anonymously(world, alice)
    before = await seen_by_owner(alice, card_id)
    await erased(world, with_anonymous=True)
    assert await seen_by_owner(alice, card_id) != before
    assert await traces.hits(world) == set()


async def test_erases_a_note_whose_link_was_mailed_to_the_person(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"], wish(NAME, NOTE))
    await signs(world, card["sign_url"], wish("Somebody", "Else"))
    access = CardAccess(alice.account_id, card["id"], EVERYTHING)
    async with world.services.db.transaction([alice.account_id]) as tx:
        row = await card_row.load(tx, access)
        assert await mail_link(tx, world.services, row, signed.row, EMAIL)
    assert await traces.hits(world)
    await erased(world)
    assert await traces.hits(world) == set()
    listed = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    assert sorted(each["note"]["status"] for each in listed) == ["published"]


async def test_erases_the_name_in_the_mail_to_organisers(world: World, alice: Person) -> None:
    card = await make.card(alice, organiser_mail="each")
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    await signs(world, invited["link"], wish(NAME, NOTE))
    await world.work()
    told = "select subject from messages where kind = 'card_news'"
    assert await world.owner.fetchval(told) == f"{NAME} signed “{card['title']}”"  # the control
    await erased(world)
    assert await traces.hits(world) == set()


async def test_erases_the_thanks_of_a_recipient_with_their_files(world: World, alice: Person) -> None:
    before = len(traces.files(world))
    card = await finished(alice, "Words", recipients=[{"name": NAME, "email": EMAIL}])
    await thank(world, card, {"photo": ("photo.jpg", photo(), "image/jpeg")}, text=traces.THANKS)
    await world.work()
    assert {"thanks", "recipients"} <= {table for table, _ in await traces.hits(world)}
    assert len(traces.files(world)) > before
    await erased(world)
    assert await traces.hits(world) == set()
    assert await world.owner.fetchval("select count(*) from media") == 0
    assert len(traces.files(world)) == before


async def test_keeps_payments_without_a_name(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    visitor = Visitor(world)
    await sign(
        visitor, path_of(invited["link"]), name=NAME, text=NOTE, gift="other", other="15", receipt_email=EMAIL
    )
    await pays(world, visitor, "succeed")
    paid = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"][0]
    assert (paid["name"], paid["money"]["status"]) == (NAME, "paid")
    done = await erased(world)
    [kept] = done.kept
    assert paid["id"] in kept.what
    assert "law" in kept.reason
    assert await traces.hits(world) == set()
    after = (await alice.get(f"/api/cards/{card['id']}/contributions/{paid['id']}")).json()
    assert (after["name"], after["money"]["amount"]) == (None, paid["money"]["amount"])
    assert await world.owner.fetchval("select count(*) from payments") == 1
    assert await world.owner.fetchval("select count(*) from receipt_addresses") == 0


async def test_keeps_the_only_owner_and_says_why(world: World, alice: Person, bob: Person) -> None:
    await make.card(alice)
    done = await erased(world, alice.email)
    assert [each.what for each in done.kept] == ["membership"]
    assert (await alice.get("/api/account")).status_code == 200
    await world.owner.execute(
        "insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')",
        alice.account_id,
        bob.user_id,
    )
    done = await erased(world, alice.email)
    assert done.kept == []
    assert await world.owner.fetchval("select count(*) from users where email = $1", alice.email) == 0
    assert (await alice.get("/api/account")).status_code == 401


async def test_a_suppression_outlives_the_erasure_as_a_hash(world: World, alice: Person) -> None:
    address = suppression.seal(world.services.keys, suppression.key("email", EMAIL))
    async with world.services.db.transaction([alice.account_id]) as tx:
        await suppression.suppress(tx, address, alice.account_id, "unsubscribed", everywhere=False)
    assert len((await alice.get("/api/suppressions")).json()["data"]) == 1
    assert (await erased(world)).changed == [alice.account_id]
    assert (await alice.get("/api/suppressions")).json()["data"] == []
    card = await make.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    assert invited["status"] == "suppressed"


async def test_erases_by_phone_number(world: World, alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": NAME, "phone": PHONE}])
    answer = await alice.post(
        "/api/cards/invitations",
        {"card_id": card["id"], "invitees": [{"delivery_type": "sms", "delivery_id": PHONE}]},
    )
    assert answer.status_code == 201
    await world.work()
    assert {"invitations", "recipients"} <= {table for table, _ in await traces.hits(world)}
    await erased(world, PHONE)
    assert await traces.hits(world) == set()


async def test_leaves_others_and_their_accounts_alone(world: World, alice: Person, mallory: Person) -> None:
    card, other = await make.card(alice), await make.card(mallory)
    await make.invitations(alice, card["id"], "ben@example.com")
    [invited] = await make.invitations(mallory, other["id"], f"x{EMAIL}")
    await world.work()
    before = await traces.dump(world.owner)
    assert (await erased(world)).changed == []
    after = await traces.dump(world.owner)
    assert {table for table in before if before[table] != after[table]} <= OF_THE_SERVICE
    assert invited["status"] != "revoked"


async def test_informs_the_owners_without_a_name(world: World, alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.card(mallory)
    await make.invitations(alice, card["id"], EMAIL)
    await world.work()
    await erased(world)
    mails = await world.owner.fetch(
        "select account_id, recipient, body from messages where kind = 'person_request'"
    )
    assert [(each["account_id"], each["recipient"]) for each in mails] == [(alice.account_id, alice.email)]
    assert "alice and co" in mails[0]["body"]


async def test_continues_after_a_kill(world: World, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after each transaction in turn; the next attempt finishes."""
    await traces.place(world, alice)
    transaction, left = Database.transaction, [0]

    def counting(self: Database, *given: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise ConnectionError
        return transaction(self, *given)

    attempts = 0
    with monkeypatch.context() as patched:
        patched.setattr(Database, "transaction", counting)
        while True:
            attempts += 1
            left[0] = attempts
            try:
                await erase(world.services, parse_person(EMAIL), clock.now())
            except ConnectionError:
                continue
            break
    await world.work()
    assert attempts > 4
    assert await traces.hits(world) == set()
    count = "select count(*) from messages where kind = 'person_request'"
    assert await world.owner.fetchval(count) >= 1


async def test_two_at_once_erase_once(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    person = parse_person(EMAIL)
    await asyncio.gather(*(erase(world.services, person, clock.now()) for _ in range(3)))
    await world.work()
    assert await traces.hits(world) == set()
    assert await world.owner.fetchval("select used from invitation_counts where card_id = ''") >= 0
