"""Nothing that an account sees of an erasure depends on whether the person wrote an anonymous note.

Two accounts differ only in that: in one the person wrote the anonymous notes, in the other somebody else did.
"""

import re
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.traces import EMAIL, NAME, NOTE
from tests.web.desk.privacy.test_ask import entered
from tests.world import Person, World
from wellwish.base import clock
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.mail_link import mail_link
from wellwish.infra.db import tx as transactions
from wellwish.privacy import contributor
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio

BEN = "ben.beckmann.long.as.the.other@example.org"
# IDs, times, links, digests and signatures, which differ between any two erasures.
_OWN = re.compile(r"[a-z]+_[0-7][0-9a-z]{25}|\d{4}-\d\d-\d\dT[\d:.]+Z|http://[^\"\s]+|[A-Za-z0-9+/]{86}==")


async def _placed(world: World, owner: Person, *, is_author: bool) -> str:
    """Returns the card with two anonymous notes, of the person or of somebody else with an invitation."""
    card = await make.card(owner, moderation="off")
    invited = await make.invitations(owner, card["id"], EMAIL, BEN)
    named = await make.card(owner, title="Another one")
    [by_name] = await make.invitations(owner, named["id"], EMAIL)
    await signs(world, by_name["link"], wish(NAME, NOTE))
    link = invited[0 if is_author else 1]["link"]
    await signs(world, link, wish(None, "A note without a name", anonymous=True))
    shared = await signs(world, card["sign_url"], wish(None, "Another note", anonymous=True))
    access = CardAccess(owner.account_id, card["id"], EVERYTHING)
    async with world.services.db.transaction([owner.account_id]) as tx:
        row = await card_row.load(tx, access)
        assert await mail_link(tx, world.services, row, shared.row, EMAIL if is_author else BEN)
    await world.work()
    return card["id"]


# Tasks of the service that run in the background do not inherit it.
_SENT: ContextVar[list[str] | None] = ContextVar("sent", default=None)


@contextmanager
def _statements(monkeypatch: pytest.MonkeyPatch) -> Generator[list[str]]:
    """Collects every statement, in order: equal statements on equally many rows take equally long."""
    compile_sql = transactions.compile_sql

    def noting(sql: str, *given: Any) -> Any:
        sent = _SENT.get()
        if sent is not None:
            sent.append(sql)
        return compile_sql(sql, *given)

    collected: list[str] = []
    token = _SENT.set(collected)
    with monkeypatch.context() as patched:
        patched.setattr(transactions, "compile_sql", noting)
        yield collected
    _SENT.reset(token)


async def _seen(world: World, owner: Person, card_id: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Returns everything about an export and an erasure that the owner sees, with the statements."""
    seen: dict[str, Any] = {}
    with _statements(monkeypatch) as sent:
        for path in ("/api/exports", "/api/erasures"):
            seen[f"preview {path}"] = (
                await owner.post(path, {"email": EMAIL}, params={"dry_run": "true"})
            ).json()
        exported = (await owner.post("/api/exports", {"email": EMAIL})).json()
        await world.work()
        seen["file"] = (await owner.get(f"/api/exports/{exported['id']}/file")).text
        made = (await owner.post("/api/erasures", {"email": EMAIL})).json()
        await world.work()
        seen["erasure"] = (await owner.get(f"/api/erasures/{made['id']}")).json()
    seen["statements"] = sent
    assert seen["erasure"]["status"] == "completed"
    seen["receipt"] = seen["erasure"]["receipt"].pop("text")
    del seen["erasure"]["receipt"]["key_id"]
    seen["events"] = [(each["type"], each["data"]) for each in (await _all(owner, "/api/events"))]
    seen["audit"] = await _all(owner, "/api/audit-log")
    seen["notes"] = await _all(owner, f"/api/cards/{card_id}/contributions")
    seen["invitations"] = await _all(owner, f"/api/cards/{card_id}/invitations")
    seen["card"] = (await owner.get(f"/api/cards/{card_id}")).json()
    return _plain(seen, owner.name)


def _plain(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each, name) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each, name) for each in value]
    return _OWN.sub("*", value).replace(name, "owner") if isinstance(value, str) else value


async def _all(owner: Person, path: str) -> list[dict[str, Any]]:
    return (await owner.get(path)).json()["data"]


async def _both(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, Any], dict[str, Any]]:
    theirs = await _placed(world, alice, is_author=True)
    others = await _placed(world, mallory, is_author=False)
    # The first request of a person fetches a token.
    for person in (alice, mallory):
        await person.get("/api/events")
    return (
        await _seen(world, alice, theirs, monkeypatch),
        await _seen(world, mallory, others, monkeypatch),
    )


async def test_two_accounts_show_no_difference(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = await _both(world, alice, mallory, monkeypatch)
    assert mine["erasure"]["counts"] | {"invitations": 2, "notes": 1} == mine["erasure"]["counts"]
    for name in mine:
        assert mine[name] == theirs[name], name
    found = await traces.dump(world.owner, alice.account_id)
    assert [table for table, text in found.items() if EMAIL in text] == []


async def test_a_tie_to_anonymous_notes_would_show(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: if the erasure used the hidden reference, the accounts would differ."""
    find_named = contributor.find_named

    async def find_all(tx: Any, access: CardAccess, invitation_ids: list[str]) -> list[contributor.Named]:
        rows = await tx.many(
            contributor.Named,
            """
            select {columns} from contributions
            where account_id = :account_id and card_id = :card_id and invitation_id = any (:ids::text[])
            order by id limit 100
            """,
            account_id=access.account_id,
            card_id=access.card_id,
            ids=list(invitation_ids),
        )
        return rows or await find_named(tx, access, invitation_ids)

    monkeypatch.setattr(contributor, "find_named", find_all)
    mine, theirs = await _both(world, alice, mallory, monkeypatch)
    differing = {name for name in mine if mine[name] != theirs[name]}
    assert differing >= {"erasure", "receipt", "events", "notes", "statements"}


async def test_the_person_can_still_erase_the_note(world: World, alice: Person) -> None:
    """The account's erasure leaves the note to the person's own request."""
    await _placed(world, alice, is_author=True)
    answer = await alice.post("/api/erasures", {"email": EMAIL})
    assert answer.status_code == 201
    await world.work()
    texts = "select count(*) from contributions where anonymous and note_text <> ''"
    assert await world.owner.fetchval(texts) == 2
    done = await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=True)
    await world.work()
    assert done.changed == [alice.account_id]
    assert await world.owner.fetchval(texts) == 0
    assert await world.owner.fetchval("select count(*) from contributions where author_hash is not null") == 0


@pytest.mark.parametrize("is_author", [True, False])
async def test_owners_hear_nothing_of_the_persons_later_request(
    world: World, alice: Person, is_author: bool
) -> None:
    """Otherwise, their emails would reveal who wrote the note."""
    await _placed(world, alice, is_author=is_author)
    await alice.post("/api/erasures", {"email": EMAIL})
    await world.work()
    visitor = await entered(world)
    await visitor.open("/privacy/data")
    assert ("A note without a name" in visitor.page) == is_author
    if is_author:
        await visitor.press("/privacy/erase", confirm="yes", anonymous="now")
        await world.work()
    left = "select count(*) from contributions where anonymous and note_text <> ''"
    assert await world.owner.fetchval(left) == (0 if is_author else 2)
    assert await world.owner.fetchval("select count(*) from messages where kind = 'person_request'") == 0
