"""The whole life of a card on which one of two invitees signs anonymously and the other only opens it.

The author promises cash, or pays online twice and asks for refunds. The life runs with a clock that moves
only between the steps, so two lives differ only in texts that depend on the person who signs, and in IDs and
secrets, which are numbered in the order of their appearance.
"""

import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Final, Literal

from msgspec import Struct, field

from tests import make
from tests.contributions import anonymity
from tests.contributions.anonymity import Observation, Scene
from tests.later import another_time, set_to
from tests.payments import asking
from tests.thanks.test_media import thank
from tests.web.desk import furnished
from tests.web.signing.test_gift import pays
from tests.web.view.card import HTML
from tests.web.visitor import Visitor, path_of
from tests.webhooks.receivers import Receiver, receiving
from tests.webhooks.steps import deliver_due
from tests.world import World
from wellwish.base import clock, ids
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person
from wellwish.routes import OPERATIONS

PAIR: Final = ("xena@example.com", "yara@example.com")
NAMED, DECLINED = "nina@example.com", "paul@example.com"
NAME, WORDS = "Ximena Quux", "Only I could write this"
# Pages that are not for the organisers of a card, or streams that never end.
_NOT_READ: Final = ("/oauth/authorize", "/desk/cards/{card_id}/invitations/stream")
# IDs of records that the card does not have. The people, rules and occasions of an account do not depend on
# its cards, and an owner asks for the data of a person only now and then.
MISSING: Final = {
    "account_id", "card_batch_id", "erasure_id", "export_id", "group_id", "media_id", "occasion_key",
    "occasion_rule_id", "part_number", "person_id",
}  # fmt: skip
# IDs of records that only a card with online payments has.
OF_PAYMENTS: Final = {"payment_id", "refund_id", "refund_request_id"}
# Mail that only a person who signed gets; organisers do not see it.
_TO_SIGNERS: Final = ("own_link", "card_opened", "card_thanked")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{20,}")
# The receiver's port, the duration of its answers, and QR codes of links.
_NOISE: Final = re.compile(r'127\.0\.0\.1:\d+|"duration_ms":\d+|\d+ ms\b|<path class="qrline"[^>]*>')


Way = Literal["cash", "online"]


class Life(Struct):
    """The scene, and the observations after each step, by the step's name."""

    scene: Scene
    author: int
    way: Way  # in which the author chips in
    is_full: bool  # whether each operation and page is read, too
    seen: dict[str, Observation] = field(default_factory=dict[str, Observation])
    numbers: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def world(self) -> World:
        return self.scene.world

    @property
    def path(self) -> str:
        """The page of the author's invitation."""
        return path_of(self.scene.invitations[self.author]["link"])

    async def look(self, step: str, *, everywhere: bool = False) -> None:
        """Stores the texts that organisers can read: each of them, or the invitations, mails and events."""
        await deliver_due(self.world)
        found = await _read(self)
        if everywhere and self.is_full:
            found |= await _operations(self) | await _desk(self) | await anonymity.pages(self.scene)
        self.keep(step, found)

    def keep(self, step: str, found: Observation) -> None:
        """Stores texts with numbers in place of IDs and secrets."""

        def number(each: re.Match[str]) -> str:
            return self.numbers.setdefault(each[0], f"#{len(self.numbers)}")

        self.seen[step] = {name: _SECRET.sub(number, _NOISE.sub("", text)) for name, text in found.items()}

    async def do(self, step: str, **fields: Any) -> None:
        """Changes the state of the card as its owner."""
        path = f"/api/cards/{self.scene.card['id']}/{step}"
        answer = await self.world.alice.post(path, fields, key=ids.new("req"))
        assert answer.status_code in (200, 201), answer.text


Until = Literal["first day", "closings", "end"]
Closed = Callable[[Life], Awaitable[None]]


@asynccontextmanager
async def stopped_clock() -> AsyncGenerator[None]:
    """Restores the clock at the end of the block."""
    now = clock.now
    try:
        with another_time():
            yield
    finally:
        clock.now = now


