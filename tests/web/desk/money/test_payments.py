"""The payments of an account at the desk: filters, cancellation, bundle refunds, disputes, CSV."""

import html
from datetime import timedelta
from typing import Any

import pytest
from msgspec import structs

from tests.contributions import giving
from tests.later import another_time
from tests.payments import buying, striped
from tests.web.desk.people import signed_in
from tests.web.desk.pressing import forms, press
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout import ProviderEvent
from wellwish.payments import apply
from wellwish.web.desk.money import payments

pytestmark = pytest.mark.anyio
PAGE = "/desk/payments"


async def given(alice: Person) -> tuple[dict[str, Any], str]:
    """Returns a card with a paid gift, and the ID of the payment."""
    card = await giving.card(alice)
    return card, (await giving.gave(alice, card["id"]))["money"]["payment_id"]


async def happened(alice: Person, payment_id: str, kind: Any, refund_id: str | None = None) -> None:
    """Applies an event of the provider."""
    fact = ProviderEvent(
        merchant="sandbox", event_id=ids.new("sev"), kind=kind, account_id=alice.account_id,
        payment_id=payment_id, amount=1250, currency="EUR", occurred_at=clock.now(), reference="dp_1",
        refund_id=refund_id,
    )  # fmt: skip
    found = await alice.world.owner.fetchval("select paid_to from payments where id = $1", payment_id)
    await apply.take(alice.world.services, structs.replace(fact, merchant=found))
    await alice.world.work()


async def test_lists_gifts_and_bundles_with_links_and_csv(alice: Person) -> None:
    card, payment_id = await given(alice)
    await buying.refund(alice, payment_id, 450)
    await buying.bought(alice)
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    title = f"For “<bdi>{html.escape(card['title'])}</bdi>”"
    for words in (
        "Grandma Ilse",
        title,
        "€12.50",
        f'href="/desk/cards/{card["id"]}/money"',
        "For a bundle",
        "Refund of €4.50",
    ):
        assert words in visitor.page
    assert f'href="/desk/cards/{card["id"]}/money/refund/{payment_id}"' in visitor.page
    answer = await visitor.open(f"{PAGE}.csv")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert payment_id in answer.text


async def test_says_what_the_provider_contradicts(alice: Person) -> None:
    """The control is the gift before the contradiction."""
    card, payment_id = await given(alice)
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    assert "mismatched" not in visitor.page
    await visitor.open(f"/desk/cards/{card['id']}/money")
    assert "isn't counted here" not in html.unescape(visitor.page)
    await happened(alice, payment_id, "refund_failed", refund_id=ids.new("rfd"))
    await given(alice)
    bundle = await buying.bought(alice)
    await happened(alice, bundle["payment_id"], "refunded", refund_id=ids.new("rfd"))
    await visitor.open(PAGE)
    assert 'href="/desk/payments?mismatched=true"' in visitor.page
    assert visitor.page.count("For “") == 2
    await visitor.open(f"{PAGE}?mismatched=true")
    assert 'href="/desk/payments?mismatched=true"' not in visitor.page
    assert (visitor.page.count("For “"), visitor.page.count("For a bundle")) == (1, 1)
    assert "isn't counted here" in html.unescape(visitor.page)
    assert "operator sees this, too" in html.unescape(visitor.page)
    await visitor.open(f"/desk/cards/{card['id']}/money")
    assert "isn't counted here" in html.unescape(visitor.page)


async def test_is_empty_for_a_new_account(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    assert "No payments yet." in visitor.page


async def test_filters_by_state_card_day_and_id(alice: Person) -> None:
    card, _ = await given(alice)
    await buying.buy(alice)
    visitor = await signed_in(alice)
    tomorrow = (clock.now() + timedelta(days=2)).date().isoformat()
    for query, gift, bundle in (
        ("status=pending", False, True),
        ("status=succeeded", True, False),
        (f"card_id={card['id']}", True, False),
        (f"created_after={tomorrow}", False, False),
        (f"created_before={tomorrow}", True, True),
        ("provider_payment_id=pi_none", False, False),
        ("status=unknown", True, True),
    ):
        assert (await visitor.open(f"{PAGE}?{query}")).status_code == 200
        assert ("For “" in visitor.page, "For a bundle" in visitor.page) == (gift, bundle), query
    await visitor.open(f"{PAGE}?created_after={tomorrow}")
    assert "No payment matches." in visitor.page
    assert f'value="{tomorrow}"' in visitor.page


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("created_after", "yesterday", "Enter a date"),
        ("created_before", "0001-01-01", "Enter a date"),
        ("card_id", "x" * 256, "Enter an ID"),
    ],
)
async def test_a_filter_with_a_fault_is_a_message_at_its_field(
    name: str, text: str, says: str, alice: Person
) -> None:
    visitor = await signed_in(alice)
    assert (await visitor.open(f"{PAGE}?{name}={text}")).status_code == 422
    assert says in visitor.page
    assert f'aria-describedby="{name}-fault"' in visitor.page
    assert f'value="{text}"' in visitor.page


