"""The limits of requested mails, and attempts to get around each of them."""

import asyncio
from datetime import timedelta

import pytest

from tests.auth.sign_in.browsers import Browser, behind_proxy
from tests.later import another_time, day, set_to
from tests.web.desk.people import mails
from tests.web.visitor import path_of
from tests.world import World
from wellwish.auth.sign_in.mail_limits import OF_RESERVE, TO_ADDRESS, mailbox_of
from wellwish.base import clock
from wellwish.web.desk.proven_mailbox import KNOWN, LASTS

pytestmark = pytest.mark.anyio
SIGN_IN = TO_ADDRESS["sign_in"]
PRIVACY = TO_ADDRESS["privacy"]


async def exhaust(proxied: World, email: str, form: str = "/sign-in") -> None:
    """Requests mails from many networks until none is left today."""
    stranger = Browser(proxied, "192.0.2.1")
    statuses = [await stranger.ask(form, email, f"198.51.100.{number}") for number in range(20)]
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("ana@example.com", "ANA@Example.COM", True),
        ("ana@example.com", "ana+1@example.com", True),
        ("ana+a+b@example.com", "ana+c@example.com", True),
        ("a.n.a@gmail.com", "ana+x@googlemail.com", True),
        ("ana@xn--bcher-kva.example", "ana@b\u00fccher.example", True),
        ("anne\u0301@example.com", "ann\u00e9@example.com", True),
        ("a.na@example.com", "ana@example.com", False),
        ("ana-1@example.com", "ana@example.com", False),
        ("+1@example.com", "+2@example.com", False),
        ("ana@example.com", "ana@example.org", False),
    ],
)
def test_a_mailbox_has_many_addresses(one: str, other: str, is_same: bool) -> None:
    assert (mailbox_of(one) == mailbox_of(other)) == is_same


@pytest.mark.parametrize("spelling", ["ana+{}@example.com", "ANA+{}@example.COM", "ana@example.com"])
async def test_spellings_of_an_address_share_its_limit(world: World, spelling: str) -> None:
    async with behind_proxy(world) as proxied:
        stranger = Browser(proxied, "192.0.2.1")
        statuses = [
            await stranger.ask("/privacy", spelling.format(number), f"198.51.100.{number}")
            for number in range(PRIVACY + 3)
        ]
        assert statuses == [303] * PRIVACY + [429] * 3
        assert await stranger.ask("/privacy", "eva@example.com") == 303  # the control


async def test_other_addresses_do_not_use_up_those_of_a_user(world: World) -> None:
    """Without open sign-up, unknown addresses get no mail, so nobody could prove that they read it."""
    async with behind_proxy(world) as proxied:
        stranger = Browser(proxied, "192.0.2.1")
        for number in range(SIGN_IN + 1):
            address = f"alice+{number}@example.com"
            assert await stranger.ask("/sign-in", address, f"198.51.100.{number}") == 303
        assert await Browser(proxied, "203.0.113.7").ask("/sign-in", world.alice.email) == 303


async def test_requests_at_once_get_no_more_mails(world: World) -> None:
    async with behind_proxy(world) as proxied:
        browsers = [Browser(proxied, f"198.51.100.{number}") for number in range(SIGN_IN + 8)]
        await asyncio.gather(*(each.open("/sign-in") for each in browsers))
        statuses = await asyncio.gather(*(each.ask("/sign-in", world.alice.email) for each in browsers))
    assert sorted(statuses) == [303] * SIGN_IN + [429] * 8


async def test_counts_ipv6_by_subscriber_and_by_site(world: World) -> None:
    async with behind_proxy(world) as proxied:
        stranger = Browser(proxied, "192.0.2.1")
        granted = 0
        for number in range(110):
            network = f"2001:db8:7:{number % 11:x}::{number + 1:x}"
            granted += await stranger.ask("/privacy", f"a{number}@example.com", network) == 303
        assert granted == 100  # of a /48
        assert await stranger.ask("/privacy", "b@example.com", "2001:db8:8::1") == 303  # the control
        within = [
            await stranger.ask("/privacy", f"c{number}@example.com", f"2001:db8:9:1::{number + 1:x}")
            for number in range(21)
        ]
        assert within == [303] * 20 + [429]


async def test_the_service_has_a_limit_that_leaves_the_reserves(world: World) -> None:
    async with behind_proxy(world) as proxied:
        known = Browser(proxied, "203.0.113.1")
        assert await known.sign_in(world, world.alice.email)
    async with behind_proxy(world, requested_mails_per_hour=4) as proxied:
        stranger = Browser(proxied, "192.0.2.1")
        statuses = [
            await stranger.ask("/privacy", f"a{number}@example.com", f"198.51.100.{number}")
            for number in range(5)
        ]
        assert statuses == [303] * 3 + [429] * 2  # the sign-in used the fourth mail
        assert "unusual number of emails" in stranger.page
        known.world = proxied
        assert await known.ask("/sign-in", world.alice.email) == 303


