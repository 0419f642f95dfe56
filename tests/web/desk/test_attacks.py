"""Attacks on the sessions of the desk; each has its control."""

from urllib.parse import quote

import httpx2
import pytest

from tests.web.desk.people import ask, is_in, link_and_code, signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.auth.sign_in import attempt
from wellwish.web.desk.entry import sign_in
from wellwish.web.kit import page

pytestmark = pytest.mark.anyio


async def _sign_in(person: Person, planted: str) -> Visitor:
    """Signs the person in with a browser in which an attacker planted a session cookie."""
    visitor = Visitor(person.world)
    visitor.cookies["session"] = planted
    await ask(visitor, person.email)
    path, _ = await link_and_code(person.world, person.email)
    await visitor.open(path)
    assert (await visitor.press(path)).status_code == 303
    return visitor


async def _email_in(visitor: Visitor) -> str:
    await visitor.open("/account/email")
    return visitor.page


async def test_a_planted_cookie_never_becomes_the_victims_session(alice: Person) -> None:
    planted, attacker = "x" * 43, Visitor(alice.world)
    attacker.cookies["session"] = planted
    visitor = await _sign_in(alice, planted)
    assert visitor.cookies["session"] != planted
    assert await is_in(visitor)  # the control
    assert not await is_in(attacker)


async def test_an_attackers_session_ends_when_the_victim_signs_in(alice: Person, mallory: Person) -> None:
    attacker = await signed_in(mallory)
    planted = attacker.cookies["session"]
    assert mallory.email in await _email_in(attacker)
    visitor = await _sign_in(alice, planted)
    assert alice.email in await _email_in(visitor)
    attacker.cookies["session"] = planted
    assert not await is_in(attacker)


@pytest.mark.parametrize(
    "target",
    ["//evil.example", "/\\evil.example", "/%2F/evil.example", "%2F%2Fevil.example", "https:evil.example"],
)
async def test_an_encoded_target_leads_to_the_desk(alice: Person, target: str) -> None:
    for given, expected in ((target, "/desk"), ("/account", "/account")):
        visitor = Visitor(alice.world)
        await visitor.open(f"/sign-in?next={quote(given, safe='')}")
        assert f'value="{expected}"' in visitor.page
        await visitor.press("/sign-in", email=alice.email, next=given)
        await alice.world.work()
        path, _ = await link_and_code(alice.world, alice.email)
        await visitor.open(path)
        assert (await visitor.press(path)).headers["location"] == expected


@pytest.mark.parametrize(
    "path", ["/sign-in", "/account", "/account/members", "/account/email", "/account/webhooks"]
)
async def test_no_page_can_be_framed(alice: Person, path: str) -> None:
    answer = await (await signed_in(alice)).open(path)
    assert answer.status_code == 200
    assert _refuses_frames(answer)


def _refuses_frames(answer: httpx2.Response) -> bool:
    policy = answer.headers.get("Content-Security-Policy", "")
    return answer.headers.get("X-Frame-Options") == "DENY" and "frame-ancestors 'none'" in policy


async def test_a_page_without_the_header_could_be_framed(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.delitem(page.HEADERS, "X-Frame-Options")
    assert not _refuses_frames(await (await signed_in(alice)).open("/account"))


async def test_without_the_check_a_link_leads_to_another_site(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the encoded targets: the same steps without the check."""

    def anywhere(given: str) -> str:
        return given

    for module in (attempt, sign_in):
        monkeypatch.setattr(module, "own_path", anywhere)
    visitor = Visitor(alice.world)
    await visitor.open(f"/sign-in?next={quote('//evil.example', safe='')}")
    await visitor.press("/sign-in", email=alice.email, next="//evil.example")
    await alice.world.work()
    path, _ = await link_and_code(alice.world, alice.email)
    await visitor.open(path)
    assert (await visitor.press(path)).headers["location"] == "//evil.example"
