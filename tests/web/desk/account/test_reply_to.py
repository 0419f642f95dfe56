"""The reply address on the account's page."""

import html

import pytest

from tests.accounts.test_reply_to import TEAM, links
from tests.members.joining import join
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/account/reply-to"


async def saved(visitor: Visitor, email: str) -> int:
    await visitor.open("/account")
    answer = await visitor.press(PATH, version=visitor.value("version"), reply_to=email)
    if answer.status_code == 303:
        await visitor.open(visitor.next)
    return answer.status_code


async def test_an_owner_sets_confirms_and_clears_it(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await saved(visitor, f" {TEAM} ") == 303
    assert "Not confirmed" in visitor.page
    [link] = await links(alice)
    reader = Visitor(alice.world)
    await reader.open(link)
    await reader.press(link)
    await visitor.open("/account")
    assert "Not confirmed" not in visitor.page
    assert "Confirmed" in visitor.page
    assert await saved(visitor, "") == 303
    assert "replies aren't read" in html.unescape(visitor.page)
    assert (await alice.get("/api/account")).json()["reply_to"] is None


async def test_its_confirmation_is_in_the_audit_log_once(alice: Person) -> None:
    visitor = await signed_in(alice)
    await saved(visitor, TEAM)
    [link] = await links(alice)
    log = "/api/audit-log?action=account.confirm_reply_to"
    reader = Visitor(alice.world)
    await reader.open(link)
    assert (await alice.get(log)).json()["data"] == []  # opening the link confirms nothing
    token = reader.token()
    for _ in range(2):
        await reader.press(link, form_token=token)
    [entry] = (await alice.get(log)).json()["data"]
    assert entry["actor"] == {"type": "user", "email": None, "credential_id": None}
    assert entry["network"]
    await visitor.open("/account/audit")
    assert "Reply address confirmed" in visitor.page
    assert "Using the link in the email" in visitor.page
    assert "A person who was erased" not in visitor.page


async def test_a_wrong_address_and_a_change_meanwhile_keep_what_was_typed(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await saved(visitor, "team at acme") == 422
    assert 'id="reply_to-fault"' in visitor.page
    assert 'value="team at acme"' in visitor.page
    await visitor.open("/account")
    version = visitor.value("version")
    await alice.patch("/api/account", {"timezone": "Asia/Tokyo"})
    answer = await visitor.press(PATH, version=version, reply_to=TEAM)
    assert answer.status_code == 409
    assert f'value="{TEAM}"' in visitor.page
    assert 'value="Asia/Tokyo"' in visitor.page


async def test_other_settings_keep_it(alice: Person) -> None:
    await alice.patch("/api/account", {"reply_to": TEAM})
    visitor = await signed_in(alice)
    await visitor.open("/account")
    await visitor.press(
        "/account", version=visitor.value("version"), name="Acme", currency="EUR", timezone="UTC", locale="en"
    )
    found = (await alice.get("/api/account")).json()
    assert (found["name"], found["reply_to"]) == ("Acme", TEAM)
    assert len(await links(alice)) == 1


async def test_a_member_cannot_change_the_address(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    token = visitor.token()
    await visitor.press("/account/choose", account_id=alice.account_id)
    await visitor.open("/account")
    assert 'name="reply_to"' not in visitor.page
    answer = await visitor.press(PATH, form_token=token, version="1", reply_to=TEAM)
    assert answer.status_code == 403
