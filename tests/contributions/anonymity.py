"""Everything that readers of a card can observe, and the parts of it that name or single out one invitee.

A card has three invitees of a kind; two of them open it, and one signs. An observation maps surfaces (a
response, a page, an event, a file) to their text.
"""

import io
import json
import re
import zipfile
from dataclasses import dataclass
from typing import Any

from pypdf import PdfReader

from tests import make
from tests.web.visitor import HTML, Visitor, path_of
from tests.webhooks.receivers import Receiver
from tests.webhooks.steps import deliver_due
from tests.world import Person, World
from wellwish.invitations.invitation import Status

NAME, WORDS, EDITED = "Ximena Quux", "Only I could write this", "Only I could write this, again"
KINDS = ("email", "sms", "group child", "label", "shared link")
_ADDRESSES = {
    "email": ["ximena@quux.example", "b@example.com", "c@example.com"],
    "sms": ["+447400123456", "+447400123457", "+447400123458"],
    "group child": ["ximena@quux.example", "b@example.com", "c@example.com"],
    "label": ["#quux", "#other", "#third"],
}
STATUSES = Status.__args__

Observation = dict[str, str]


@dataclass
class Scene:
    """A card, its readers, and invitees of one kind; the first of them signs."""

    world: World
    kind: str
    card: dict[str, Any]
    readers: dict[str, Person]
    invitations: list[dict[str, Any]]
    endpoint: dict[str, Any]
    received: Receiver
    parent: dict[str, Any] | None

    @property
    def path(self) -> str:
        """The path of the page on which the author signs."""
        return path_of(self.invitations[0]["link"] if self.invitations else self.card["sign_url"])

    @property
    def marks(self) -> list[str]:
        """Texts that name the author."""
        if not self.invitations:
            return [NAME]
        author = self.invitations[0]
        return [NAME, author["delivery_id"], author["id"], author["link"].rpartition("/")[2]]


async def scene(world: World, kind: str, receiver: Receiver) -> Scene:
    """Creates the card; the second invitee has opened the page."""
    alice, bob = world.alice, world.bob
    rita = await world.person("rita", 1)
    fields = {"see_contributors": "everyone", "add_cash": True}
    card = await make.card(
        alice, see_notes="everyone", public_read=True, recipients=[{"name": "Maya"}], collection=fields
    )
    everything = {"can_update": True, "invite_contributors": True, "admin_management": True}
    await make.admin(alice, card["id"], bob, **everything)
    await make.admin(alice, card["id"], rita)
    made = {"url": receiver.url, "payload": "full", "personal_data": True}
    endpoint = (await alice.post("/api/webhook-endpoints", made)).json()
    invitations, parent = await _invited(world, card, kind)
    for each in invitations[1:2]:
        visitor = Visitor(world)
        await visitor.open(path_of(each["link"]))
        await visitor.press(f"{path_of(each['link'])}/seen")
    await deliver_due(world)
    readers = {"owner": alice, "admin": bob, "reader": rita}
    return Scene(world, kind, card, readers, invitations, endpoint, receiver, parent)


async def _invited(
    world: World, card: dict[str, Any], kind: str
) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    if kind == "shared link":
        return [], None
    addresses = _ADDRESSES[kind]
    if kind == "group child":
        group = {"name": "Team", "members": [{"email": each} for each in addresses]}
        saved = (await world.alice.post("/api/groups", group)).json()
        invitees = [{"delivery_type": "group", "delivery_id": saved["id"]}]
    else:
        channel = "group" if kind == "label" else kind
        invitees = [{"delivery_type": channel, "delivery_id": each} for each in addresses]
    body = {"card_id": card["id"], "invitees": invitees}
    answer = await world.alice.post("/api/cards/invitations", body)
    assert answer.status_code == 201, answer.text
    await world.work()
    found = answer.json()["data"]
    parent = found[0] if kind == "group child" else None
    query = {"parent_invite_id": parent["id"]} if parent else {}
    listed = (await world.alice.get(f"/api/cards/{card['id']}/invitations", params=query)).json()["data"]
    return sorted(listed, key=lambda each: addresses.index(each["delivery_id"])), parent


async def invitations_as_seen(scene: Scene, *, all_filters: bool = True) -> Observation:
    """Returns everything that readers can observe of invitations; anonymous signing must not change it."""
    found: Observation = {}
    base = f"/api/cards/{scene.card['id']}/invitations"
    parents: dict[str, dict[str, str]] = {"": {}}
    if scene.parent:
        parents[" of the group"] = {"parent_invite_id": scene.parent["id"]}
    for reader in ("owner", "admin"):
        for of, query in parents.items():
            found[f"invitations{of}, {reader}"] = await _text(scene.readers[reader], base, **query)
            for status in STATUSES if all_filters else ():
                name = f"invitations{of} by status {status}, {reader}"
                found[name] = await _text(scene.readers[reader], base, status=status, **query)
        listed = [*scene.invitations, scene.parent] if scene.parent else scene.invitations
        for number, each in enumerate(listed):
            answer = await scene.readers[reader].get(f"/api/cards/invitations/{each['id']}")
            found[f"invitation {number}, {reader}"] = answer.text
            found[f"ETag of invitation {number}, {reader}"] = answer.headers.get("etag", "none")
    return found


