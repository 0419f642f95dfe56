"""Repeat erasures after the restore of a backup that is older than they are."""

import re
import tomllib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.privacy import traces
from tests.privacy.traces import EMAIL, NAME, NOTE, PHONE
from tests.web.signing.test_sign import shared
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.auth.sign_in.mail_limits import Asker
from wellwish.base import clock
from wellwish.delivery import suppression
from wellwish.infra.db import Database
from wellwish.privacy import journal
from wellwish.privacy import replay as replay_module
from wellwish.privacy.contributor import own_links
from wellwish.privacy.erase import erase
from wellwish.privacy.erase_visible import erase_visible
from wellwish.privacy.person import parse_person
from wellwish.privacy.replay import Replayed, replay
from wellwish.privacy.request import ask

pytestmark = pytest.mark.anyio

PERSONAL_DATA = Path(__file__).resolve().parents[2] / "docs/personal-data.toml"
# The names of columns with an address of a person; a mail's recipient is one, that of a card is a name.
ADDRESSES = {"email", "phone", "recipient_email", "reply_to", "delivery_id", "members"}


async def erased_then_restored(world: World, alice: Person) -> None:
    """Enters the person in the journal without erasing them, as after the restore of a backup."""
    await traces.place(world, alice)
    await journal.record(world.services, parse_person(EMAIL), clock.now())
    await world.owner.execute("delete from erasures")


async def test_erases_again_what_a_backup_brings_back(world: World, alice: Person) -> None:
    await erased_then_restored(world, alice)
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ben@example.com")
    assert await traces.hits(world)
    assert await replay(world.services) == Replayed(1, 1)
    await world.work()
    assert await traces.hits(world) == set()
    assert "ben@example.com" in (await traces.dump(world.owner))["invitations"]
    # The control: the second time, nothing is left to erase.
    assert await replay(world.services) == Replayed(1, 0)


async def _invites_a_member(world: World, alice: Person) -> None:
    """The person's address has changed since the invitation."""
    answer = await alice.post("/api/account/members", {"email": EMAIL})
    assert answer.status_code == 201, answer.text
    sql = "update users set email = 'q@example.net', email_key = 'q@example.net' where email = $1"
    assert await world.owner.execute(sql, EMAIL) == "UPDATE 1"


async def _invites_a_former_member_of_a_group(world: World, alice: Person) -> None:
    """The job that invites the members of the group has not run yet."""
    members = [{"name": NAME, "email": EMAIL, "phone": PHONE}, {"email": "b@x.org"}]
    group = (await alice.post("/api/groups", {"name": "Team", "members": members})).json()
    card = await make.card(alice)
    invitees = [{"delivery_type": "group", "delivery_id": group["id"]}]
    answer = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
    assert answer.status_code == 201, answer.text
    answer = await alice.patch(f"/api/groups/{group['id']}", {"members": [{"email": "b@x.org"}]})
    assert answer.status_code == 200, answer.text


async def _requests_their_data(world: World, alice: Person) -> None:
    async with world.services.db.transaction() as tx:
        await ask(tx, world.services, EMAIL, Asker("203.0.113.0/24"), language="en")


PLACES = (_invites_a_member, _invites_a_former_member_of_a_group, _requests_their_data)


@pytest.mark.parametrize("puts", PLACES)
async def test_finds_a_person_who_is_in_one_place_only(
    world: World, alice: Person, puts: Callable[[World, Person], Awaitable[None]]
) -> None:
    await puts(world, alice)
    assert {needle for _, needle in await traces.hits(world)} >= {EMAIL}  # the control
    await journal.record(world.services, parse_person(EMAIL), clock.now())
    await world.owner.execute("delete from erasures")
    await replay(world.services)
    assert await traces.hits(world) == set()


