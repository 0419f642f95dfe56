"""The SDK's OAuth client, from the challenge to the tool call and the end of the consent."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp.client import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from tests import make
from tests.assistants.conversation import VERSIONS, Conversation, _Kept
from tests.auth.consents.consenting import answer
from tests.fakes.client_site import REDIRECT_URI, ClientSite
from tests.web.desk.furnished import entered
from tests.world import Person, World

pytestmark = pytest.mark.anyio
URL = "http://localhost:8080/mcp"


class Storage:
    """The memory of the SDK's client."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Member:
    """A member whose browser opens the authorization page that the client shows."""

    def __init__(self, person: Person, *scopes: str) -> None:
        self.person = person
        self.scopes = scopes
        self.asked: list[dict[str, list[str]]] = []
        self.given: dict[str, str] = {}

    async def show(self, url: str) -> None:
        target = urlsplit(url)
        self.asked.append(parse_qs(target.query))
        wanted = tuple(self.asked[-1]["scope"][0].split())
        visitor = await entered(self.person)
        scopes = self.scopes if len(self.asked) == 1 else wanted
        self.given = await answer(
            visitor, f"{target.path}?{target.query}", self.person.account_id, scopes=scopes
        )

    async def come_back(self) -> AuthorizationCodeResult:
        return AuthorizationCodeResult(**self.given)


def provider(site: ClientSite, member: Member, storage: Storage) -> OAuthClientProvider:
    metadata: dict[str, Any] = {"redirect_uris": [REDIRECT_URI], "client_name": "Ada's assistant"}
    return OAuthClientProvider(
        URL,
        OAuthClientMetadata(**metadata),
        storage,
        member.show,
        member.come_back,
        client_metadata_url=site.client_id,
    )


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_client_needs_only_the_address_of_the_server(
    version: str, world: World, alice: Person, client_site: ClientSite
) -> None:
    """The client discovers the server, asks for consent, exchanges the code, calls a tool, asks for the
    further scope that another tool needs, refreshes its tokens, and asks again after the member has ended the
    consent.
    """
    storage, member = Storage(), Member(alice, "cards.read")
    card_id = (await make.card(alice))["card_id"]
    transport = _Kept(world.client._transport)
    auth = provider(client_site, member, storage)
    async with (
        httpx2.AsyncClient(transport=transport, auth=auth) as http,
        Client(streamable_http_client(URL, http_client=http), mode=version) as client,
    ):
        assistant = Conversation(client)
        assert (await assistant.use("card_status", card_id=card_id))["cards"][0]["card_id"] == card_id
        [asked] = member.asked
        assert asked["client_id"] == [client_site.client_id]
        assert asked["resource"] == [URL]
        assert asked["code_challenge_method"] == ["S256"]
        assert asked["scope"] == ["cards.read cards.write people.invite people.read"]
        assert member.given["iss"] == "http://localhost:8080"
        assert storage.tokens is not None
        assert storage.tokens.scope == "cards.read"
        first = storage.tokens
        # The member has not granted this scope, so the client asks again.
        shown = await assistant.use("close_card", card_id=card_id)
        assert len(member.asked) == 2
        assert "cards.write" in storage.tokens.scope.split()
        assert storage.tokens.access_token != first.access_token
        assert (await assistant.use("close_card", card_id=card_id, plan=shown["plan"]))["done"]
        # The client replaces an expired token without the member.
        before = storage.tokens
        await world.owner.execute("update consent_tokens set expires_at = now() - interval '1 second'")
        auth.context.token_expiry_time = 1.0
        await assistant.use("cards_left")
        assert (len(member.asked), storage.tokens.access_token == before.access_token) == (2, False)
        # After the member has ended the consent, the client must ask again.
        await world.owner.execute("delete from consents")
        await assistant.use("cards_left")
        assert len(member.asked) == 3


async def test_the_client_refuses_the_response_of_another_server(
    world: World, alice: Person, client_site: ClientSite
) -> None:
    """A mix-up attack: the client sends no code to a server that it did not contact. The control is the test
    above.
    """

    class Mixed(Member):
        async def come_back(self) -> AuthorizationCodeResult:
            return AuthorizationCodeResult(**{**self.given, "iss": "https://evil.example"})

    auth = provider(client_site, Mixed(alice, "cards.read"), storage := Storage())
    async with httpx2.AsyncClient(transport=_Kept(world.client._transport), auth=auth) as http:
        with pytest.raises(Exception, match="iss") as refused:
            await http.post(URL, json={})
    assert "OAuthFlowError" in type(refused.value).__name__
    assert storage.tokens is None


async def test_assistants_of_two_members_see_what_their_consents_see(
    world: World, alice: Person, mallory: Person, client_site: ClientSite
) -> None:
    seen: list[set[str]] = []
    own = [{(await make.card(each))["card_id"]} for each in (alice, mallory)]
    for person in (alice, mallory):
        auth = provider(client_site, Member(person, "cards.read"), Storage())
        async with (
            httpx2.AsyncClient(transport=_Kept(world.client._transport), auth=auth) as http,
            Client(streamable_http_client(URL, http_client=http)) as client,
        ):
            found = await Conversation(client).use("card_status")
            seen.append({each["card_id"] for each in found["cards"]})
    assert seen == own
