"""An invitation at the desk: its timeline, address correction, resending and revocation."""

from typing import Any

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


def path(made: dict[str, Any]) -> str:
    return f"/desk/cards/{made['card_id']}/invitations/{made['id']}"


async def press(visitor: Visitor, made: dict[str, Any], action: str, **fields: str) -> int:
    """Presses a button of the open page."""
    given = {name: visitor.value(name) for name in ("form_token", "form_key", "shown")}
    return (await visitor.press(f"{path(made)}/{action}", **{**given, **fields})).status_code


def buttons(visitor: Visitor) -> list[str]:
    return [each for each in ("address", "resend", "revoke") if f'/{each}"' in visitor.page]


async def now(person: Person, made: dict[str, Any]) -> dict[str, Any]:
    return (await person.get(f"/api/cards/invitations/{made['id']}")).json()


async def invited(alice: Person, **fields: Any) -> dict[str, Any]:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["id"], "ana@example.com", **fields)
    await alice.world.work()
    return made


async def test_shows_the_time_line(alice: Person) -> None:
    made = await invited(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(made))
    for text in ("ana@example.com", made["link"], "Invited", "Last message sent", "Messages sent: 1"):
        assert text in visitor.page
    assert "Signed</span>" not in visitor.page
    assert buttons(visitor) == ["address", "resend", "revoke"]


async def test_fixes_an_address_once(alice: Person) -> None:
    made = await invited(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(made))
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "shown")}
    for _ in range(2):
        assert await press(visitor, made, "address", delivery_id=" anna@example.com ", **sent) == 303
    fixed = await now(alice, made)
    assert (fixed["delivery_id"], fixed["version"]) == ("anna@example.com", made["version"] + 2)
    await alice.world.work()
    assert (await now(alice, made))["sent_count"] == 1


async def test_a_wrong_address_is_kept_with_its_fault(alice: Person) -> None:
    made = await invited(alice)
    await make.invitations(alice, made["card_id"], "bo@example.com")
    visitor = await signed_in(alice)
    await visitor.open(path(made))
    assert await press(visitor, made, "address", delivery_id="anna at example") == 422
    assert 'value="anna at example"' in visitor.page
    assert 'aria-invalid="true"' in visitor.page
    assert await press(visitor, made, "address", delivery_id="bo@example.com") == 409
    assert "already invited" in visitor.page
    assert (await now(alice, made))["delivery_id"] == "ana@example.com"


async def test_a_message_under_way_is_no_conflict_with_a_new_address_or_an_end(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["id"], "ana@example.com")
    visitor = await signed_in(alice)
    for wrong, right in (("anna@example.com", "hanna@example.com"), ("hanna@example.com", "jo@example.com")):
        await visitor.open(path(made))
        sent = {name: visitor.value(name) for name in ("form_token", "form_key", "shown")}
        await alice.world.work()  # from queued to sent, which raises the version
        assert await press(visitor, made, "address", delivery_id=wrong, **sent) == 303
        await visitor.open(visitor.next)
        assert "the invitation is on its way to the new address" in visitor.page
        assert wrong in visitor.page
        # Fixed again within seconds, from the page that followed.
        await alice.world.work()
        assert await press(visitor, made, "address", delivery_id=right) == 303
        assert (await now(alice, made))["delivery_id"] == right
    await visitor.open(path(made))
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "shown")}
    await alice.world.work()
    assert await press(visitor, made, "revoke", **sent) == 303


async def test_says_nothing_was_sent_while_something_holds_the_message_back(alice: Person) -> None:
    made = await invited(alice, send=False)
    visitor = await signed_in(alice)
    await visitor.open(path(made))
    assert await press(visitor, made, "address", delivery_id="anna@example.com") == 303
    await visitor.open(visitor.next)
    assert "is on its way" not in visitor.page
    assert "is saved, but not sent" in visitor.page
    assert "Share the link yourself" in visitor.page


async def test_shows_a_change_in_between(alice: Person) -> None:
    made = await invited(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(made))
    await alice.patch(f"/api/cards/invitations/{made['id']}", {"delivery_id": "other@example.com"})
    assert await press(visitor, made, "address", delivery_id="mine@example.com") == 409
    assert "changed in the meantime" in visitor.page
    assert "other@example.com" in visitor.page  # the current address
    assert 'value="mine@example.com"' in visitor.page  # the typed address
    assert await press(visitor, made, "address", delivery_id="mine@example.com") == 303


async def test_resends_once_for_a_form_sent_twice(alice: Person) -> None:
    made = await invited(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{made['card_id']}/invitations")
    sent = {name: visitor.value(name) for name in ("form_token", "form_key")}
    people = f"/desk/cards/{made['card_id']}/invitations"
    for _ in range(2):
        answer = await visitor.press(f"{path(made)}/resend", **sent, back="list")
        assert (answer.status_code, visitor.next) == (303, f"{people}?said=resent")
    await alice.world.work()
    assert (await now(alice, made))["sent_count"] == 2


async def test_says_when_it_was_sent_too_often(alice: Person) -> None:
    made = await invited(alice)
    visitor = await signed_in(alice)
    statuses: list[int] = []
    for _ in range(6):
        await visitor.open(path(made))
        statuses.append(await press(visitor, made, "resend"))
    assert statuses == [303] * 5 + [429]
    assert "sent too often" in visitor.page


async def test_revokes(alice: Person) -> None:
    made = await invited(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(made))
    assert await press(visitor, made, "revoke") == 303
    await visitor.open(path(made))
    assert buttons(visitor) == []
    assert "Removed" in visitor.page
    assert made["link"] not in visitor.page
    assert await press_again(visitor, made, "revoke") == 409


async def press_again(visitor: Visitor, made: dict[str, Any], action: str, token: str = "") -> int:
    """Submits a form that is no longer on the page."""
    fields = {"form_token": token or visitor.token(), "form_key": "another", "shown": made["delivery_id"]}
    answer = await visitor.press(f"{path(made)}/{action}", delivery_id="bo@example.com", **fields)
    return answer.status_code


async def test_says_that_the_card_was_closed_meanwhile(alice: Person) -> None:
    made = await invited(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(made))
    await alice.post(f"/api/cards/{made['card_id']}/close")
    for action in ("resend", "address"):
        assert await press_again(visitor, made, action) == 409
    assert buttons(visitor) == ["revoke"]


async def test_refuses_forms_of_others(alice: Person, bob: Person, mallory: Person) -> None:
    made = await invited(alice)
    other = await make.card(alice)
    await make.admin(alice, made["card_id"], bob)
    stranger, admin, owner = await signed_in(mallory), await signed_in(bob), await signed_in(alice)
    for visitor, status in ((stranger, 404), (admin, 403)):
        await visitor.open("/desk")
        assert await press_again(visitor, made, "revoke") == status
    await owner.open(path(made))
    token = owner.token()
    assert (await owner.press(f"{path(made)}/revoke", form_token="forged")).status_code == 403
    missing = {**made, "id": ids.new("inv")}
    assert await press_again(owner, missing, "revoke", token) == 404
    assert await press_again(owner, {**made, "card_id": other["id"]}, "revoke", token) == 404
    assert await press_again(owner, made, "explode", token) == 404
    assert (await now(alice, made))["status"] == "sent"