async def _is_a_member(world: World, alice: Person) -> None:
    """The person is nothing but a member, which no table of the account's says by address."""
    await _invites_a_member(world, alice)
    await world.owner.execute("delete from member_invitations")
    sql = """
        insert into memberships (account_id, user_id, role)
        select $1, id, 'member' from users where email_key = 'q@example.net'
        """
    assert await world.owner.execute(sql, alice.account_id) == "INSERT 0 1"
    await world.owner.execute(
        "update users set email = $1, email_key = $1 where email = 'q@example.net'", EMAIL
    )
    await world.owner.execute("delete from messages where recipient = $1", EMAIL)


async def _refuses_messages(world: World, alice: Person) -> None:
    address = suppression.seal(world.services.keys, suppression.key("email", EMAIL))
    async with world.services.db.transaction([alice.account_id]) as tx:
        await suppression.suppress(tx, address, alice.account_id, "unsubscribed", everywhere=False)


async def _member_or_suppressed(world: World, account_id: str) -> bool:
    return await world.owner.fetchval(
        """
        select exists (
          select 1 from memberships m join users u on u.id = m.user_id
          where m.account_id = $1 and u.email_key = $2
        ) or exists (select 1 from suppressions where account_id = $1 and sealed_address is not null)
        """,
        account_id,
        EMAIL,
    )


@pytest.mark.parametrize("of_account", [True, False])
@pytest.mark.parametrize("puts", [_is_a_member, _refuses_messages])
async def test_finds_members_and_suppressed_addresses(
    world: World, alice: Person, puts: Callable[[World, Person], Awaitable[None]], of_account: bool
) -> None:
    """After the erasure by one account, and after the person's own."""
    await puts(world, alice)
    assert await _member_or_suppressed(world, alice.account_id)  # the control
    with another_time():
        clock.move(timedelta(minutes=1))
        account_id = alice.account_id if of_account else ""
        await journal.record(world.services, parse_person(EMAIL), clock.now(), account_id)
        await world.owner.execute("delete from erasures")
        await replay(world.services)
    assert not await _member_or_suppressed(world, alice.account_id)


async def test_a_member_who_was_added_again_stays(world: World, alice: Person) -> None:
    await _is_a_member(world, alice)
    await world.owner.execute(
        "update memberships set created_at = now() + interval '1 hour' where role = 'member'"
    )
    person, at = parse_person(EMAIL), clock.now() + timedelta(minutes=1)
    await journal.record(world.services, person, at, alice.account_id)
    assert await replay(world.services) == Replayed(1, 0)
    assert await _member_or_suppressed(world, alice.account_id)


async def test_reads_every_column_of_addresses() -> None:
    """By the list of personal data, so that an address in a new table is not forgotten."""
    listed = tomllib.loads(PERSONAL_DATA.read_text(encoding="utf-8"))
    columns = {
        (table, column) for table, kinds in listed.items() for column in kinds.get("erased", "").split()
    }
    addresses = {each for each in columns if each[1] in ADDRESSES} | {("messages", "recipient")}
    assert len(addresses) >= 15
    statements = replay_module._OF_ACCOUNT + replay_module._OF_NO_ACCOUNT
    for table, column in sorted(addresses):
        of_list = rf"from {table} \w+, jsonb_array_elements\(\w+\.{column}\)"
        assert re.search(rf"\b{column}\b[^,]*? from {table}\b|{of_list}", statements), (
            f"src/wellwish/privacy/replay.py does not read {table}.{column}"
        )


async def test_does_nothing_without_the_journal(world: World, alice: Person) -> None:
    """The control: without entries, nothing is erased."""
    await traces.place(world, alice)
    before = await traces.hits(world)
    assert await replay(world.services) == Replayed(0, 0)
    assert await traces.hits(world) == before


async def test_keeps_a_person_who_was_entered_again(world: World, alice: Person) -> None:
    await erase(world.services, parse_person(EMAIL), clock.now() - timedelta(minutes=1))
    card = await make.card(alice, recipients=[{"name": NAME, "email": EMAIL}])
    await make.invitations(alice, card["id"], "x@example.org")
    await world.work()
    before = await traces.hits(world)
    assert before
    assert await replay(world.services) == Replayed(1, 0)
    assert await traces.hits(world) == before


