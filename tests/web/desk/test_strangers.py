"""Attacks on every page of the desk, generated from the routes, each with a control."""

from typing import Any, Final

import pytest

from tests.members.joining import join, member_id_of
from tests.web.desk.furnished import RECORDS, entered, furnish, masked, names, pages, paths, unknown
from tests.web.desk.people import is_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio

# With the stale version, the control changes little.
FIELDS: Final = {
    "form_key": "key", "version": "999", "title": "Mine", "sender": "Mallory", "email": "eve@example.com",
    "text": "Hello", "method": "cash", "amount": "1", "minor": "100", "delivery_id": "eve@example.com",
    "url": "https://hooks.example.com/evil", "link": "recipient",
}  # fmt: skip


async def facts(person: Person) -> int:
    """Returns the number of events of the person's account."""
    return await person.world.owner.fetchval(
        "select count(*) from events where account_id = $1", person.account_id
    )


async def send(visitor: Visitor, method: str, path: str, token: str, **given: Any) -> Any:
    data = {"form_token": token, **FIELDS} if method == "POST" else None
    return await visitor.request(method, path, data=data, **given)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_foreign_id_gives_the_same_page_as_an_unknown_one(
    method: str, alice: Person, bob: Person, mallory: Person
) -> None:
    records = await furnish(alice, bob)
    own = await furnish(mallory, bob)
    missing, through = unknown(records), {"card_id": own["card_id"]}
    visitor, before, checked = await entered(mallory), await facts(alice), 0
    token = visitor.token()
    # Forms that also succeed if the record does not exist.
    deleted = () if method == "GET" else ("/account/suppressions/", f"/desk/cards/{own['card_id']}/files/")
    for page in pages(method):
        named = set(names(page.path)) - {"action"}
        if not named:
            continue
        pairs = [(records, missing)]
        if "card_id" in named and len(named) > 1:  # also with the attacker's card in the path
            pairs.append(({**records, **through}, {**missing, **through}))
        for foreign, none in pairs:
            for there, nowhere in zip(paths(page, foreign), paths(page, none), strict=True):
                answers = [
                    masked(await send(visitor, method, path, token), ids_of)
                    for path, ids_of in ((there, foreign), (nowhere, none))
                ]
                assert answers[0] == answers[1], there
                assert answers[0][0] == (303 if there.startswith(deleted) else 404), there
                checked += 1
    assert checked > 12
    assert await facts(alice) == before
    assert (await alice.get(f"/api/groups/{records['group_id']}")).status_code == 200
    assert [each["id"] for each in (await alice.get("/api/suppressions")).json()["data"]] == [
        records["suppression_id"]
    ]


async def test_the_owner_of_the_ids_has_the_forms(alice: Person, bob: Person) -> None:
    """The control of the previous test, and of the test with other sites."""
    records, visitor = await furnish(alice, bob), await entered(alice)
    assert records.keys() == RECORDS
    token = visitor.token()
    for page in pages("POST"):
        for path in paths(page, records) if names(page.path) else ():
            if path.endswith(("/redeliver", "/links")):  # the form names a delivery or a recipient
                continue
            answer = await send(visitor, "POST", path, token)
            assert answer.status_code in (200, 303, 409, 422), path


async def test_the_owner_of_the_ids_has_the_pages_without_frames(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the previous test. Some posters need open cards, others closed ones."""
    monkeypatch.setattr("wellwish.web.desk.people.live._STREAM_S", 0.1)
    records, visitor = await furnish(alice, bob), await entered(alice)
    left = [path for page in pages("GET") if names(page.path) for path in paths(page, records)]
    for state in ("open", "closed"):
        if state == "closed":
            await alice.post(f"/api/cards/{records['card_id']}/close")
        missing: list[str] = []
        for path in left:
            answer = await visitor.open(path)
            if answer.status_code == 404:
                missing.append(path)
                continue
            assert answer.status_code == 200, path
            assert answer.headers["Cache-Control"] == "no-store"
            if answer.headers["Content-Type"].startswith("text/html"):
                assert answer.headers["X-Frame-Options"] == "DENY"
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        left = missing
    assert left == []


async def test_a_foreign_id_in_a_form_gives_the_same_page_as_an_unknown_one(
    alice: Person, bob: Person, mallory: Person
) -> None:
    records, own = await furnish(alice, bob), await furnish(mallory, bob)
    hook, own_hook = records["webhook_endpoint_id"], own["webhook_endpoint_id"]
    await alice.post(f"/api/webhook-endpoints/{hook}/test")
    listed = (await alice.get(f"/api/webhook-endpoints/{hook}/deliveries")).json()["data"]
    visitor, other = await entered(mallory), await entered(alice)
    session_id = await alice.world.owner.fetchval("select id from sessions where user_id = $1", alice.user_id)
    before, token = await facts(alice), visitor.token()
    for path, field, foreign in (
        ("/account/choose", "account_id", alice.account_id),
        ("/account/members/role", "member_id", member_id_of(alice)),
        ("/account/members/remove", "member_id", member_id_of(alice)),
        ("/account/sessions", "session_id", session_id),
        (f"/desk/cards/{own['card_id']}/links", "recipient_id", records["recipient_id"]),
        (f"/account/webhooks/{own_hook}/redeliver", "webhook_delivery_id", listed[0]["id"]),
    ):
        answers: list[tuple[int, str, str]] = []
        for given in (foreign, ids.new(foreign.partition("_")[0])):
            answer = await visitor.press(path, **{"form_token": token, **FIELDS, field: given})
            answers.append(masked(answer, {field: given}))
        assert answers[0] == answers[1], path
    assert await facts(alice) == before
    assert await is_in(other)


async def test_every_form_refuses_other_sites(alice: Person, bob: Person, mallory: Person) -> None:
    """The control is the owner's test: with the page's token, each form is accepted."""
    records = await furnish(alice, bob)
    visitor, foreign = await entered(alice), await entered(mallory)
    before, token = await facts(alice), visitor.token()
    forms = [path for page in pages("POST") for path in paths(page, records)]
    assert len(forms) > 50
    for path in forms:
        for given, headers in (
            (token, {"Origin": "https://evil.example"}),
            (token, {"Sec-Fetch-Site": "cross-site"}),
            (foreign.token(), {}),
            ("", {}),
        ):
            answer = await send(visitor, "POST", path, given, headers=headers)
            assert answer.status_code == 403, (path, headers)
    assert await facts(alice) == before
    assert await is_in(visitor)


async def test_a_removed_member_has_no_page_of_the_account(alice: Person, bob: Person) -> None:
    await join(bob, alice, "owner")
    records, tab = await furnish(alice, alice), await entered(bob, alice.account_id)
    token, read = tab.token(), [path for page in pages("GET") for path in paths(page, records)]
    sent = [path for page in pages("POST") for path in paths(page, records)]
    card = f"/desk/cards/{records['card_id']}"
    assert (await tab.open(card)).status_code == 200  # the control
    assert (await alice.delete(f"/api/account/members/{member_id_of(bob)}")).status_code in (200, 204)
    before = await facts(alice)
    for method, targets in (("GET", read), ("POST", sent)):
        for path in targets:
            answer = await send(tab, method, path, token)
            assert answer.status_code == 303, path
            assert answer.headers["location"].startswith("/sign-in?next="), path
    assert await facts(alice) == before
