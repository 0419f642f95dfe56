"""Sign in by mail, and attacks on it, each with a control that succeeds."""

import asyncio
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.guards.test_not_found import statements
from tests.later import another_time, day, frozen_at
from tests.web.desk.people import ask, is_in, link_and_code, mails, signed_in
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.auth.sign_in import attempt
from wellwish.base import clock
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio
UNKNOWN = "nobody@example.com"


async def test_signs_in_by_the_link_in_the_browser_that_asked(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    await ask(visitor, "Alice@Example.com", "/account/sessions")
    [mail] = await mails(world, alice.email)
    assert (mail["recipient"], mail["subject"]) == (alice.email, "Sign in to Wellwish")
    path, _ = await link_and_code(world, alice.email)
    assert (await visitor.open(path)).status_code == 200
    assert "Alice@example.com" in visitor.page
    assert not await is_in(visitor)
    await visitor.open(path)
    answer = await visitor.press(path)
    assert (answer.status_code, visitor.next) == (303, "/account/sessions")
    cookie = next(each for each in answer.headers.get_list("set-cookie") if each.startswith("session="))
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert len(visitor.cookies["session"]) >= 43  # 256 bits in base64
    assert await is_in(visitor)


async def test_signs_in_by_the_code(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    await ask(visitor, alice.email)
    _, code = await link_and_code(world, alice.email)
    await visitor.open("/sign-in/code")
    await visitor.press("/sign-in/code", code=f" {code[:3]} {code[3:]} ")
    assert visitor.next == "/desk"
    assert await is_in(visitor)


async def test_opening_the_link_changes_nothing(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    await ask(visitor, alice.email)
    path, _ = await link_and_code(world, alice.email)
    before = await world.owner.fetch("select * from sign_in_attempts")
    for method in ("GET", "HEAD", "OPTIONS"):
        assert (await visitor.request(method, path)).is_success
    assert await world.owner.fetch("select * from sign_in_attempts") == before
    assert await world.owner.fetchval("select count(*) from sessions") == 0


async def test_keeps_no_secret(world: World, alice: Person) -> None:
    """Neither the tables nor the queue contain the link, the code, or a cookie."""
    visitor = Visitor(world)
    await visitor.open("/sign-in")
    await visitor.press("/sign-in", email=alice.email)
    queue = str(await world.owner.fetch("select args from jobs"))
    await world.work()
    path, code = await link_and_code(world, alice.email)
    attempt = visitor.cookies["sign-in"]
    await visitor.open(path)
    await visitor.press(path)
    kept = queue + str(await world.owner.fetch("select * from sign_in_attempts, sessions, messages"))
    kept += str(await world.owner.fetch("select * from sign_in_attempts"))
    kept += str(await world.owner.fetch("select * from sessions"))
    assert "sia_" in kept  # the control
    for secret in (path.rpartition("/")[2], code, attempt, visitor.cookies["session"]):
        assert secret not in kept


async def test_a_link_works_once(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    await ask(visitor, alice.email)
    path, code = await link_and_code(world, alice.email)
    await visitor.open("/sign-in/code")
    attempt, token = visitor.cookies["sign-in"], visitor.token()
    await visitor.press(path)
    assert visitor.next == "/desk"
    visitor.cookies["sign-in"] = attempt
    assert (await visitor.press(path, form_token=token)).status_code == 404
    answer = await visitor.press("/sign-in/code", form_token=token, code=code)
    assert answer.status_code == 422
    assert await world.owner.fetchval("select count(*) from sessions") == 1


async def test_a_link_expires(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    with another_time():
        await ask(visitor, alice.email)
        path, code = await link_and_code(world, alice.email)
        clock.move(timedelta(minutes=9, seconds=59))
        assert (await visitor.open(path)).status_code == 200
        clock.move(timedelta(seconds=2))
        assert (await visitor.open(path)).status_code == 404
        await visitor.open("/sign-in/code")
        assert "no longer works" in visitor.page
        await visitor.open("/sign-in")
        assert (await visitor.press("/sign-in/code", code=code)).status_code == 422
    assert await world.owner.fetchval("select count(*) from sessions") == 0


async def test_another_browser_cannot_use_the_link(world: World, alice: Person) -> None:
    """An attacker enters alice's address, or sends alice the link of another attempt: no session."""
    asking, other = Visitor(world), Visitor(world)
    await ask(asking, alice.email)
    path, _ = await link_and_code(world, alice.email)
    await other.open(path)
    assert "other browser" in other.page
    assert 'action="/sign-in' not in other.page
    assert alice.email not in other.page
    await other.open("/sign-in")
    assert (await other.press(path)).status_code == 403
    await ask(other, "mallory@example.com")  # another attempt's cookie does not help
    await other.open("/sign-in")
    assert (await other.press(path)).status_code == 403
    assert not await is_in(other)
    await asking.open(path)  # the control
    await asking.press(path)
    assert await is_in(asking)


async def test_five_wrong_codes_end_the_attempt(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    await ask(visitor, alice.email)
    _, code = await link_and_code(world, alice.email)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    await visitor.open("/sign-in/code")
    for left in (4, 3, 2, 1):
        answer = await visitor.press("/sign-in/code", code=wrong)
        assert answer.status_code == 422
        assert f"Tries left: {left}." in answer.text
        assert wrong in answer.text
    await visitor.press("/sign-in/code", code=wrong)
    assert "no longer works" in visitor.page
    await visitor.open("/sign-in")
    assert (await visitor.press("/sign-in/code", code=code)).status_code == 422
    assert not await is_in(visitor)


async def test_the_fifth_code_may_be_right(world: World, alice: Person) -> None:
    """The control of the previous test."""
    visitor = Visitor(world)
    await ask(visitor, alice.email)
    _, code = await link_and_code(world, alice.email)
    await visitor.open("/sign-in/code")
    for _ in range(4):
        await visitor.press("/sign-in/code", code="nonsense")
    await visitor.press("/sign-in/code", code=code)
    assert await is_in(visitor)


def without_tokens(page: str, email: str) -> str:
    return re.sub(r'name="form_token" value="[^"]*"', "", page).replace(email, "EMAIL")


async def test_does_not_show_whether_an_address_is_known(world: World, alice: Person) -> None:
    """Both addresses get the same bytes after the same statements; only the job looks up the address."""
    seen: list[tuple[object, ...]] = []
    for email in (alice.email, UNKNOWN):
        visitor = Visitor(world)
        await visitor.open("/sign-in")
        async with statements(world) as said:
            answer = await visitor.press("/sign-in", email=email)
        await world.work()
        await visitor.open("/sign-in/code")
        page = without_tokens(visitor.page, email)
        await visitor.press("/sign-in/code", code="000000")
        cookies = sorted(visitor.cookies)
        seen.append(
            (answer.status_code, answer.headers["location"], cookies, list(said), page,
             without_tokens(visitor.page, email))
        )  # fmt: skip
    assert seen[0] == seen[1]
    assert any("sign_in_attempts" in each for each in seen[0][3])  # type: ignore[union-attr]
    assert not any("users" in each for each in seen[0][3])  # type: ignore[union-attr]
    assert len(await mails(world, alice.email)) == 1  # the control: only the known address gets a mail
    assert await mails(world, UNKNOWN) == []


@pytest.mark.parametrize("email", ["", "alice", "alice@", "a@b\r\nBcc: x@y.z"])
async def test_keeps_an_invalid_address_in_the_form(world: World, email: str) -> None:
    visitor = Visitor(world)
    await visitor.open("/sign-in?next=/account/sessions")
    answer = await visitor.press("/sign-in", email=email, next="/account/sessions")
    assert answer.status_code == 422
    assert "email-fault" in answer.text
    assert 'value="/account/sessions"' in answer.text
    assert await world.owner.fetchval("select count(*) from sign_in_attempts") == 0


async def test_limits_the_mails_to_an_address(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    with another_time(), frozen_at(f"{day(1)}T10:20:00"):
        await visitor.open("/sign-in")
        token = visitor.token()
        for _ in range(5):
            assert (await visitor.press("/sign-in", form_token=token, email=alice.email)).status_code == 303
        refused = await visitor.press("/sign-in", form_token=token, email="ALICE@example.com")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "2400")
        assert "ALICE@example.com" in refused.text
        assert (await visitor.press("/sign-in", form_token=token, email="bob@example.com")).status_code == 303
    with another_time(), frozen_at(f"{day(1)}T11:00:00"):
        await visitor.open("/sign-in")
        assert (await visitor.press("/sign-in", email=alice.email)).status_code == 303


async def test_limits_the_mails_from_a_network(world: World) -> None:
    with another_time(), frozen_at(f"{day(1)}T10:20:00"):
        visitor = Visitor(world)
        await visitor.open("/sign-in")
        token, sent = visitor.token(), [f"person{n}@example.com" for n in range(21)]
        answers = [await visitor.press("/sign-in", form_token=token, email=each) for each in sent]
    assert [each.status_code for each in answers] == [303] * 20 + [429]


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "/\t/evil.example",
        "evil",
        "/%0d%0aX: y",
        "/@x",
    ],
)
async def test_leads_only_to_own_paths(world: World, alice: Person, path: str) -> None:
    visitor = Visitor(world)
    await visitor.open("/sign-in")
    await visitor.press("/sign-in", email=alice.email, next=path)
    await world.work()
    link, _ = await link_and_code(world, alice.email)
    await visitor.open(link)
    await visitor.press(link)
    assert visitor.next == "/desk"


async def test_each_sign_in_has_a_new_session(alice: Person, mallory: Person) -> None:
    """Session fixation: a cookie set before the sign-in is invalid afterwards."""
    world = alice.world
    victim = Visitor(world)
    planted = (await signed_in(mallory)).cookies["session"]
    for fixed in (planted, "chosen-by-the-attacker"):
        victim.cookies = {"session": fixed}
        await ask(victim, alice.email)
        path, _ = await link_and_code(world, alice.email)
        await victim.open(path)
        await victim.press(path)
        assert victim.cookies["session"] != fixed
        assert await is_in(victim)
        assert alice.email in victim.page
        attacker = Visitor(world)
        attacker.cookies = {"session": fixed}
        assert not await is_in(attacker)


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}]
)
async def test_refuses_forms_of_other_sites(world: World, alice: Person, headers: dict[str, str]) -> None:
    visitor = Visitor(world)
    await ask(visitor, alice.email)
    path, code = await link_and_code(world, alice.email)
    await visitor.open(path)
    token = "" if headers == {"Origin": "null"} else visitor.token()
    for target, fields in (
        (path, {}), ("/sign-in/code", {"code": code}), ("/sign-in", {"email": "bob@example.com"}),
    ):  # fmt: skip
        answer = await visitor.request("POST", target, data={"form_token": token, **fields}, headers=headers)
        assert answer.status_code == 403
    assert await world.owner.fetchval("select count(*) from sessions") == 0
    assert await mails(world, "bob@example.com") == []
    await visitor.open(path)  # the control
    await visitor.press(path)
    assert await is_in(visitor)


async def test_cannot_be_framed(world: World) -> None:
    answer = await Visitor(world).open("/sign-in")
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Robots-Tag"] == "noindex"


async def test_two_presses_at_once_start_one_session(world: World, alice: Person) -> None:
    visitor = Visitor(world)
    await ask(visitor, alice.email)
    path, _ = await link_and_code(world, alice.email)
    await visitor.open(path)
    token, cookies = visitor.token(), dict(visitor.cookies)
    twins = [Visitor(world), Visitor(world)]
    for twin in twins:
        twin.cookies = dict(cookies)
    answers = await asyncio.gather(*(twin.press(path, form_token=token) for twin in twins))
    assert sorted(each.status_code for each in answers) == [303, 404]
    assert await world.owner.fetchval("select count(*) from sessions") == 1


async def test_binds_the_cookies_to_the_host_and_to_tls(
    clone: tuple[str, str], settings: Settings, alice: Person
) -> None:
    own = replace(settings, base_url="https://cards.example.org", demo=False)
    async with World.over(own, *clone) as world:
        async with world.services.db.transaction() as tx:
            issued = await attempt.issue(tx, world.services.keys, alice.email, any_browser=True)
        path = attempt.link(world.services.keys, "", issued.id)
        visitor = Visitor(world)
        await visitor.open(path)
        answer = await visitor.press(path)
        cookies = [each for each in answer.headers.get_list("set-cookie") if "session=" in each]
        assert [each.partition("=")[0] for each in cookies] == ["__Host-session"]
        parts = {part.strip().lower() for part in cookies[0].split(";")[1:]}
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= parts
        assert not any(part.startswith("domain") for part in parts)
        assert await is_in(visitor)
        visitor.cookies["session"] = visitor.cookies.pop("__Host-session")
        assert not await is_in(visitor)  # a cookie that another host could have set


@pytest.mark.parametrize("language", ["en", "de", "ar"])
async def test_speaks_the_readers_language(world: World, alice: Person, language: str) -> None:
    visitor = Visitor(world, **{"Accept-Language": language})
    await ask(visitor, alice.email)
    assert f'<html lang="{language}"' in visitor.page
    [mail] = await mails(world, alice.email)
    assert mail["headers"]["Content-Language"] == language
    subjects = {"en": "Sign in to Wellwish", "de": "Bei Wellwish anmelden", "ar": "تسجيل الدخول إلى Wellwish"}
    assert mail["subject"] == subjects[language]