async def test_continues_after_a_kill(world: World, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    await erased_then_restored(world, alice)
    transaction, left, attempts = Database.transaction, 0, 0

    def counting(self: Database, *given: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise ConnectionError
        return transaction(self, *given)  # type: ignore[arg-type]

    done = None
    with monkeypatch.context() as patched:
        patched.setattr(Database, "transaction", counting)
        while done is None:
            attempts += 3
            left = attempts
            try:
                done = await replay(world.services)
            except ConnectionError:
                continue
    await world.work()
    assert attempts > 6
    assert await traces.hits(world) == set()


async def test_the_journal_contains_no_address(world: World) -> None:
    person = parse_person(EMAIL)
    await journal.record(world.services, person, clock.now())
    folder = world.services.settings.data_dir / "media" / journal.FOLDER
    names = "".join(str(each) for each in folder.rglob("*"))
    assert person.erasure_hash(world.services.keys).hex() in names  # the control
    assert EMAIL not in names
    assert EMAIL not in (await traces.dump(world.owner))["erasures"]


async def test_the_last_erasure_of_an_address_counts(world: World) -> None:
    person = parse_person(EMAIL)
    with another_time():
        first = clock.now()
        await journal.record(world.services, person, first)
        clock.move(timedelta(days=3))
        await journal.record(world.services, person, clock.now())
        entries = await journal.read(world.services)
    [at] = entries.everywhere.values()
    assert at - first >= timedelta(days=2, hours=23)


async def test_follows_only_links_that_were_mailed_before_the_erasure(world: World, alice: Person) -> None:
    person = parse_person(EMAIL)
    _, path = await shared(world)
    with another_time():
        await _mail_own_link(world, path)
        erased_at = clock.now()
        clock.move(timedelta(days=1))
        await _mail_own_link(world, path)
        async with world.services.db.transaction([alice.account_id]) as tx:
            before = await own_links(tx, world.services.keys, alice.account_id, person, erased_at)
            until_now = await own_links(tx, world.services.keys, alice.account_id, person, clock.now())
    assert (len(before), len(until_now)) == (1, 2)


async def _mail_own_link(world: World, path: str) -> None:
    """Signs a card and has the link to the note mailed to the person."""
    visitor = Visitor(world)
    await visitor.sign(path, text="Hello")
    await visitor.open(f"{path}/signed")
    assert (await visitor.press(f"{path}/mail", email=EMAIL)).status_code == 303


async def test_erases_a_note_that_only_a_hash_ties_to_its_author(world: World, alice: Person) -> None:
    person = parse_person(EMAIL)
    card = await make.card(alice, moderation="off")
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    await signs(world, invited["link"], wish(None, NOTE, anonymous=True))
    before = clock.now() - timedelta(minutes=1)
    await erase_visible(world.services, alice.account_id, person, clock.now())
    removals = "select count(*) from jobs where kind = 'people.erase_note'"
    await journal.record(world.services, person, before)
    assert await replay(world.services) == Replayed(1, 0)  # the control: the note is newer
    await journal.record(world.services, person, clock.now())
    assert await replay(world.services) == Replayed(1, 1)
    assert await world.owner.fetchval(removals) == 1
    assert await replay(world.services) == Replayed(1, 0)


async def test_keeps_a_reply_address_that_was_entered_again(world: World, alice: Person) -> None:
    person, at = parse_person(EMAIL), clock.now() - timedelta(minutes=1)
    assert (await alice.patch("/api/account", {"reply_to": EMAIL})).status_code == 200
    await erase_visible(world.services, alice.account_id, person, at)
    assert (await alice.get("/api/account")).json()["reply_to"] == EMAIL
    await erase_visible(world.services, alice.account_id, person, clock.now())
    assert (await alice.get("/api/account")).json()["reply_to"] is None  # the control


async def test_ignores_other_folders(world: World) -> None:
    await world.services.storage.put(f"{journal.FOLDER}/readme/text", b"1")
    await world.services.storage.put(f"{journal.FOLDER}/zz.12/text", b"1")
    assert await journal.read(world.services) == journal.Erasures({}, {})
