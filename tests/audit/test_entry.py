"""Sessions, members and the operator in the audit log."""

from typing import Any

import pytest

from tests.audit.test_list import listed
from tests.web.desk.people import signed_in
from tests.world import Person

pytestmark = pytest.mark.anyio


async def actions(person: Person) -> list[str]:
    return [each["action"] for each in await listed(person)]


async def test_records_signing_in_and_out(alice: Person, bob: Person) -> None:
    visitor = await signed_in(alice)
    [entry] = await listed(alice)
    assert (entry["action"], entry["actor"]["type"]) == ("session.start", "user")
    assert (entry["actor"]["email"], entry["actor"]["credential_id"]) == (alice.email, None)
    assert entry["network"] == "127.0.0.0/24"
    await visitor.open("/desk")
    await visitor.press("/sign-out")
    ended, started = await listed(alice)
    assert (ended["action"], ended["record_id"]) == ("session.end", started["record_id"])
    assert await actions(bob) == []


async def test_records_all_sessions_that_end(alice: Person) -> None:
    await signed_in(alice)
    visitor = await signed_in(alice)
    await visitor.open("/account/sessions")
    await visitor.press("/account/sessions")
    assert await actions(alice) == ["session.end"] * 2 + ["session.start"] * 2


async def test_records_the_user_who_rotates_at_the_desk(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/account/keys")
    fields = {"form_token": visitor.token(), "form_key": visitor.value("form_key")}
    sent: Any = await visitor.press("/account/keys", **fields, overlap="day")
    assert sent.status_code == 200
    entry = (await listed(alice))[0]
    assert (entry["action"], entry["actor"]["type"]) == ("api_key.rotate", "user")
