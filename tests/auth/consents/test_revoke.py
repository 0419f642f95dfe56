"""POST /oauth/revoke (RFC 7009), and what remains of a consent in exports and the audit log."""

import pytest

from tests import make
from tests.auth.consents.consenting import connected, made_without_pages, renew, use
from tests.fakes.client_site import ClientSite
from tests.world import Person, World
from wellwish.infra.http.audit import client_field
from wellwish.privacy.export import export
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio

REVOKE = "/oauth/revoke"
CLIENT = "https://assistant.example.com/client.json"  # of made_without_pages


async def ends(world: World, **given: str) -> tuple[int, str]:
    """Presents a token for revocation; returns the status and the code of the error."""
    answer = await world.client.post(REVOKE, data=given)
    assert answer.headers["Cache-Control"] == "no-store" or answer.status_code >= 429
    return answer.status_code, answer.json()["error"] if answer.content else ""


async def works(world: World, access_token: str) -> bool:
    return (await use(world, access_token)).status_code == 200


async def test_a_refresh_token_ends_the_consent(world: World, alice: Person, client_site: ClientSite) -> None:
    tokens, other = await connected(alice, client_site), await connected(alice, client_site)
    fresh = (await renew(world, client_site, tokens["refresh_token"])).json()
    given = {"token": fresh["refresh_token"], "client_id": client_site.client_id}
    assert await ends(world, **given, token_type_hint="refresh_token") == (200, "")
    for each in (tokens, fresh):
        assert not await works(world, each["access_token"])
    assert (await renew(world, client_site, fresh["refresh_token"])).json()["error"] == "invalid_grant"
    assert await works(world, other["access_token"]), "the control: another consent to the same client"
    assert await ends(world, **given) == (200, ""), "a repeat"
    [entry, *_] = (await alice.get("/api/audit-log", params={"action": "consent.end"})).json()["data"]
    assert entry["actor"]["email"] == alice.email
    assert entry["fields"] == [f"client={client_site.client_id.split('/')[2].partition(':')[0]}"]


async def test_an_access_token_ends_by_itself(world: World, alice: Person, client_site: ClientSite) -> None:
    tokens = await connected(alice, client_site)
    fresh = (await renew(world, client_site, tokens["refresh_token"])).json()
    assert await ends(world, token=tokens["access_token"], client_id=client_site.client_id) == (200, "")
    assert not await works(world, tokens["access_token"])
    assert await works(world, fresh["access_token"])
    assert (await renew(world, client_site, fresh["refresh_token"])).status_code == 200


async def test_a_replaced_refresh_token_ends_the_consent(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    tokens = await connected(alice, client_site)
    fresh = (await renew(world, client_site, tokens["refresh_token"])).json()
    assert await ends(world, token=tokens["refresh_token"], client_id=client_site.client_id) == (200, "")
    assert not await works(world, fresh["access_token"])


async def test_refuses_a_token_of_another_client_or_kind(world: World, alice: Person) -> None:
    tokens = await made_without_pages(alice)
    for token in (tokens.refresh_token, tokens.access_token):
        foreign = {"token": token, "client_id": "https://mallory.example.com/client.json"}
        assert await ends(world, **foreign) == (400, "invalid_grant")
        assert await ends(world, token=token) == (400, "invalid_request")
    assert await ends(world, client_id=CLIENT) == (400, "invalid_request")
    of_api = await alice.exchange()
    assert await ends(world, token=of_api, client_id=CLIENT) == (400, "unsupported_token_type")
    assert await works(world, tokens.access_token), "nothing has ended"
    assert (await alice.get("/api/account")).status_code == 200


@pytest.mark.parametrize("changed", [-1, 0, 1])
async def test_says_the_same_of_unknown_tokens(changed: int, world: World, alice: Person) -> None:
    """Revoking an invalid token succeeds, because the client's aim is already met (RFC 7009 section 2.2)."""
    tokens = await made_without_pages(alice)
    token = {-1: tokens.access_token[:-1], 0: "nonsense", 1: tokens.refresh_token + "0"}[changed]
    assert await ends(world, token=token, client_id=CLIENT) == (200, "")
    assert await works(world, tokens.access_token)
    assert (await world.client.get(REVOKE)).status_code == 405


async def test_metadata_names_the_endpoint(world: World) -> None:
    document = (await world.client.get("/.well-known/oauth-authorization-server")).json()
    assert document["revocation_endpoint"] == world.services.settings.base_url + REVOKE
    assert document["revocation_endpoint_auth_methods_supported"] == ["none"]


async def test_the_audit_log_names_the_assistant(world: World, alice: Person) -> None:
    tokens = await made_without_pages(alice)
    card = await make.card(alice)
    plan = (await use(world, tokens.access_token, "close_card", card_id=card["id"])).json()
    arguments = {"card_id": card["id"], "plan": plan["result"]["structuredContent"]["plan"]}
    closed = await use(world, tokens.access_token, "close_card", **arguments)
    assert closed.json()["result"]["isError"] is False, closed.text
    await alice.post(f"/api/cards/{(await make.card(alice))['id']}/close")
    by_key, by_assistant = (await alice.get("/api/audit-log", params={"action": "card.close"})).json()["data"]
    assert "client=assistant.example.com" in by_assistant["fields"]
    assert by_assistant["actor"]["credential_id"].startswith("cons_")
    assert not [each for each in by_key["fields"] if each.startswith("client")], "the control"
    assert "client=assistant.example.com" in (await alice.get("/api/audit-log.csv")).text
    [made] = (await alice.get("/api/audit-log", params={"action": "consent.create"})).json()["data"]
    assert made["fields"] == ["client=assistant.example.com"]


def test_a_long_host_is_named_by_its_end() -> None:
    [field] = client_field("a" * 200 + ".-assistant.example.com")
    assert len(field) <= 100
    assert field.endswith(".-assistant.example.com")
    assert client_field("") == ()


async def test_an_export_has_the_consents_of_the_person(world: World, alice: Person, bob: Person) -> None:
    await made_without_pages(alice)
    await made_without_pages(bob, "other.example.com")
    found = await export(world.services, parse_person(alice.email))
    [account] = [each for each in found["accounts"] if each["account_id"] == alice.account_id]
    [consent] = account["assistants"]
    assert consent["client_id"] == CLIENT
    assert consent["client_name"] == "Ada's assistant"
    assert consent["scope"] == "cards.read cards.write people.invite people.read"
    assert "other.example.com" not in str(found), "bob's"