async def notes_as_seen(scene: Scene) -> Observation:
    """Returns everything that readers, other guests, programs and operators can observe of the card, its
    notes and events.
    """
    found: Observation = {}
    base = f"/api/cards/{scene.card['id']}"
    for name, reader in scene.readers.items():
        found[f"contributions, {name}"] = listed = await _text(reader, f"{base}/contributions")
        for each in json.loads(listed)["data"]:
            found[f"contribution, {name}"] = await _text(reader, f"{base}/contributions/{each['id']}")
        parts = "access", "thanks", "reports", "money-chart", "movements.csv", "notes.csv", "payments"
        for part in ("", *(f"/{each}" for each in parts)):
            found[f"card{part}, {name}"] = await _text(reader, f"{base}{part}")
        found[f"cards, {name}"] = await _text(reader, "/api/cards")
        found[f"admins, {name}"] = await _text(reader, f"/api/card-admins/card/{scene.card['id']}")
        for part in ("events", "movements.csv", "groups", "limits", "bundle-purchases"):
            found[f"{part}, {name}"] = await _text(reader, f"/api/{part}")
    path = f"/api/webhook-endpoints/{scene.endpoint['id']}/deliveries"
    found["deliveries"] = await _text(scene.world.alice, path)
    kinds = {message.json["type"] for message in scene.received.messages}
    for kind in kinds:
        bodies = [each.body.decode() for each in scene.received.messages if each.json["type"] == kind]
        found[f"webhook {kind}"] = "\n".join(bodies)
    rows = await scene.world.owner.fetch(
        "select recipient, subject, body from messages where kind <> 'own_link' order by id"
    )
    found["mails and texts to others"] = "\n".join(str(tuple(each)) for each in rows)
    found["metrics"] = (await scene.world.client.get("/metrics")).text
    made = await scene.world.alice.post(f"/api/cards/{scene.card['id']}/wall")
    shown = await scene.world.client.get(path_of(made.json()["wall_url"]), headers=HTML)
    assert shown.status_code == 200
    return found | {"wall": shown.text} | await pages(scene)


async def pages(scene: Scene) -> Observation:
    """Returns the pages of other browsers: the shared link, and the links of all invitees."""
    pages = {"shared page": path_of(scene.card["sign_url"])}
    pages |= {f"page of invitee {n}": path_of(each["link"]) for n, each in enumerate(scene.invitations)}
    found: Observation = {}
    for name, path in pages.items():
        for below in ("", "/signed"):
            visitor = Visitor(scene.world)
            answer = await visitor.open(f"{path}{below}")
            found[f"{name}{below}"] = _stable(f"{answer.status_code} {answer.text}")
    return found


async def finished(scene: Scene) -> Observation:
    """Returns the pages and files of the closed card."""
    path = path_of(scene.card["view_url"])
    found: Observation = {}
    for below in ("", "?as=board", "?as=book", "?as=slides", "/thanks"):
        found[f"view{below}"] = (await scene.world.client.get(f"{path}{below}", headers=HTML)).text
    kept = await scene.world.client.get(f"{path}/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(kept.content)) as archive:
        texts = [archive.read(each).decode(errors="replace") for each in archive.namelist()]
    found["view/card.zip"] = "\n".join(texts)
    pdf = await scene.world.client.get(f"{path}/card.pdf", headers=HTML)
    assert pdf.status_code == 200
    found["view/card.pdf"] = "\n".join(
        page.extract_text() for page in PdfReader(io.BytesIO(pdf.content)).pages
    )
    return found


async def _text(reader: Person, path: str, **query: Any) -> str:
    answer = await reader.get(path, params=query)
    return (
        f"{answer.text}" if answer.status_code == 200 else f'{{"data": [], "status": {answer.status_code}}}'
    )


def _stable(page: str) -> str:
    """Returns the page without the values that differ in every response."""
    return re.sub(r'(name="form_(?:token|key)"(?: id="\w+")? value=)"[^"]*"', r"\1", page)


def named(scene: Scene, before: Observation, after: Observation) -> set[str]:
    """Returns the surfaces that contain a text about the author more often than before."""
    return {
        surface
        for surface, text in after.items()
        if any(text.count(mark) > before.get(surface, "").count(mark) for mark in scene.marks)
    }


def changed(before: Observation, after: Observation) -> set[str]:
    """Returns the surfaces that differ."""
    return {surface for surface in before | after if before.get(surface) != after.get(surface)}
