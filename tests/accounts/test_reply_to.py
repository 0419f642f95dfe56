"""The reply-to address of an account: mails use it once a reader of its mailbox has confirmed it."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.later import another_time
from tests.web.visitor import Visitor, path_of
from tests.world import Person
from wellwish.accounts.reply_to import LIFETIME
from wellwish.base import clock
from wellwish.delivery.budget import TO_ONE_ADDRESS_FOR_ONE_CARD
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio
PATH = "/api/account"
TEAM = "team@acme.example"


async def given(person: Person, email: str | None = TEAM) -> dict[str, Any]:
    answer = await person.patch(PATH, {"reply_to": email})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def links(person: Person, email: str = TEAM) -> list[str]:
    """Returns the paths of the mailed links, newest first."""
    await person.world.work()
    answer = await person.world.client.get(
        "/outbox", params={"address": email}, headers={"Accept": "application/json"}
    )
    return [path_of(each["link"]) for each in answer.json()["data"] if each["kind"] == "reply_to"]


async def confirmed(person: Person, email: str = TEAM) -> None:
    await given(person, email)
    visitor = Visitor(person.world)
    [link, *_] = await links(person, email)
    assert (await visitor.open(link)).status_code == 200
    assert (await visitor.press(link)).status_code == 200


async def mails(sending: Sending, person: Person, **card: Any) -> list[Any]:
    """Returns the mails about a new card: an invitation and one to an admin."""
    made = await make.card(person, **card)
    await make.invitations(person, made["id"], "ana@example.com")
    body = {"card_id": made["id"], "email": "sam@example.com"}
    assert (await person.post("/api/card-admins", body)).status_code == 201
    before = len(sending.post.received)
    await person.world.work()
    return [each.message for each in sending.post.received[before:]]


async def test_is_used_once_its_reader_has_confirmed_it(alice: Person) -> None:
    made = await given(alice)
    assert (made["reply_to"], made["reply_to_verified_at"]) == (TEAM, None)
    [link] = await links(alice)
    visitor = Visitor(alice.world)
    await visitor.open(link)
    assert "alice and co" in visitor.page
    assert (await alice.get(PATH)).json()["reply_to_verified_at"] is None  # opening changes nothing
    token = visitor.token()
    await visitor.press(link, form_token=token)
    after = (await alice.get(PATH)).json()
    assert after["reply_to_verified_at"] is not None
    assert after["version"] == made["version"] + 1
    assert (await visitor.press(link, form_token=token)).status_code == 200
    assert "The address is confirmed" in visitor.page
    assert (await alice.get(PATH)).json() == after


async def test_an_account_mails_ten_strangers_a_day(alice: Person, bob: Person) -> None:
    with another_time():
        addresses = [f"a{number}@example.com" for number in range(12)]
        for email in addresses:
            await given(alice, email)
            await alice.world.work()
        await given(bob, "b@example.com")
        assert [len(await links(alice, email)) for email in (*addresses, "b@example.com")] == [
            *[1] * 10, 0, 0, 1
        ]  # fmt: skip
        clock.move(timedelta(days=1))
        assert [len(await links(alice, email)) for email in addresses[10:]] == [0, 1]  # only the newest


async def test_only_a_confirmed_address_is_in_the_mails(sending: Sending) -> None:
    alice = sending.world.alice
    await given(alice)
    found = await mails(sending, alice)
    assert [each["Reply-To"] for each in found if each["To"] != TEAM] == [None, None]
    await alice.world.owner.execute("update accounts set reply_to_verified_at = reply_to_asked_at")
    assert [each["Reply-To"] for each in await mails(sending, alice)] == [TEAM, TEAM]
    own = await mails(sending, alice, reply_to="kim@example.com")
    assert [each["Reply-To"] for each in own] == ["kim@example.com"] * 2
    await given(alice, "other@acme.example")
    assert {each["Reply-To"] for each in await mails(sending, alice)} == {None}


async def test_another_address_is_unconfirmed_and_ends_the_former_link(alice: Person) -> None:
    await given(alice)
    [former] = await links(alice)
    await given(alice, "other@acme.example")
    visitor = Visitor(alice.world)
    assert (await visitor.open(former)).status_code == 404
    await confirmed(alice, "other@acme.example")
    assert (await given(alice, TEAM))["reply_to_verified_at"] is None
    assert (await given(alice, None))["reply_to"] is None
    [link, *_] = await links(alice)
    assert (await visitor.open(link)).status_code == 404


async def test_a_confirmed_address_stays_so_in_another_spelling(alice: Person) -> None:
    await confirmed(alice)
    changed = await given(alice, "Team@ACME.example")
    assert (changed["reply_to"], changed["reply_to_verified_at"] is None) == ("Team@acme.example", False)
    assert len(await links(alice)) == 1


async def test_an_unconfirmed_address_that_is_given_again_gets_another_link(alice: Person) -> None:
    await given(alice)
    assert len(await links(alice)) == 1
    await given(alice)
    newest, former = await links(alice)
    visitor = Visitor(alice.world)
    assert (await visitor.open(former)).status_code == 404
    assert (await visitor.open(newest)).status_code == 200
    unrelated = await alice.patch(PATH, {"name": "Acme"})
    assert unrelated.json()["reply_to"] == TEAM
    assert len(await links(alice)) == 2


async def test_a_link_expires_and_works_for_its_account_only(alice: Person, mallory: Person) -> None:
    await given(alice)
    await given(mallory, "mallory@evil.example")
    [link], [foreign] = await links(alice), await links(mallory, "mallory@evil.example")
    visitor = Visitor(alice.world)
    own, other = link.split("/"), foreign.split("/")
    for wrong in (
        "/".join([*own[:2], other[2], *own[3:]]), "/".join([*own[:3], *other[3:]]),
        "/".join([*other[:2], own[2], *other[3:]]), link[:-1], link + "é",
    ):  # fmt: skip
        assert (await visitor.open(wrong)).status_code == 404
    with another_time():
        clock.move(LIFETIME + timedelta(seconds=1))
        assert (await visitor.open(link)).status_code == 404
    assert (await visitor.open(link)).status_code == 200  # the control
    answer = await visitor.request("POST", link, data={"form_token": "x"})
    assert answer.status_code == 403
    assert (await alice.get(PATH)).json()["reply_to_verified_at"] is None
    await visitor.open(foreign)
    await visitor.press(foreign)
    assert (await mallory.get(PATH)).json()["reply_to_verified_at"] is not None
    assert (await alice.get(PATH)).json()["reply_to_verified_at"] is None


@pytest.mark.parametrize(
    "wrong", ["team", "a@b@c.example", "team@acme.example\r\nBcc: x@evil.example", "tëam@acme.example", 7]
)
async def test_refuses_what_is_no_address_for_the_header(alice: Person, wrong: Any) -> None:
    answer = await alice.patch(PATH, {"reply_to": wrong})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/reply_to"]


async def test_an_international_domain_is_encoded_in_the_header(sending: Sending) -> None:
    alice = sending.world.alice
    assert (await given(alice, "team@büro.example"))["reply_to"] == "team@büro.example"
    await alice.world.owner.execute("update accounts set reply_to_verified_at = reply_to_asked_at")
    found = await mails(sending, alice)
    assert {each["Reply-To"] for each in found if each["To"] == "ana@example.com"} == {
        "team@xn--bro-hoa.example"
    }


async def test_a_member_cannot_change_the_address(alice: Person, bob: Person) -> None:
    await alice.world.owner.execute("update memberships set role = 'member' where user_id = $1", bob.user_id)
    assert (await bob.patch(PATH, {"reply_to": TEAM})).status_code == 403
    assert (await bob.get(PATH)).json()["reply_to"] is None


async def test_one_address_gets_few_links_a_day(alice: Person) -> None:
    for _ in range(12):
        await given(alice)
        await alice.world.work()
    assert len(await links(alice)) == TO_ONE_ADDRESS_FOR_ONE_CARD


async def test_an_erasure_clears_it(alice: Person, mallory: Person) -> None:
    await confirmed(alice, "Team@acme.example")
    await confirmed(mallory, "other@acme.example")
    erasure = await erase(alice.world.services, parse_person(TEAM), clock.now())
    assert erasure.changed == [alice.account_id]
    assert (await alice.get(PATH)).json()["reply_to"] is None
    assert (await mallory.get(PATH)).json()["reply_to"] == "other@acme.example"