async def test_a_forged_or_foreign_cookie_has_no_reserve(world: World) -> None:
    async with behind_proxy(world) as proxied:
        bob = Browser(proxied, "203.0.113.2")
        alice = Browser(proxied, "203.0.113.1")
        assert await bob.sign_in(world, world.bob.email)
        assert await alice.sign_in(world, world.alice.email)
        await exhaust(proxied, world.alice.email)
        mark = alice.cookies[KNOWN]
        other = bob.cookies[KNOWN]
        forged = (
            other, mark[:26] + other[26:], other[:26] + mark[26:], mark[:-1], mark + "A", mark.upper(), "",
            mark[:26] + "A" * 22, ".".join([other] * 4), "x" * 48, "\\\\", "%00",
        )  # fmt: skip
        for value in forged:
            browser = Browser(proxied, "198.51.100.200")
            browser.cookies = {KNOWN: value}
            assert await browser.ask("/sign-in", world.alice.email) == 429, value
        for value in (mark, f"{other}.{mark}"):
            browser = Browser(proxied, "198.51.100.200")
            browser.cookies = {KNOWN: value}
            assert await browser.ask("/sign-in", world.alice.email) == 303  # the control: a stolen cookie


async def test_a_stolen_cookie_sends_few_mails_and_locks_nobody_out(world: World) -> None:
    with another_time():
        set_to(f"{day(1)}T10:00:00")
        async with behind_proxy(world) as proxied:
            alice, thief = Browser(proxied, "203.0.113.1"), Browser(proxied, "198.51.100.200")
            assert await alice.sign_in(world, world.alice.email)
            thief.cookies = {KNOWN: alice.cookies[KNOWN]}
            await exhaust(proxied, world.alice.email)
            statuses = [await thief.ask("/sign-in", world.alice.email) for _ in range(OF_RESERVE + 3)]
            assert statuses == [303] * OF_RESERVE + [429] * 3
            assert await alice.sign_in(world, world.alice.email)  # by a link; her browser has a new reserve
            assert await thief.ask("/sign-in", world.alice.email) == 429
            for _ in range(2 * OF_RESERVE):  # a reserve counts only mails without a sign-in
                assert await alice.ask("/sign-in", world.alice.email) == 303
                assert await alice.enter_code(world)


async def test_a_browser_is_forgotten_after_400_days(world: World) -> None:
    with another_time():
        async with behind_proxy(world) as proxied:
            alice = Browser(proxied, "203.0.113.1")
            assert await alice.sign_in(world, world.alice.email)
            for days, status in ((-1, 303), (1, 429)):
                clock.move(LASTS + timedelta(days=days))
                await exhaust(proxied, world.alice.email)
                assert await alice.ask("/sign-in", world.alice.email) == status


async def test_a_browser_knows_four_mailboxes(world: World) -> None:
    async with behind_proxy(world) as proxied:
        shared = Browser(proxied, "203.0.113.1")
        for person in (world.alice, world.bob, world.mallory):
            assert await shared.sign_in(world, person.email)
        assert len(shared.cookies[KNOWN].split(".")) == 3
        assert await shared.sign_in(world, world.alice.email)
        assert len(shared.cookies[KNOWN].split(".")) == 3
        assert "alice" not in shared.cookies[KNOWN]
        await exhaust(proxied, world.bob.email)
        assert await shared.ask("/sign-in", world.bob.email) == 303


async def test_a_link_gives_a_reserve_to_three_browsers_for_a_day(world: World) -> None:
    email = world.alice.email
    with another_time():
        set_to(f"{day(1)}T22:00:00")
        async with behind_proxy(world) as proxied:
            await exhaust(proxied, email)
            await world.work()
            link = path_of((await mails(world, email))[-1]["link"])
            statuses: list[int] = []
            for number in range(5):
                if number == 2:
                    set_to(f"{day(1)}T00:30:00")  # a link outlives the day
                browser = Browser(proxied, f"203.0.113.{number}")
                assert (await browser.open(link)).status_code == (200 if number < 2 else 404)
                assert email not in browser.page
                statuses.append((await browser.press(link, again="1")).status_code)
            assert statuses == [303, 303, 303, 404, 404]
            set_to(f"{day(0)}T22:30:00")
            browser = Browser(proxied, "203.0.113.9")
            await browser.open(link)
            assert 'name="again"' not in browser.page
            await browser.open("/sign-in")
            assert (await browser.press(link, again="1")).status_code == 404


async def test_the_link_signs_nobody_in_elsewhere(world: World) -> None:
    async with behind_proxy(world) as proxied:
        stranger, other = Browser(proxied, "198.51.100.1"), Browser(proxied, "203.0.113.1")
        assert await stranger.ask("/sign-in", world.alice.email) == 303
        await world.work()
        link = path_of((await mails(world, world.alice.email))[0]["link"])
        await other.open(link)
        assert (await other.press(link)).status_code == 403
        await other.press(link, again="1")
        assert other.next == "/sign-in/code"
        assert "session" not in other.cookies
        assert not await stranger.enter_code(world)  # the newest code belongs to the other attempt
        assert await other.enter_code(world)


async def test_a_privacy_link_leads_to_another_one(world: World) -> None:
    email = "ana@example.com"
    with another_time():
        set_to(f"{day(1)}T10:00:00")
        async with behind_proxy(world) as proxied:
            await exhaust(proxied, email, "/privacy")
            await world.work()
            set_to(f"{day(0)}T11:00:00")
            ana = Browser(proxied, "203.0.113.1")
            assert await ana.ask("/privacy", email) == 429
            link = path_of((await mails(world, email, "person_request"))[0]["link"])
            assert (await ana.open(link)).status_code == 404
            assert email not in ana.page
            await ana.press(link, again="1")
            assert ana.next == "/privacy/sent"
            await world.work()
            link = path_of((await mails(world, email, "person_request"))[0]["link"])
            await ana.open(link)
            await ana.press(link)
            assert ana.next == "/privacy/data"
            assert await ana.ask("/privacy", email) == 303  # known from now on