def at(world: World, text: str) -> None:
    """Stops the clock at an instant."""
    instant = datetime.fromisoformat(text).replace(tzinfo=UTC)
    clock.now = _NOW
    set_to(text)
    clock.now = lambda: instant
    for person in (world.alice, world.bob):
        person.token = None


_NOW: Final = clock.now


async def _read(life: Life) -> Observation:
    """Returns invitations, events, dry runs, cards, mails to organisers and webhooks."""
    scene = life.scene
    found = await anonymity.invitations_as_seen(scene)
    base = f"/api/cards/{scene.card['id']}"
    for reader in ("owner", "admin"):
        person = scene.readers[reader]
        found[f"cards, {reader}"] = (await person.get("/api/cards")).text
        found[f"events, {reader}"] = (await person.get("/api/events", params={"limit": 200})).text
        found[f"dry run of reminders, {reader}"] = (
            await person.post(f"{base}/remind", {"preview": True})
        ).text
        for number, each in enumerate(scene.invitations):
            plan = await person.post(
                "/api/cards/invitations/resend", {"invite_id": each["id"]}, params={"dry_run": "true"}
            )
            found[f"dry run of resending {number}, {reader}"] = f"{plan.status_code} {plan.text}"
    rows = await scene.world.owner.fetch(
        "select kind, recipient, subject, body from messages where kind <> all ($1) "
        "order by recipient, created_at, subject, body",
        list(_TO_SIGNERS),
    )
    found["mails"] = "\n".join(str(tuple(each)) for each in rows)
    received = sorted(scene.received.messages, key=lambda each: each.json["data"].get("event_id", ""))
    found["webhooks"] = "\n".join(each.body.decode() for each in received)
    return found


async def _records(life: Life) -> list[dict[str, str]]:
    """Returns the IDs in paths, once for each of the two invitations."""
    scene, alice = life.scene, life.world.alice
    base = f"/api/cards/{scene.card['id']}"
    shared = {
        "card_id": scene.card["id"],
        "recipient_id": scene.card["recipients"][0]["id"],
        "webhook_endpoint_id": scene.endpoint["id"],
    }
    for each in await _notes(life):
        shared["contribution_id"] = each
    for each in (await alice.get(f"{base}/payments")).json()["data"]:
        shared["payment_id"] = each["id"]
        for refund in each["refunds"]:
            shared["refund_id"] = refund["id"]
    for each in (await alice.get("/api/refund-requests")).json()["data"]:
        shared["refund_request_id"] = each["id"]
    return [{**shared, "invite_id": each["id"]} for each in scene.invitations]


async def _notes(life: Life) -> list[str]:
    base = f"/api/cards/{life.scene.card['id']}/contributions"
    listed = (await life.world.alice.get(base)).json().get("data", [])
    return [each["id"] for each in listed if each["anonymous"]]


async def _operations(life: Life) -> Observation:
    """Returns the answer of each GET of the API."""
    [records, other] = await _records(life)
    found: Observation = {}
    for route in OPERATIONS:
        names = set(furnished.names(route.path))
        if route.method != "GET" or not names <= records.keys():
            continue
        for number, given in enumerate((records, other) if "invite_id" in names else (records,)):
            path = route.path.format(**given)
            for reader in ("owner", "admin"):
                answer = await life.scene.readers[reader].get(path)
                name = f"GET {route.path}{f' {number}' if 'invite_id' in names else ''}, {reader}"
                found[name] = f"{answer.status_code} {answer.headers.get('etag')}\n{answer.text}"
    return found


async def _desk(life: Life) -> Observation:
    """Returns each page of the desk, for the owner and for the admin."""
    [records, other] = await _records(life)
    found: Observation = {}
    for reader in ("owner", "admin"):
        browser = await furnished.entered(life.scene.readers[reader])
        for page in furnished.pages("GET"):
            names = set(furnished.names(page.path))
            if page.path in _NOT_READ or not names <= records.keys():
                continue
            for number, given in enumerate((records, other) if "invite_id" in names else (records,)):
                answer = await browser.open(page.path.format(**given))
                name = f"{page.path}{f' {number}' if 'invite_id' in names else ''}, {reader}"
                found[name] = f"{answer.status_code} {answer.text}"
    return found


