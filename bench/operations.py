"""The measured operations as encoded requests, with their targets."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from client import NUMBER
from stage import SLOTS, Person, Stage, slot_id

from wellwish.cards.link import SIGN
from wellwish.web.kit import form

# Requests differ only in their slot (which purchase, which card) and in a number.
Shape = Callable[[Stage, Person, int], bytes]

LISTED: Final = 50
INVITED: Final = 100
_BROWSER: Final = "b" * 22  # the value of the browser's cookie


@dataclass(frozen=True)
class Operation:
    """A frequent operation.

    ``targets``: shares of the ceiling by number of workers. ``orm_times``: multiple of the ORM version.
    """

    key: str
    title: str
    status: int
    shape: Shape
    targets: Mapping[int, float]
    orm_times: float | None = None
    former_times: float | None = None  # multiple of release 0.1.0, with one worker process

    def requests(self, stage: Stage, person: Person) -> list[str]:
        """Returns one request per slot, in the client's format."""
        return [self.shape(stage, person, slot).decode("latin-1") for slot in range(1, SLOTS + 1)]


def _request(method: str, path: str, headers: Mapping[str, str], body: Any = None) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "User-Agent: bench", "Accept: */*"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if method == "POST":
        lines.append(f"Content-Length: {len(content)}")
    if content:
        lines.append("Content-Type: application/json")
    return "\r\n".join([*lines, "", ""]).encode() + content


def _bearer(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.bearer}"}


def card_body(stage: Stage, slot: int) -> dict[str, Any]:
    """Returns a typical request body for a card with one recipient."""
    return {
        "title": "Happy birthday, Maya",
        "sender": "Priya and friends",
        "template_id": stage.template_id,
        "collection": {"add_money": "everyone", "see_total": "admins", "currency": "EUR"},
        "bundle_purchase_id": slot_id("bp", slot),
        "recipient": "Maya Okafor",
        "recipient_email": "maya@example.com",
        "contribution_end_date": "2099-12-24",
        "timezone": "Europe/Berlin",
    }


def _create(stage: Stage, person: Person, slot: int) -> bytes:
    return _request("POST", "/api/cards", _bearer(person), card_body(stage, slot))


def _create_with_key(stage: Stage, person: Person, slot: int) -> bytes:
    headers = {**_bearer(person), "Idempotency-Key": f"bench-{NUMBER.decode()}"}
    return _request("POST", "/api/cards", headers, card_body(stage, slot))


def _list(_stage: Stage, person: Person, _slot: int) -> bytes:
    return _request("GET", f"/api/cards?limit={LISTED}", _bearer(person))


def _exchange(_stage: Stage, person: Person, _slot: int) -> bytes:
    headers = {"x-api-key": person.api_key, "x-client-secret": person.client_secret}
    return _request("POST", "/account/api-access/token", headers)


def _invite(_stage: Stage, person: Person, slot: int) -> bytes:
    invitees = [
        {"delivery_type": "email", "delivery_id": f"guest-{NUMBER.decode()}-{index:03d}@example.com"}
        for index in range(INVITED)
    ]
    body = {"card_id": slot_id("card", slot), "title": "Sign Maya's card", "invitees": invitees}
    return _request("POST", "/api/cards/invitations", _bearer(person), body)


def page_path(stage: Stage, slot: int) -> str:
    """Returns the path of the signing page of a slot's card."""
    services = stage.services(pool_size=1)
    return f"/s/{services.keys.link_token(SIGN, slot_id('card', slot), 1)}"


def _page(stage: Stage, _person: Person, slot: int) -> bytes:
    """Returns the request of a returning browser; its page does not embed the cover."""
    lines = (
        f"GET {page_path(stage, slot)} HTTP/1.1", "Host: localhost", "User-Agent: bench", "Accept: text/html",
        f"Cookie: browser={_BROWSER}",
    )  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode()


def _sign(stage: Stage, _person: Person, slot: int) -> bytes:
    """Returns a submission of the signing form by a browser without scripts."""
    services = stage.services(pool_size=1)
    path = page_path(stage, slot)
    fields = {
        "form_token": form.token(services, _BROWSER, path, time.time() - 60),
        "form_key": f"benchform_{NUMBER.decode()}",  # a different key for each note
        "text": "Six years at the next desk, and I still do not know how you stay that calm on a Friday.",
        "name": "Noor",
        "pen": "caveat",
    }
    content = urlencode(fields).encode()
    lines = [
        f"POST {path} HTTP/1.1", "Host: localhost", "User-Agent: bench", "Accept: text/html",
        f"Cookie: browser={_BROWSER}", "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(content)}",
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode() + content


OPERATIONS: Final = (
    Operation("create", "create card", 201, _create, {1: 0.54, 2: 0.60}, orm_times=6),
    Operation("create-key", "create card with a key", 201, _create_with_key, {1: 0.20, 2: 0.20}),
    Operation("list", f"list {LISTED} cards", 200, _list, {1: 0.40, 2: 0.46}, orm_times=6),
    Operation("token", "token exchange", 200, _exchange, {}),
    Operation("invite", f"invite {INVITED}", 201, _invite, {}),
    Operation("page", "signing page", 200, _page, {}, former_times=1.8),
    Operation("sign", "sign by the form", 303, _sign, {}, former_times=1.6),
)
