"""POST /oauth/token: codes, refresh tokens and key pairs; each attack has a control."""

import asyncio
from datetime import timedelta

import pytest

from tests import make
from tests.auth.consents.consenting import (
    ALL,
    TOKEN,
    VERIFIER,
    code_for,
    connected,
    present,
    renew,
    use,
)
from tests.fakes.client_site import ClientSite
from tests.later import another_time
from tests.members.joining import join, member_id_of
from tests.world import Person, World
from wellwish.auth.consents import purge
from wellwish.base import clock
from wellwish.base.errors import TooManyRequests

pytestmark = pytest.mark.anyio


async def consents(world: World) -> int:
    return await world.owner.fetchval("select count(*) from consents")


async def test_a_code_becomes_tokens_of_the_member(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    made = await present(world, client_site, await code_for(alice, client_site))
    assert made.status_code == 200
    assert (made.headers["Cache-Control"], made.headers["Pragma"]) == ("no-store", "no-cache")
    tokens = made.json()
    assert (tokens["token_type"], tokens["expires_in"], tokens["scope"]) == ("Bearer", 3600, " ".join(ALL))
    assert tokens.keys() == {"access_token", "token_type", "expires_in", "refresh_token", "scope"}
    answer = await use(world, tokens["access_token"])
    assert answer.json()["result"]["structuredContent"]["cards_left"] == 100


async def test_no_secret_is_stored(world: World, alice: Person, client_site: ClientSite) -> None:
    code = await code_for(alice, client_site)
    tokens = (await present(world, client_site, code)).json()
    rows = await world.owner.fetch("select c::text from consents c")
    rows += await world.owner.fetch("select t::text from consent_tokens t")
    text = " ".join(row[0] for row in rows)
    for secret in (code, tokens["access_token"], tokens["refresh_token"].partition(".")[0]):
        assert secret not in text
        assert secret.encode().hex() not in text
    assert client_site.client_id in text  # the control


async def test_a_code_that_is_presented_twice_ends_its_consent(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    code = await code_for(alice, client_site)
    tokens = (await present(world, client_site, code)).json()
    assert (await use(world, tokens["access_token"])).status_code == 200
    again = await present(world, client_site, code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert (await use(world, tokens["access_token"])).status_code == 401
    assert (await renew(world, client_site, tokens["refresh_token"])).json()["error"] == "invalid_grant"


async def test_of_two_simultaneous_requests_none_keeps_tokens(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    code = await code_for(alice, client_site)
    answers = await asyncio.gather(*(present(world, client_site, code) for _ in range(2)))
    assert sorted(each.status_code for each in answers) == [200, 400]
    assert await consents(world) == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"code_verifier": "w" * 43},
        {"redirect_uri": "https://assistant.example.com/callback"},
        {"redirect_uri": "http://127.0.0.1:33419/callback"},
        {"client_id": "https://mallory.example.com/client.json"},
        {"resource": "http://localhost:8080/api"},
    ],
    ids="-".join,
)
async def test_refuses_a_code_of_another_request(
    changed: dict[str, str], world: World, alice: Person, client_site: ClientSite
) -> None:
    code = await code_for(alice, client_site)
    answer = await present(world, client_site, code, **changed)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    # A code presented with a wrong value becomes invalid. The control is the test of the member.
    assert (await present(world, client_site, code)).status_code == 400


@pytest.mark.parametrize("missing", ["code", "client_id", "code_verifier"])
async def test_names_a_missing_parameter(
    missing: str, world: World, alice: Person, client_site: ClientSite
) -> None:
    answer = await present(world, client_site, **({"code": "wwc_x"} | {missing: None}))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert missing in answer.json()["error_description"]


async def test_the_resource_is_that_of_the_code_if_it_is_left_out(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    code = await code_for(alice, client_site)
    assert (await present(world, client_site, code, resource=None)).status_code == 200


async def test_takes_what_clients_leave_out_or_spell_otherwise(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    """Clients of OAuth 2.1 omit ``redirect_uri`` here, and some end a URL with a slash."""
    resource = "HTTP://LocalHost:8080/mcp/"
    code = await code_for(alice, client_site, resource=resource)
    tokens = await present(world, client_site, code, redirect_uri=None, resource=resource)
    assert tokens.status_code == 200, tokens.text
    renewed = await renew(world, client_site, tokens.json()["refresh_token"], resource=resource)
    assert renewed.status_code == 200


async def test_a_request_over_the_limit_uses_up_nothing(
    world: World, alice: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client can repeat the refused request with the same code after the time in ``Retry-After``."""
    code = await code_for(alice, client_site)
    tokens = await connected(alice, client_site)
    with monkeypatch.context() as busy:
        busy.setattr(type(world.services.budget), "take", over_the_limit)
        assert (await present(world, client_site, code)).status_code == 429
        assert (await renew(world, client_site, tokens["refresh_token"])).status_code == 429
    with another_time():
        clock.move(timedelta(seconds=50))
        assert (await present(world, client_site, code)).status_code == 200
        assert (await renew(world, client_site, tokens["refresh_token"])).status_code == 200


async def test_limits_wrong_tokens_by_network(
    world: World, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.services.visits.failures, "per_minute", 3)
    world.services.visits.failures._windows.clear()
    wrong = [(await renew(world, client_site, f"wrong-{number}")).status_code for number in range(5)]
    assert wrong == [400, 400, 400, 429, 429]
    world.services.visits.failures._windows.clear()


def over_the_limit(*_: object) -> None:
    raise TooManyRequests(headers={"Retry-After": "50"})


async def test_a_code_expires(world: World, alice: Person, client_site: ClientSite) -> None:
    code = await code_for(alice, client_site)
    with another_time():
        clock.move(timedelta(seconds=61))
        assert (await present(world, client_site, code)).json()["error"] == "invalid_grant"
    code = await code_for(alice, client_site)
    with another_time():
        clock.move(timedelta(seconds=59))
        assert (await present(world, client_site, code)).status_code == 200


async def test_refresh_tokens_rotate(world: World, alice: Person, client_site: ClientSite) -> None:
    tokens = await connected(alice, client_site)
    seen = {tokens["refresh_token"]}
    for _ in range(3):
        tokens = (await renew(world, client_site, tokens["refresh_token"])).json()
        assert tokens["refresh_token"] not in seen
        seen.add(tokens["refresh_token"])
        assert (await use(world, tokens["access_token"])).status_code == 200


async def test_a_refresh_that_is_repeated_at_once_gets_the_same_token(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    first = await connected(alice, client_site)
    answers = await asyncio.gather(*(renew(world, client_site, first["refresh_token"]) for _ in range(3)))
    assert {each.status_code for each in answers} == {200}
    assert len({each.json()["refresh_token"] for each in answers}) == 1
    for each in answers:
        assert (await use(world, each.json()["access_token"])).status_code == 200


async def test_a_refresh_token_that_is_used_again_later_ends_the_consent(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    first = await connected(alice, client_site)
    second = (await renew(world, client_site, first["refresh_token"])).json()
    with another_time():
        clock.move(timedelta(seconds=31))
        assert (await use(world, second["access_token"])).status_code == 200  # the control
        stolen = await renew(world, client_site, first["refresh_token"])
        assert (stolen.status_code, stolen.json()["error"]) == (400, "invalid_grant")
        assert (await use(world, second["access_token"])).status_code == 401
        assert (await renew(world, client_site, second["refresh_token"])).status_code == 400
    assert await consents(world) == 0


async def test_nobody_makes_a_refresh_token_from_another(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    tokens = await connected(alice, client_site)
    secret, generation, tag = tokens["refresh_token"].split(".")
    for made in (f"{secret}.1.{tag}", f"{secret}.{generation}.", secret, f"{secret}.x.{tag}", "wwr_", ""):
        answer = await renew(world, client_site, made)
        assert (answer.status_code, answer.json()["error"]) == (
            400, "invalid_request" if not made else "invalid_grant"
        )  # fmt: skip
    assert (await renew(world, client_site, tokens["refresh_token"])).status_code == 200  # the control


async def test_a_refresh_keeps_client_scope_and_resource(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    tokens = await connected(alice, client_site, "cards.read")
    for changed, error in (
        ({"client_id": "https://mallory.example.com/client.json"}, "invalid_grant"),
        ({"scope": "cards.read people.invite"}, "invalid_scope"),
        ({"resource": "http://localhost:8080/api"}, "invalid_target"),
    ):
        answer = await renew(world, client_site, tokens["refresh_token"], **changed)
        assert (answer.status_code, answer.json()["error"]) == (400, error)
    fresh = await renew(world, client_site, tokens["refresh_token"], scope="cards.read")
    assert fresh.json()["scope"] == "cards.read"


async def test_tokens_expire(world: World, alice: Person, client_site: ClientSite) -> None:
    tokens = await connected(alice, client_site)
    with another_time():
        clock.move(timedelta(minutes=61))
        answer = await use(world, tokens["access_token"])
        assert (answer.status_code, 'error="invalid_token"' in answer.headers["WWW-Authenticate"]) == (
            401, True
        )  # fmt: skip
    with another_time():
        clock.move(timedelta(days=29))
        tokens = (await renew(world, client_site, tokens["refresh_token"])).json()
        await purge.run(world.services, {})
        assert await consents(world) == 1
    with another_time():
        clock.move(timedelta(days=60))
        assert (await renew(world, client_site, tokens["refresh_token"])).status_code == 400
        await purge.run(world.services, {})
    assert await consents(world) == 0
    assert await world.owner.fetchval("select count(*) from consent_tokens") == 0


async def test_a_code_that_was_never_used_is_purged(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    await code_for(alice, client_site)
    await purge.run(world.services, {})
    assert await consents(world) == 1
    with another_time():
        clock.move(timedelta(hours=2))
        await purge.run(world.services, {})
    assert await consents(world) == 0


async def test_the_api_refuses_a_token_of_a_consent(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    token = (await connected(alice, client_site))["access_token"]
    for path in ("/api/account", "/api/cards", "/api/templates"):
        answer = await world.client.get(path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 401
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
        assert (await alice.get(path)).status_code == 200  # the control


async def test_a_token_for_another_address_of_the_service_is_refused(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    token = (await connected(alice, client_site))["access_token"]
    await world.owner.execute("update consents set resource = 'https://old.example.com/mcp'")
    assert (await use(world, token)).status_code == 401


async def test_a_tool_without_its_scope_asks_for_it(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    token = (await connected(alice, client_site, "cards.read"))["access_token"]
    card_id = (await make.card(alice))["card_id"]
    assert (await use(world, token, "card_status", card_id=card_id)).status_code == 200
    for tool, scope in (
        ("close_card", "cards.write"), ("plan_card", "cards.write"), ("create_card", "cards.write"),
        ("remind", "people.invite"), ("invite", "people.invite"), ("plan_invitations", "people.invite"),
        ("fix_invitation", "people.invite"), ("upcoming_occasions", "people.read"),
    ):  # fmt: skip
        answer = await use(world, token, tool, card_id=card_id)
        challenge = answer.headers["WWW-Authenticate"]
        assert answer.status_code == 403
        assert 'error="insufficient_scope"' in challenge
        assert f'scope="{scope}"' in challenge
        assert (
            'resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp"' in challenge
        )
    token = (await connected(alice, client_site, "cards.write"))["access_token"]
    assert (await use(world, token, "close_card", card_id=card_id)).status_code == 200
    assert (await use(world, token, "card_status", card_id=card_id)).status_code == 403


async def test_the_call_checks_the_scope_again(
    world: World, alice: Person, client_site: ClientSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guards against a form of the message that the challenge does not recognize."""
    monkeypatch.setattr("wellwish.assistants.serve._missing_scope", lambda *_: None)
    token = (await connected(alice, client_site, "cards.read"))["access_token"]
    result = (await use(world, token, "close_card", card_id="card_x")).json()["result"]
    assert result["isError"]
    assert "insufficient_scope" in result["content"][0]["text"]


async def test_acts_with_the_role_of_the_member_and_ends_with_it(
    world: World, alice: Person, bob: Person, client_site: ClientSite
) -> None:
    await join(bob, alice)
    code = await code_for_account(bob, alice.account_id, client_site)
    token = (await present(world, client_site, code)).json()["access_token"]
    answer = await use(world, token)
    assert answer.json()["result"]["structuredContent"]["cards_left"] == 100  # of alice's account
    assert (await alice.delete(f"/api/account/members/{member_id_of(bob)}")).status_code in (200, 204)
    assert (await use(world, token)).status_code == 401
    assert await consents(world) == 0


async def test_a_suspended_account_has_no_assistant(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    token = (await connected(alice, client_site))["access_token"]
    await world.owner.execute(
        "insert into account_suspensions (account_id, suspended_at) values ($1, now())",
        alice.account_id,
    )
    answer = await use(world, token)
    assert (answer.status_code, answer.json()["code"]) == (403, "account_suspended")


async def test_key_pairs_get_tokens_here_as_at_their_own_address(world: World, alice: Person) -> None:
    form = {
        "grant_type": "client_credentials",
        "client_id": alice.api_key,
        "client_secret": alice.client_secret,
    }
    made = await world.client.post(TOKEN, data=form)
    assert made.status_code == 200
    token = made.json()["access_token"]
    assert (await use(world, token)).status_code == 200
    answer = await world.client.get("/api/account", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    refused = await world.client.post(TOKEN, data={**form, "client_secret": "wrong"})
    assert (refused.status_code, refused.json()["error"]) == (401, "invalid_client")


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"data": {"grant_type": "password", "username": "x"}}, "unsupported_grant_type"),
        ({"data": {"code": "x"}}, "invalid_request"),
        ({"json": {"grant_type": "authorization_code"}}, "invalid_request"),
        ({"content": b"grant_type=authorization_code&code=1&code=2"}, "invalid_request"),
    ],
)
async def test_refuses_other_requests(world: World, given: dict[str, object], error: str) -> None:
    if "content" in given:
        given = {**given, "headers": {"content-type": "application/x-www-form-urlencoded"}}
    answer = await world.client.post(TOKEN, **given)  # pyright: ignore[reportArgumentType]
    assert answer.status_code == 400
    assert answer.json()["error"] == error


def test_the_verifier_is_as_short_as_it_may_be() -> None:
    assert len(VERIFIER) == 43  # RFC 7636 section 4.1


async def code_for_account(person: Person, account_id: str, site: ClientSite) -> str:
    from tests.auth.consents.consenting import answer, asking
    from tests.web.desk.furnished import entered

    return (await answer(await entered(person), asking(site), account_id))["code"]