async def begin(world: World, receiver: Receiver, author: int, way: Way, *, is_full: bool) -> Life:
    """Creates the card, its admin, and four invitations; the owner gets a mail about each event."""
    alice, bob = world.alice, world.bob
    card = await make.card(
        alice,
        see_notes="everyone",
        recipients=[{"name": "Maya"}],
        collection={"see_contributors": "everyone", "add_money": "everyone", "add_cash": True},
        contribution_end_date="2027-03-20",
        organiser_mail="daily",
    )
    privilege = {"can_update": True, "invite_contributors": True, "admin_management": True}
    await make.admin(alice, card["id"], bob, **privilege)
    made = {"url": receiver.url, "payload": "full", "personal_data": True}
    endpoint = (await alice.post("/api/webhook-endpoints", made)).json()
    await make.invitations(alice, card["id"], *PAIR, NAMED, DECLINED, reminder="daily")
    await world.work()
    listed = (await alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    by_address = {each["delivery_id"]: each for each in listed}
    pair = [by_address[each] for each in PAIR]
    for address, press in ((NAMED, "sign"), (DECLINED, "decline")):
        visitor, path = Visitor(world), path_of(by_address[address]["link"])
        await visitor.open(path)
        if press == "sign":
            assert (await visitor.sign(path, name="Nina", text="From Nina")).status_code == 303
        else:
            await visitor.press(f"{path}/decline")
    scene = Scene(world, "email", card, {"owner": alice, "admin": bob}, pair, endpoint, receiver, None)
    return Life(scene, author, way, is_full)


async def first_day(life: Life) -> Visitor:
    """Both open the card on one day; the author signs, also with a name for a moment."""
    world = life.world
    at(world, "2027-03-01T10:00:00")
    decoy = Visitor(world)
    other = path_of(life.scene.invitations[1 - life.author]["link"])
    await decoy.open(other)
    await decoy.press(f"{other}/seen")
    author = Visitor(world)
    await author.open(life.path)
    await author.press(f"{life.path}/seen")
    gift = {"gift": "other", "other": "10", "way": life.way}
    await author.sign(life.path, name=NAME, text=WORDS, anonymous="yes", **gift)
    if life.way == "online":
        await life.look("about to pay", everywhere=True)
        await pays(world, author, "succeed")
    await life.look("signed", everywhere=True)
    at(world, "2027-03-01T11:00:00")
    await author.sign(life.path, name=NAME, text=WORDS, anonymous=None)
    at(world, "2027-03-01T11:10:00")
    await author.sign(life.path, name=NAME, text=WORDS, anonymous="yes")
    await life.look("named for a moment")
    return author


async def three_days(life: Life, author: Visitor) -> None:
    """Automatic and manual reminders, digests, own links, and another edit."""
    world = life.world
    for day in (2, 3, 4):
        at(world, f"2027-03-0{day}T09:00:30")
        await life.look(f"reminders of day {day}")
        at(world, f"2027-03-0{day}T12:00:00")
        await life.do("remind")
        if day == 2:
            await author.open(f"{life.path}/signed")
            await author.press(f"{life.path}/mail", email=PAIR[life.author])
        if day == 3:
            await author.sign(life.path, name=NAME, text=WORDS, anonymous=None)
            at(world, "2027-03-03T12:10:00")
            await author.sign(life.path, name=NAME, text=WORDS, anonymous="yes")
        await life.look(f"day {day}", everywhere=day == 3)


async def closings(life: Life, author: Visitor, closed: Closed | None) -> None:
    """Close, reopen and close again, and read the texts each time.

    After reopening, the author pays for a larger gift.
    """
    for hour, step in ((10, "close"), (11, "reopen"), (12, "close")):
        at(life.world, f"2027-03-05T{hour}:00:00")
        await life.do(step)
        if closed is not None and step == "close":
            await closed(life)
        await life.look(f"{step} at {hour}", everywhere=True)
        if life.way == "online" and step == "reopen":
            await author.open(life.path)
            adds = {"gift": "other", "other": "5", "adds_to": author.value("adds_to")}
            await author.send(life.path, name=NAME, text=WORDS, anonymous="yes", **adds)
            await pays(life.world, author, "succeed")
            await life.look("paid again")


async def refunds(life: Life, author: Visitor) -> None:
    """The author asks for both payments back; the owner refuses one request and approves the other."""
    world = life.world
    at(world, "2027-03-05T13:00:00")
    await author.open(life.path)
    await author.press(f"{life.path}/refund", reason="Too much")
    await life.look("asked for refunds", everywhere=True)
    asked = (await world.alice.get(asking.PATH, params={"status": "open"})).json()["data"]
    large, small = sorted(asked, key=lambda each: -each["amount"]["amount"])
    for request, verb, given in ((large, "refuse", {"note": "It is bought."}), (small, "approve", {})):
        decided = await asking.decide(world.alice, request["id"], verb, **given)
        assert decided.status_code == 200, decided.text
    await life.look("decided about refunds", everywhere=True)


async def end(life: Life) -> None:
    """The recipient opens and thanks, the owner sends again, hands over and archives, people are erased."""
    world, card = life.world, life.scene.card
    at(world, "2027-03-06T10:00:00")
    answer = await world.client.post(path_of(card["recipients"][0]["view_url"]), headers=HTML)
    assert answer.status_code == 303, answer.text
    await thank(world, card)
    [note] = await _notes(life)
    await thank(world, card, note=note)
    await life.look("thanked", everywhere=True)
    await life.do("reopen")
    sent: list[str] = []
    for each in life.scene.invitations:
        for _ in range(7):
            resent = await world.alice.post("/api/cards/invitations/resend", {"invite_id": each["id"]})
            sent.append(f"{resent.status_code} {resent.headers.get('retry-after')}")
            await world.work()
    life.keep("resent until refused", {"statuses": "\n".join(sent)})
    await life.look("sent again")
    at(world, "2027-03-06T12:00:00")
    await life.do("close")
    if life.way == "cash":
        pledge = f"/api/cards/{card['id']}/contributions/{note}"
        etag = {"If-Match": (await world.alice.get(pledge)).headers["etag"]}
        confirmed = await world.alice.post(f"{pledge}/confirm", key=ids.new("req"), headers=etag)
        assert confirmed.status_code == 200, confirmed.text
    await life.do("handover", method="cash", amount=1000)
    at(world, "2027-03-06T13:00:00")
    await life.do("archive")
    await life.look("archived", everywhere=True)
    for day, addresses in ((7, (NAMED,)), (8, PAIR)):
        at(world, f"2027-03-0{day}T10:00:00")
        for address in addresses:
            await erase(world.services, parse_person(address), clock.now())
        await life.look(f"erased on day {day}")
    at(world, "2027-03-31T10:00:00")
    await life.look("the note is erased", everywhere=True)


async def live(
    world: World,
    author: int,
    way: Way = "cash",
    *,
    is_full: bool = False,
    until: Until = "end",
    closed: Closed | None = None,
) -> Life:
    """Returns the observations of a life in an empty world. ``closed`` is called after each closing."""
    async with stopped_clock(), receiving() as receiver:
        at(world, "2027-03-01T08:00:00")
        life = await begin(await world.renew(), receiver, author, way, is_full=is_full)
        visitor = await first_day(life)
        if until == "first day":
            return life
        await three_days(life, visitor)
        await closings(life, visitor, closed)
        if way == "online":
            await refunds(life, visitor)
        if until == "end":
            await end(life)
        return life


def unequal(one: Life, two: Life) -> set[str]:
    """Returns the steps and surfaces whose texts differ."""
    assert one.seen.keys() == two.seen.keys()
    return {
        f"{step}: {name}"
        for step in one.seen
        for name in one.seen[step] | two.seen[step]
        if one.seen[step].get(name) != two.seen[step].get(name)
    }
