"""Mails that confirm gifts: paid, failed at the bank, or refunded; sent once, and only to the giver."""

import asyncio
import json
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying, striped
from tests.web.signing.test_gift import card, given, pays, sign
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.contributions import follow_payment

pytestmark = pytest.mark.anyio

NOOR = "noor@example.com"


async def mails(world: World, to: str | None = None) -> list[dict[str, Any]]:
    """Returns the confirmations in the outbox, oldest first."""
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    found = [each for each in answer.json()["data"] if each["kind"] == "gift"]
    assert to is None or {each["recipient"] for each in found} <= {to}
    return found[::-1]


async def paid(world: World, **fields: Any) -> tuple[dict[str, Any], str, Visitor]:
    """Returns a card, its path, and a visitor who has paid 5.00 and left an address."""
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", **{"receipt_email": f" {NOOR} ", **fields})
    await pays(world, visitor, "succeed")
    return made, path, visitor


async def test_confirms_a_payment_to_the_address_that_was_left(world: World) -> None:
    made, path, visitor = await paid(world)
    [mail] = await mails(world)
    assert (mail["recipient"], mail["subject"]) == (NOOR, "Your payment of €5.00 for “Happy birthday, Maya”")
    assert "You paid €5.00 on" in mail["body"]
    assert "All the best" not in mail["body"]
    assert "Noor" not in mail["body"].replace(NOOR, "")
    assert "List-Unsubscribe" not in mail["headers"]
    [found] = await given(world, made)
    assert found["money"]["payment_id"] in mail["body"]
    # The link shows the payment, and opens no note.
    elsewhere = Visitor(world)
    await elsewhere.open(path_of(mail["link"]))
    await elsewhere.open(path_of(mail["link"]) + "/done")
    assert "Your payment went through" in elsewhere.page
    assert "All the best" not in elsewhere.page
    # The author sees the address in the form; nobody else does.
    await visitor.open(path)
    assert f'value="{NOOR}"' in visitor.page
    for shown in (
        *[await world.alice.get(each) for each in (
            f"/api/cards/{made['id']}/contributions", f"/api/cards/{made['id']}/payments", "/api/payments",
            "/api/events", "/api/suppressions", f"/api/cards/{made['id']}",
        )],
        await Visitor(world).open(path),
        await Visitor(world).open(path_of(made["sign_url"])),
    ):  # fmt: skip
        assert shown.status_code == 200
        assert NOOR not in shown.text
    rows = await world.owner.fetch(
        "select row_to_json(receipt_addresses)::text as row from receipt_addresses"
    )
    assert NOOR not in json.dumps([row["row"] for row in rows])


async def test_confirms_each_refund_once(world: World) -> None:
    made, _, _ = await paid(world)
    [found] = await given(world, made)
    payment_id = found["money"]["payment_id"]
    for amount in (200, 300):
        assert (await buying.refund(world.alice, payment_id, amount)).status_code == 201
        await world.work()
    args = {"account_id": world.alice.account_id, "payment_id": payment_id}
    await asyncio.gather(*(follow_payment.run(world.services, args) for _ in range(4)))
    assert [each["subject"] for each in await mails(world, NOOR)] == [
        "Your payment of €5.00 for “Happy birthday, Maya”",
        "Your refund of €2.00 for “Happy birthday, Maya”",
        "Your refund of €3.00 for “Happy birthday, Maya”",
    ]


async def test_confirms_that_a_debit_failed_days_later(world: World) -> None:
    """A card that is declined immediately is reported on the page, and a pending debit sends no mail."""
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", receipt_email=NOOR)
    await pays(world, visitor, "decline")
    assert await mails(world) == []
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        gift = {**giving.MONEY, "receipt_email": NOOR}
        begun = await giving.gives(world.alice, made["id"], money=gift)
        opened = await world.client.get(begun["checkout_url"])
        session_id = opened.headers["location"].rpartition("/")[2]
        secret = "whsec_ofalice00"
        await striped.call_back(world, fake, fake.debit(session_id), world.alice.account_id, secret)
        await world.work()
        assert await mails(world) == []
        failed = fake.debit_ends(session_id, succeeded=False)
        for _ in range(2):
            await striped.call_back(world, fake, failed, world.alice.account_id, secret)
            await world.work()
    [mail] = await mails(world, NOOR)
    assert mail["subject"] == "Your payment for “Happy birthday, Maya” didn't go through"
    assert "You haven't been charged, and your note is safe." in mail["body"]


