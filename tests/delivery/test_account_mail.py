"""Mail about an account and its security cannot be unsubscribed from; bounces and complaints still count."""

from typing import get_args

import pytest

from tests import make
from tests.delivery.conftest import Sending
from wellwish.delivery import message, suppression
from wellwish.delivery.message import EMAIL, Kind, Message
from wellwish.delivery.suppression import Reason
from wellwish.delivery.words import Words

pytestmark = pytest.mark.anyio

ACCOUNT: tuple[Kind, ...] = (
    "admin_added", "privileges_changed", "credential_rotated", "webhook_endpoint_disabled", "receipt",
    "sign_in", "gift", "member_invited", "email_change", "refund_request",
    "person_request", "reply_to", "payment_inquiry", "cards_needed", "deletion_request",
)  # fmt: skip
# Organisers unsubscribe from the emails of each card separately: tests/cards/organisers/test_mail.py.
OF_CARDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind not in (*ACCOUNT, "card_news"))


async def mail_of(sending: Sending, kind: Kind) -> None:
    """Writes a mail of the kind to ana and has the worker send it."""
    world = sending.world
    words = Words(preheader="p", heading="h", lines=["l"], why="w", way_out="Unsubscribe")
    mail = Message(
        channel=EMAIL, kind=kind, recipient="ana@example.com", subject="s", body="b", content=words,
        dedupe_key=kind,
    )  # fmt: skip
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        await message.write(tx, world.services, world.alice.account_id, [mail])
    await world.work()


async def suppress(sending: Sending, reason: Reason, *, everywhere: bool) -> None:
    services, account_id = sending.world.services, sending.world.alice.account_id
    address = suppression.seal(services.keys, suppression.key(EMAIL, "ana@example.com"))
    async with services.db.transaction() as tx:
        await suppression.suppress(tx, address, account_id, reason, everywhere=everywhere)


async def is_sent(sending: Sending, kind: Kind) -> bool:
    await mail_of(sending, kind)
    return bool(sending.post.received)


@pytest.mark.parametrize("kind", get_args(Kind))
async def test_only_mail_about_cards_offers_to_unsubscribe(sending: Sending, kind: Kind) -> None:
    await mail_of(sending, kind)
    [mail] = sending.post.received
    is_offered = kind in OF_CARDS
    assert ("List-Unsubscribe" in mail.message) == is_offered
    assert ("List-Unsubscribe-Post" in mail.message) == is_offered
    for part in (mail.plain, mail.html):
        assert ("/u/" in part) == is_offered
        assert ("Unsubscribe" in part) == is_offered
    links = await sending.world.owner.fetchval("select count(*) from links where kind = 'unsubscribe'")
    assert links == is_offered


@pytest.mark.parametrize("kind", get_args(Kind))
async def test_unsubscribing_stops_only_mail_about_cards(sending: Sending, kind: Kind) -> None:
    await suppress(sending, "unsubscribed", everywhere=False)
    assert await is_sent(sending, kind) == (kind in ACCOUNT)


@pytest.mark.parametrize("kind", get_args(Kind))
async def test_a_hard_bounce_stops_every_mail(sending: Sending, kind: Kind) -> None:
    await suppress(sending, "unsubscribed", everywhere=False)
    await suppress(sending, "bounced", everywhere=True)
    assert not await is_sent(sending, kind)


@pytest.mark.parametrize("kind", get_args(Kind))
async def test_a_complaint_stops_all_but_the_security_alarm(sending: Sending, kind: Kind) -> None:
    await suppress(sending, "complained", everywhere=True)
    alarms = ("credential_rotated", "sign_in", "email_change", "deletion_request")
    assert await is_sent(sending, kind) == (kind in alarms)


async def test_an_old_link_in_an_alarm_no_longer_silences_it(sending: Sending) -> None:
    world = sending.world
    pair = {"x-api-key": world.alice.api_key, "x-client-secret": world.alice.client_secret}
    # These mails used to carry the same link as an invitation to the address.
    card = await make.card(world.alice)
    await make.invitations(world.alice, card["card_id"], "alice@example.com")
    await world.work()
    [invitation] = sending.post.received
    out = str(invitation.message["List-Unsubscribe"]).strip("<>").removeprefix("http://localhost:8080")
    assert (await world.client.post(out)).status_code == 200
    assert (await world.client.post("/account/api-access/credentials/rotate", headers=pair)).is_success
    [later] = await make.invitations(
        world.alice, (await make.card(world.alice))["card_id"], "alice@example.com"
    )
    await world.work()
    assert later["status"] == "suppressed"
    [_, alarm] = sending.post.received
    assert alarm.recipient == "alice@example.com"
    assert "API key" in str(alarm.message["Subject"])