async def test_pages_and_keeps_the_filter(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payments, "_COUNT", 1)
    bought = [(await buying.buy(alice))["payment_id"] for _ in range(2)]
    visitor = await signed_in(alice)
    await visitor.open(f"{PAGE}?status=pending")
    assert bought[1] in visitor.page
    assert bought[0] not in visitor.page
    url = next(each for each in visitor.page.split('"') if "cursor=" in each)
    await visitor.open(url.replace("&amp;", "&"))
    assert bought[0] in visitor.page
    assert '<option value="pending" selected' in visitor.page
    assert (await visitor.open(f"{PAGE}?cursor=nonsense")).status_code == 303


async def test_cancels_an_open_payment(alice: Person) -> None:
    card = await giving.card(alice)
    payment_id = (await giving.gives(alice, card["id"]))["money"]["payment_id"]
    visitor, action = await signed_in(alice), f"{PAGE}/{payment_id}/cancel"
    await visitor.open(PAGE)
    sent = forms(visitor)[action]
    for _ in range(2):  # pressed twice
        assert (await visitor.press(action, **sent)).status_code == 303
    assert (await buying.payment(alice, payment_id))["status"] == "cancelled"
    await visitor.open(PAGE)
    assert action not in forms(visitor)


async def test_says_that_a_paid_payment_cannot_be_cancelled(alice: Person) -> None:
    _, payment_id = await given(alice)
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    fields = {"form_token": visitor.token(), "form_key": "key"}
    assert (await visitor.press(f"{PAGE}/{payment_id}/cancel", **fields)).status_code == 409
    assert "open any more" in visitor.page


async def test_says_that_the_provider_is_away(world: World, alice: Person) -> None:
    async with striped.at_stripe(world) as stripe:
        await striped.own_key(stripe, alice)
        made = await giving.gives(alice, (await giving.card(alice))["id"])
        await world.client.get(made["checkout_url"])
        stripe.refused_before = 1.0
        visitor, action = await signed_in(alice), f"{PAGE}/{made['money']['payment_id']}/cancel"
        await visitor.open(PAGE)
        answer = await press(visitor, action)
        assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
        assert action in forms(visitor)
        stripe.refused_before = 0.0
        assert (await press(visitor, action)).status_code == 303  # the control


async def test_refunds_an_unused_bundle_after_a_recent_sign_in(alice: Person) -> None:
    payment_id = (await buying.bought(alice))["payment_id"]
    action = f"{PAGE}/{payment_id}/refund"
    with another_time():
        visitor = await signed_in(alice)
        await visitor.open(PAGE)
        sent = forms(visitor)[action]
        clock.move(timedelta(minutes=11))
        assert (await visitor.press(action, **sent)).status_code == 303
        assert visitor.next.startswith("/sign-in?next=")
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    sent = forms(visitor)[action]
    stale = {**sent, "version": "999", "form_key": "other"}
    assert (await visitor.press(action, **stale)).status_code == 409
    for _ in range(2):  # pressed twice
        assert (await visitor.press(action, **sent)).status_code == 303
    alice.token = None
    assert len((await buying.payment(alice, payment_id))["refunds"]) == 1


async def test_shows_a_dispute_and_how_it_ended(alice: Person) -> None:
    card, payment_id = await given(alice)
    visitor = await signed_in(alice)
    for kind, state, says in (
        ("disputed", "Disputed", "until then the money is frozen"),
        ("dispute_lost", "Dispute lost", "the payer got the money back"),
    ):
        await happened(alice, payment_id, kind)
        for path in (PAGE, f"/desk/cards/{card['id']}/money"):
            await visitor.open(path)
            assert f">{state}</span>" in visitor.page
            assert says in visitor.page
            assert f"/refund/{payment_id}" not in visitor.page


async def test_a_member_sees_payments_for_cards_without_buttons(alice: Person) -> None:
    gift = (await giving.gave(alice, (await giving.card(alice))["id"]))["money"]["payment_id"]
    bundle = (await buying.bought(alice))["payment_id"]
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    assert f"{PAGE}/{bundle}/refund" in visitor.page
    assert f"/money/refund/{gift}" in visitor.page
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    await visitor.open(PAGE)
    assert gift in visitor.page
    assert bundle not in visitor.page
    assert "/refund" not in visitor.page
    assert "All payments for cards of the account" in visitor.page
    await visitor.open("/account/webhooks")
    assert f'href="{PAGE}"' in visitor.page


async def test_a_member_and_another_account_change_nothing(alice: Person, mallory: Person) -> None:
    card = await giving.card(alice)
    payment_id = (await giving.gives(alice, card["id"]))["money"]["payment_id"]
    action = f"{PAGE}/{payment_id}/cancel"
    stranger = await signed_in(mallory)
    await stranger.open(PAGE)
    assert payment_id not in stranger.page
    fields = {"form_token": stranger.token(), "form_key": "key"}
    assert (await stranger.press(action, **fields)).status_code == 404
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    sent, role = forms(visitor)[action], "update memberships set role = $1 where user_id = $2"
    await alice.world.owner.execute(role, "member", alice.user_id)
    assert (await visitor.press(action, **sent)).status_code == 403
    await alice.world.owner.execute(role, "owner", alice.user_id)
    assert (await visitor.press(action, **{**sent, "form_token": "1.x"})).status_code == 403
    assert (await buying.payment(alice, payment_id))["status"] == "pending"
    assert (await visitor.press(action, **sent)).status_code == 303  # the control
