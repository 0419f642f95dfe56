"""List and disconnect a member's assistants; owners may disconnect those of all members."""

import re

import pytest

from tests import make
from tests.auth.consents.consenting import answer, asking, connected, present, renew, use
from tests.fakes.client_site import HOST, ClientSite
from tests.members.joining import join
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World

pytestmark = pytest.mark.anyio
PATH = "/account/assistants"


def listed(visitor: Visitor) -> list[str]:
    return re.findall(r'name="consent_id" value="([^"]+)"', visitor.page)


async def test_lists_who_may_do_what(alice: Person, client_site: ClientSite) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "http://localhost:8080/mcp" in visitor.page
    await connected(alice, client_site, "cards.read")
    await visitor.open(PATH)
    assert "<bdi>Ada&#39;s assistant</bdi>" in visitor.page
    assert f"<bdi>{HOST}</bdi>" in visitor.page
    assert "See your designs" in visitor.page
    assert "Create and close cards" not in visitor.page
    assert len(listed(visitor)) == 1


async def test_does_not_list_a_code_that_was_not_used(alice: Person, client_site: ClientSite) -> None:
    visitor = await entered(alice)
    await answer(visitor, asking(client_site), alice.account_id)
    await visitor.open(PATH)
    assert listed(visitor) == []


async def test_an_end_takes_the_tokens_at_once(world: World, alice: Person, client_site: ClientSite) -> None:
    tokens, other = await connected(alice, client_site), await connected(alice, client_site)
    visitor = await entered(alice)
    await visitor.open(PATH)
    newest, oldest = listed(visitor)
    assert (await use(world, tokens["access_token"])).status_code == 200  # the control
    for _ in range(2):  # the second attempt changes nothing
        assert (await visitor.press(PATH, consent_id=oldest)).status_code == 303
    refused = await use(world, tokens["access_token"])
    assert refused.status_code == 401
    assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]
    assert (await renew(world, client_site, tokens["refresh_token"])).json()["error"] == "invalid_grant"
    assert (await use(world, other["access_token"])).status_code == 200
    await visitor.open(PATH)
    assert listed(visitor) == [newest]


async def test_members_end_their_own_and_owners_all(
    world: World, alice: Person, bob: Person, mallory: Person, client_site: ClientSite
) -> None:
    await join(bob, alice)
    hers = (await connected(alice, client_site))["access_token"]
    tab = await entered(bob, alice.account_id)
    code = (await answer(tab, asking(client_site), alice.account_id))["code"]
    his = (await present(world, client_site, code)).json()["access_token"]
    await tab.open(PATH)
    [own] = listed(tab)
    owners = await entered(alice)
    await owners.open(PATH)
    [newest, first] = listed(owners)
    assert newest == own
    foreign = await entered(mallory)
    await foreign.open(PATH)
    assert listed(foreign) == []
    for stranger in (tab, foreign):
        await stranger.press(PATH, consent_id=first)
    await foreign.press(PATH, consent_id=own)
    assert [(await use(world, each)).status_code for each in (hers, his)] == [200, 200]
    await owners.press(PATH, consent_id=own)
    assert [(await use(world, each)).status_code for each in (hers, his)] == [200, 401]


async def test_the_audit_log_has_both_ends_and_what_the_assistant_did(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    token = (await connected(alice, client_site))["access_token"]
    card_id = (await make.card(alice))["card_id"]
    shown = (await use(world, token, "close_card", card_id=card_id)).json()["result"]["structuredContent"]
    await use(world, token, "close_card", card_id=card_id, plan=shown["plan"])
    visitor = await entered(alice)
    await visitor.open(PATH)
    [consent_id] = listed(visitor)
    await visitor.press(PATH, consent_id=consent_id)
    entries = (await alice.get("/api/audit-log")).json()["data"]
    by_action = {each["action"]: each for each in entries}
    assert by_action["consent.create"]["record_id"] == by_action["consent.end"]["record_id"] == consent_id
    assert by_action["consent.create"]["actor"]["email"] == alice.email
    closed = by_action["card.close"]["actor"]
    assert closed == {"type": "api_key", "email": alice.email, "credential_id": consent_id}


async def test_signing_out_everywhere_keeps_assistants(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    token = (await connected(alice, client_site))["access_token"]
    visitor = await entered(alice)
    await visitor.open("/account/sessions")
    await visitor.press("/account/sessions")
    assert (await visitor.open(PATH)).status_code == 303
    assert (await use(world, token)).status_code == 200
