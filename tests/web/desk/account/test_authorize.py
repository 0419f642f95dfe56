"""/oauth/authorize: the consent page, its redirects to the client, and attacks with controls."""

import re
from datetime import timedelta
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import pytest

from tests.auth.consents.consenting import ALL, AUTHORIZE, answer, asking, present, use
from tests.fakes.client_site import REDIRECT_URI, ClientSite
from tests.later import another_time
from tests.members.joining import join
from tests.web.desk import people
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.auth.consents import approve
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def consents(world: World) -> int:
    return await world.owner.fetchval("select count(*) from consents")


async def test_leads_back_with_code_state_and_issuer(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    given = await answer(visitor, asking(client_site), alice.account_id)
    assert visitor.next.startswith(f"{REDIRECT_URI}?")
    assert given.keys() == {"code", "state", "iss"}
    assert given["state"] == "some state"
    # Clients compare it with the expected issuer, so that no code goes to another server (RFC 9207).
    assert (
        given["iss"] == (await world.client.get("/.well-known/oauth-authorization-server")).json()["issuer"]
    )


async def test_a_redirect_uri_keeps_its_parameters(alice: Person, client_site: ClientSite) -> None:
    target = "https://assistant.example.com/callback?tenant=7"
    client_site.changed = {"redirect_uris": [target]}
    visitor = await entered(alice)
    path = asking(client_site, redirect_uri=target, state=None)
    assert (await answer(visitor, path, alice.account_id)).keys() == {"tenant", "code", "iss"}


async def test_asks_after_signing_in(world: World, alice: Person, client_site: ClientSite) -> None:
    visitor, path = Visitor(world), asking(client_site)
    sent_away = await visitor.open(path)
    assert sent_away.headers["location"] == f"/sign-in?next={quote(path, safe='')}"
    await people.ask(visitor, alice.email, unquote(sent_away.headers["location"].partition("next=")[2]))
    await visitor.open("/sign-in/code")
    await visitor.press("/sign-in/code", code=(await people.link_and_code(world, alice.email))[1])
    assert visitor.next == path
    assert "code" in await answer(visitor, visitor.next, alice.account_id)


async def test_refusing_leads_back_without_a_code(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    for says in ("refuse", "", "Approve"):
        given = await answer(visitor, asking(client_site), alice.account_id, says=says)
        assert given == {"error": "access_denied", "state": "some state", "iss": "http://localhost:8080"}
    assert await consents(world) == 0


async def test_the_member_narrows_what_is_permitted(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    given = await answer(visitor, asking(client_site), alice.account_id, scopes=("cards.read",))
    assert (await present(world, client_site, given["code"])).json()["scope"] == "cards.read"
    await visitor.open(asking(client_site))
    empty = await visitor.press(asking(client_site), account_id=alice.account_id, answer="approve")
    assert empty.status_code == 422
    assert "Choose at least one permission" in empty.text


async def test_nothing_is_permitted_that_was_not_asked_for(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    path = asking(client_site, scope="cards.read offline_access")
    given = await answer(visitor, path, alice.account_id, scopes=(*ALL, "admin"))
    assert visitor.page.count('name="scope"') == 1
    assert (await present(world, client_site, given["code"])).json()["scope"] == "cards.read"


async def test_an_omitted_scope_asks_for_all(alice: Person, client_site: ClientSite) -> None:
    visitor = await entered(alice)
    await visitor.open(asking(client_site, scope=None))
    assert visitor.page.count('name="scope"') == 4


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),  # defaults to plain (RFC 7636)
        ({"code_challenge_method": "plain", "code_challenge": "v" * 43}, "invalid_request"),
        ({"code_challenge": "v" * 42}, "invalid_request"),
        ({"resource": "http://localhost:8080/api"}, "invalid_target"),
        ({"resource": "https://evil.example/mcp"}, "invalid_target"),
        ({"scope": "admin"}, "invalid_scope"),
    ],
    ids=lambda given: "-".join(map(str, given.values())) if isinstance(given, dict) else given,
)
async def test_says_what_is_wrong_and_leads_back_only_by_a_link(
    changed: dict[str, str | None], error: str, world: World, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    await visitor.open(asking(client_site))  # has a form, unlike the error page
    token = visitor.token()
    path = asking(client_site, **changed)
    fields = {"form_token": token, "account_id": alice.account_id, "scope": list(ALL), "answer": "approve"}
    for shown in (await visitor.open(path), await visitor.press(path, **fields)):
        assert shown.status_code == 400
        assert "location" not in shown.headers
        assert f"(<code>{error}</code>)" in shown.text
        [link] = re.findall(r'href="(http://127[^"]+)"', shown.text)
        told = dict(parse_qsl(urlsplit(link.replace("&amp;", "&")).query))
        assert told == {"error": error, "state": "some state", "iss": "http://localhost:8080"}
    assert await consents(world) == 0


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/", "http://127.0.0.1:33418/other", "https://assistant.example.com/callback/../x",
        "https://assistant.example.com.evil.example/callback", "https://assistant.example.com@evil.example/",
        "javascript:alert(1)", "//evil.example", "/desk", "", None,
    ],
)  # fmt: skip
async def test_leads_nowhere_that_the_document_does_not_name(
    target: str | None, world: World, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    await visitor.open(asking(client_site))
    token, path = visitor.token(), asking(client_site, redirect_uri=target)
    for says in ("approve", "refuse"):
        fields = {"form_token": token, "account_id": alice.account_id, "scope": list(ALL), "answer": says}
        for shown in (await visitor.open(path), await visitor.press(path, **fields)):
            assert (shown.status_code, "location" in shown.headers) == (400, False)
            assert "evil" not in shown.text
            assert "Return to" not in shown.text
    assert await consents(world) == 0


async def test_a_repeated_parameter_is_refused(alice: Person, client_site: ClientSite) -> None:
    visitor = await entered(alice)
    assert (await visitor.open(asking(client_site))).status_code == 200  # the control
    for name in ("state", "redirect_uri", "client_id"):
        assert (await visitor.open(f"{asking(client_site)}&{name}=x")).status_code == 400


async def test_a_long_request_is_refused(alice: Person, client_site: ClientSite) -> None:
    visitor = await entered(alice)
    assert (await visitor.open(asking(client_site, state="x" * 1000))).status_code == 200  # the control
    assert (await visitor.open(asking(client_site, state="x" * 1900))).status_code == 400


async def test_no_other_site_presses_the_button(
    world: World, alice: Person, mallory: Person, client_site: ClientSite
) -> None:
    visitor, other = await entered(alice), await entered(mallory)
    path = asking(client_site)
    await visitor.open(path)
    await other.open(path)
    token = visitor.token()
    fields = {"account_id": alice.account_id, "scope": list(ALL), "answer": "approve"}
    for given, headers in (
        (token, {"Origin": "https://evil.example"}),
        (token, {"Sec-Fetch-Site": "cross-site"}),
        (other.token(), {}),
        ("", {}),
    ):
        sent = {"form_token": given, **fields}
        assert (await visitor.request("POST", path, data=sent, headers=headers)).status_code == 403
    assert await consents(world) == 0
    assert (await visitor.press(path, form_token=token, **fields)).status_code == 303  # the control


async def test_the_page_cannot_be_framed(alice: Person, client_site: ClientSite) -> None:
    """Framing would allow clickjacking."""
    visitor = await entered(alice)
    shown = await visitor.open(asking(client_site))
    policy = shown.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "form-action" not in policy
    assert (shown.headers["X-Frame-Options"], shown.headers["Referrer-Policy"]) == ("DENY", "no-referrer")


async def test_approving_needs_a_recent_sign_in(world: World, alice: Person, client_site: ClientSite) -> None:
    path = asking(client_site)
    with another_time():
        visitor = await entered(alice)
        clock.move(timedelta(minutes=10, seconds=1))
        await visitor.open(path)
        fields = {"account_id": alice.account_id, "scope": ["cards.read"], "answer": "approve"}
        await visitor.press(path, **fields)
        assert visitor.next.startswith("/sign-in?next=%2Foauth%2Fauthorize")
        assert await consents(world) == 0
        await visitor.open(path)
        await visitor.press(path, **{**fields, "answer": "refuse"})
        assert "error=access_denied" in visitor.next, "refusing does not"


async def test_nobody_consents_for_a_foreign_account(
    world: World, alice: Person, mallory: Person, client_site: ClientSite
) -> None:
    visitor = await entered(mallory)
    path = asking(client_site)
    await visitor.open(path)
    for account_id in (alice.account_id, "", "acct_x"):
        fields = {"account_id": account_id, "scope": list(ALL), "answer": "approve"}
        shown = await visitor.press(path, **fields)
        assert (shown.status_code, "location" in shown.headers) == (200, False)
    assert await consents(world) == 0
    assert "code" in await answer(visitor, path, mallory.account_id)  # the control


async def test_one_of_several_accounts_is_chosen(
    world: World, alice: Person, bob: Person, client_site: ClientSite
) -> None:
    await join(bob, alice)
    visitor = await entered(bob)
    given = await answer(visitor, asking(client_site), alice.account_id)
    token = (await present(world, client_site, given["code"])).json()["access_token"]
    left = (await use(world, token)).json()["result"]["structuredContent"]["cards_left"]
    assert left == 100  # of alice's account; bob's has 10
    await visitor.open(asking(client_site))
    shown = re.findall(r'type="radio" name="account_id" value="([^"]+)"', visitor.page)
    assert shown == [alice.account_id, bob.account_id]  # by name


async def test_a_user_without_an_account_has_nothing_to_consent_to(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    await world.owner.execute("delete from memberships where user_id = $1", alice.user_id)
    await world.owner.execute("update sessions set account_id = null")
    shown = await visitor.open(asking(client_site))
    assert "No account to act for" in shown.text
    assert 'name="answer"' not in shown.text


async def test_a_new_consent_over_the_limit_ends_the_oldest(
    world: World, alice: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(approve, "MOST", 2)
    visitor = await entered(alice)
    codes = [(await answer(visitor, asking(client_site), alice.account_id))["code"] for _ in range(3)]
    statuses = [(await present(world, client_site, each)).status_code for each in codes]
    assert statuses == [400, 200, 200]


@pytest.mark.parametrize("language", ["de", "ar"])
async def test_speaks_the_language_of_the_reader(
    language: str, alice: Person, client_site: ClientSite
) -> None:
    visitor = await entered(alice)
    visitor.headers["Accept-Language"] = language
    for path in (asking(client_site), AUTHORIZE, "/account/assistants"):
        await visitor.open(path)
        assert f'<html lang="{language}"' in visitor.page
        for text in (
            "act for you",
            "It may",
            "Allow<",
            "Refuse",
            "can't be connected",
            "Connected assistants",
        ):
            assert text not in visitor.page
