"""An OAuth client and a member who lets it act for them, step by step."""

import hashlib
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2

from tests.fakes.client_site import REDIRECT_URI, ClientSite
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.auth.consents.approve import Approved, approve
from wellwish.auth.consents.exchange import Code, exchange_code
from wellwish.auth.consents.tokens import Tokens

VERIFIER = "v" * 43
TOKEN = "/oauth/token"
AUTHORIZE = "/oauth/authorize"
ALL = ("cards.read", "cards.write", "people.invite", "people.read")
ACCEPT = {"Accept": "application/json, text/event-stream"}


def challenge(verifier: str = VERIFIER) -> str:
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


async def made_without_pages(person: Person, site: str = "assistant.example.com") -> Tokens:
    """Returns the tokens of a consent that the person gave in their own account, without a client."""
    services = person.world.services
    approved = Approved(
        account_id=person.account_id,
        user_id=person.user_id,
        client_id=f"https://{site}/client.json",
        client_name="Ada's assistant",
        redirect_uri=REDIRECT_URI,
        resource=f"{services.settings.base_url}/mcp",
        scopes=ALL,
        code_challenge=challenge(),
    )
    async with services.db.transaction() as tx:
        code = await approve(tx, services.keys, approved, "192.0.2.0/24")
    assert code is not None
    presented = Code(
        code=code,
        client_id=approved.client_id,
        redirect_uri=REDIRECT_URI,
        code_verifier=VERIFIER,
        resource="",
    )
    return await exchange_code(services, presented, "")


def asking(site: ClientSite, **changed: str | None) -> str:
    """Returns the path of an authorization request; None leaves a parameter out."""
    given = {
        "response_type": "code",
        "client_id": site.client_id,
        "redirect_uri": REDIRECT_URI,
        "state": "some state",
        "scope": " ".join(ALL),
        "code_challenge": challenge(),
        "code_challenge_method": "S256",
        "resource": "http://localhost:8080/mcp",
        **changed,
    }
    return f"{AUTHORIZE}?{urlencode({name: each for name, each in given.items() if each is not None})}"


async def answer(
    visitor: Visitor,
    path: str,
    account_id: str,
    *,
    scopes: tuple[str, ...] = ALL,
    says: str = "approve",
) -> dict[str, str]:
    """Opens the page and presses a button; returns the parameters that the client receives."""
    opened = await visitor.open(path)
    assert opened.status_code == 200, opened.text
    pressed = await visitor.press(path, account_id=account_id, scope=list(scopes), answer=says)
    assert pressed.status_code == 303, pressed.text
    return dict(parse_qsl(urlsplit(visitor.next).query))


async def code_for(person: Person, site: ClientSite, **changed: Any) -> str:
    """Returns the code that the client gets with the person's approval."""
    scopes = changed.pop("scopes", ALL)
    visitor = await entered(person)
    return (await answer(visitor, asking(site, **changed), person.account_id, scopes=scopes))["code"]


async def present(world: World, site: ClientSite, code: str | None, **changed: str | None) -> httpx2.Response:
    """Presents a code at the token endpoint; None leaves a parameter out."""
    given = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": site.client_id,
        "redirect_uri": REDIRECT_URI,
        "code_verifier": VERIFIER,
        "resource": "http://localhost:8080/mcp",
        **changed,
    }
    return await world.client.post(
        TOKEN, data={name: each for name, each in given.items() if each is not None}
    )


async def renew(world: World, site: ClientSite, token: str, **changed: str) -> httpx2.Response:
    """Presents a refresh token."""
    given = {"grant_type": "refresh_token", "refresh_token": token, "client_id": site.client_id, **changed}
    return await world.client.post(TOKEN, data=given)


async def connected(person: Person, site: ClientSite, *scopes: str) -> dict[str, Any]:
    """Returns the tokens of the person's new consent to all scopes or to some."""
    made = await present(person.world, site, await code_for(person, site, scopes=scopes or ALL))
    assert made.status_code == 200, made.text
    return made.json()


async def use(world: World, token: str, tool: str = "cards_left", **arguments: Any) -> httpx2.Response:
    """Calls a tool with an access token."""
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }
    headers = {**ACCEPT, "Authorization": f"Bearer {token}"}
    return await world.client.post("/mcp", json=message, headers=headers)