async def test_uses_the_invited_address_of_a_named_author(world: World) -> None:
    made, _ = await card(world)
    for email, more, expected in (
        ("noor@example.org", {}, True),
        ("ana@example.org", {"anonymous": "yes"}, False),
        ("lee@example.org", {"receipt_email": NOOR}, False),
    ):
        [invited] = await make.invitations(world.alice, made["id"], email)
        visitor, path = Visitor(world), path_of(invited["link"])
        await visitor.open(path)
        assert "the address you were invited with, unless you sign anonymously" in visitor.page
        await sign(visitor, path, gift="500", **more)
        await pays(world, visitor, "succeed")
        assert ([each["recipient"] for each in await mails(world)].count(email) == 1) == expected
    assert sorted(each["recipient"] for each in await mails(world)) == [NOOR, "noor@example.org"]


async def test_never_uses_an_address_that_was_corrected(world: World) -> None:
    """The control is the test above."""
    made, _ = await card(world)
    [invited] = await make.invitations(world.alice, made["id"], "nor@example.org")
    corrected = await world.alice.patch(
        f"/api/cards/invitations/{invited['id']}", {"delivery_id": "alice@example.com"}
    )
    visitor = Visitor(world)
    await sign(visitor, path_of(corrected.json()["link"]), gift="500")
    await pays(world, visitor, "succeed")
    assert await mails(world) == []


async def test_sends_nothing_without_an_address_or_after_it_was_cleared(world: World) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", receipt_email=NOOR)
    await visitor.open(path)
    await visitor.send(path, gift="other", other="5.00", receipt_email="")
    await pays(world, visitor, "succeed")
    assert await mails(world) == []
    assert await world.owner.fetchval("select count(*) from receipt_addresses") == 0
    assert len(await given(world, made)) == 1


async def test_is_erased_with_the_note(world: World) -> None:
    made, path, visitor = await paid(world)
    assert len(await mails(world, NOOR)) == 1
    await visitor.open(f"{path}/signed")
    await visitor.press(f"{path}/remove")
    assert await world.owner.fetchval("select count(*) from receipt_addresses") == 0
    assert await mails(world) == []
    [payment] = (await world.alice.get(f"/api/cards/{made['id']}/payments")).json()["data"]
    assert (await buying.refund(world.alice, payment["id"])).status_code == 201
    await world.work()
    assert await mails(world) == []


async def test_confirms_only_the_refund_of_money_that_goes_straight_back(world: World) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", receipt_email=NOOR)
    [found] = await given(world, made)
    token = world.services.keys.link_token("pay", found["money"]["payment_id"], 1)
    await world.client.get(f"/pay/{token}")
    await buying.paid_untold(world, found["money"]["payment_id"])
    await world.owner.execute("update cards set state = 'cancelled'")
    await striped.polled(world)
    assert [each["subject"][:11] for each in await mails(world, NOOR)] == ["Your refund"]


async def test_checks_the_address(world: World) -> None:
    made, path = await card(world, add_cash=True)
    visitor = Visitor(world)
    answer = await visitor.sign(path, gift="500", receipt_email="noor at example")
    assert answer.status_code == 422
    assert 'id="receipt_email-fault"' in visitor.page
    assert "Enter an email address in the correct format, like name@example.org" in visitor.page
    assert 'value="noor at example"' in visitor.page
    for money in ({"receipt_email": "noor at example"}, {"method": "cash", "receipt_email": NOOR}):
        answer = await giving.post(world.alice, made["id"], money={**giving.MONEY, **money})
        faults = is_problem(answer, 422, "invalid_request")["errors"]
        assert [each["pointer"] for each in faults] == ["/money/receipt_email"]
    await sign(visitor, path, gift="500", way="cash", receipt_email="noor at example")
    assert await world.owner.fetchval("select count(*) from receipt_addresses") == 0


@pytest.mark.parametrize(
    ("language", "subject"),
    [("de", "Ihre Zahlung über 5,00 €"), ("ar", "دفعتك البالغة")],
)
async def test_is_in_the_language_of_the_card(language: str, subject: str, world: World) -> None:
    made = await make.card(
        world.alice, locale=language, collection={"add_money": "everyone", "currency": "EUR"}
    )
    visitor = Visitor(world)
    await sign(visitor, path_of(made["sign_url"]), gift="500", receipt_email=NOOR)
    await pays(world, visitor, "succeed")
    [mail] = await mails(world, NOOR)
    assert mail["subject"].replace("\xa0", " ").startswith(subject)
