"""Export an account with records of every kind, and read the parts."""

import json
from typing import Any

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.media.files import photo
from tests.occasions.making import someone, started, team
from tests.payments import asking, buying
from tests.thanks.test_list import say
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.delivery import suppression

ACCOUNT = {"of": "account"}
GIFT_URL = "https://gifts.example/ABCDEFGH"
Lines = dict[str, list[dict[str, Any]]]


async def begun(person: Person) -> dict[str, Any]:
    answer = await person.post("/api/exports", ACCOUNT)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def exported(person: Person) -> dict[str, Any]:
    """Returns the completed export."""
    made = await begun(person)
    await person.world.work()
    return await completed(person, made["id"])


async def completed(person: Person, export_id: str) -> dict[str, Any]:
    done = (await person.get(f"/api/exports/{export_id}")).json()
    assert done["status"] == "completed", done
    return done


async def parts(person: Person, export_id: str) -> list[dict[str, Any]]:
    """Returns all parts, by pages."""
    found: list[dict[str, Any]] = []
    query: dict[str, Any] = {"limit": "200"}
    while True:
        answer = await person.get(f"/api/exports/{export_id}/parts", params=query)
        assert answer.status_code == 200, answer.text
        found += answer.json()["data"]
        if not answer.json()["has_more"]:
            return found
        query["cursor"] = answer.json()["next_cursor"]


async def part(person: Person, export_id: str, number: int) -> bytes:
    answer = await person.get(f"/api/exports/{export_id}/parts/{number}")
    assert answer.status_code == 200, answer.text
    return answer.content


async def lines(person: Person, export_id: str) -> Lines:
    """Returns the records of the file, by kind."""
    answer = await person.get(f"/api/exports/{export_id}/file")
    assert answer.status_code == 200, answer.text
    found: Lines = {}
    for text in answer.text.splitlines():
        record = json.loads(text)
        found.setdefault(record["object"], []).append(record)
    return found


async def filled(world: World, owner: Person) -> dict[str, Any]:
    """Gives the account records of every kind. Returns its card with notes."""
    card = await make.card(owner, moderation="off", recipients=[{"name": "Maya", "email": "m@example.org"}])
    invited = await make.invitations(owner, card["id"], "ana@example.org", "ben@example.org")
    picture = {"photo": ("photo.jpg", photo(), "image/jpeg")}
    visitor = Visitor(world)
    await visitor.sign(path_of(invited[0]["link"]), picture, name="Ana", text="All the best")
    assert visitor.next, visitor.page
    await signs(world, invited[1]["link"], wish(None, "Nobody knows", anonymous=True))
    members = [{"name": "Cleo", "email": "cleo@example.org"}, {"phone": "+447400998877"}]
    group = await _made(owner, "/api/groups", {"name": "Choir", "members": members})
    to_group = {"delivery_type": "group", "delivery_id": group["id"]}
    await _made(owner, "/api/cards/invitations", {"card_id": card["id"], "invitees": [to_group]})
    admin = {"card_id": card["id"], "email": "dan@example.org", "privilege": {"can_update": True}}
    await _made(owner, "/api/card-admins", admin)
    await _made(owner, "/api/webhook-endpoints", {"url": "https://hooks.example.com/wellwish"})
    await make.restricted_key(owner, "cards.read")
    await _made(owner, "/api/account/members", {"email": "eva@example.org"})
    maya = await team(owner)
    await someone(owner, "Pat", dates={"birthday": "--03-17"})
    await started(owner)
    await _made(owner, "/api/occasions/skip", {"person_id": maya["id"], "occasion": "birthday", "year": 2027})
    await world.work()
    await _money(owner)
    await _made(owner, f"/api/cards/{card['id']}/close", {})
    await say(owner, (await owner.get(f"/api/cards/{card['id']}")).json(), "Thank you all")
    await _rows(world, owner, card["id"])
    await _made(owner, "/api/erasures", {"email": "zoe@example.org"})
    await world.work()
    return card


async def _money(owner: Person) -> None:
    await buying.bought(owner)
    await asking.asked(owner)
    card = await giving.card(owner)
    gift = await giving.gave(owner, card["id"])
    assert (await buying.refund(owner, gift["money"]["payment_id"], 100)).is_success
    await owner.world.work()
    await _made(owner, f"/api/cards/{card['id']}/close", {})
    voucher = {"method": "voucher", "amount": 500, "url": GIFT_URL}
    await _made(owner, f"/api/cards/{card['id']}/handover", voucher)


async def _rows(world: World, owner: Person, card_id: str) -> None:
    """Adds a suppression and a report, which otherwise only mail servers and pages do."""
    services = world.services
    async with services.db.transaction([owner.account_id]) as tx:
        address = suppression.seal(services.keys, suppression.key("email", "fay@example.org"))
        await suppression.suppress(tx, address, owner.account_id, "bounced", everywhere=True)
    await world.owner.execute(
        """
        insert into note_reports (account_id, contribution_id, reporter_hash, card_id, reason, text,
          created_at, updated_at)
        select account_id, id, '\\x01', card_id, 'other', 'Not funny', now(), now() from contributions
        where card_id = $1 order by id limit 1
        """,
        card_id,
    )


async def _made(person: Person, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await person.post(path, body)
    assert answer.is_success, answer.text
    return answer.json()
