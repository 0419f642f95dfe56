"""The Mollie adapter: its requests, and its handling of responses."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import pytest
from msgspec import structs

from tests.fakes.mollie import FakeMollie, fake_mollie
from tests.payments.mollie.paying import OPEN
from wellwish.base import clock, ids
from wellwish.infra.checkout import (
    CheckoutPage,
    Merchant,
    OpenPage,
    Order,
    ProviderFailedError,
    ProviderRefusedError,
    ProviderUnavailableError,
    StillOpenError,
    limits_of,
    mollie_call,
)
from wellwish.infra.checkout.mollie import Mollie
from wellwish.infra.net import Net

pytestmark = pytest.mark.anyio
KEY, ACCOUNT = "test_" + "k" * 30, ids.new("acct")
MERCHANT = Merchant(provider="mollie", owner=ids.new("pvd"), secret=KEY, account_id=ACCOUNT)


@pytest.fixture
async def fake() -> AsyncGenerator[FakeMollie]:
    async with fake_mollie() as found:
        found.keys[KEY] = "pfl_1"
        yield found


@pytest.fixture
async def mollie(fake: FakeMollie) -> AsyncGenerator[Mollie]:
    net = Net(OPEN)
    yield Mollie(net, fake.url)
    await net.close()


def order(**changed: Any) -> Order:
    made = Order(
        account_id=ACCOUNT,
        payment_id=ids.new("pay"),
        title="Maya's card",
        amount=1250,
        currency="EUR",
        token="t",
        return_url="https://w.example/pay/t/done",
        cancel_url="https://w.example/pay/t/done?left=1",
        webhook_url="https://w.example/callbacks/payments/mollie/acct_1?payment=pay_1",
        expires_at=clock.now() + timedelta(hours=23),
    )
    return structs.replace(made, **changed)


def page_of(made: Order, page: CheckoutPage) -> OpenPage:
    return OpenPage(
        account_id=made.account_id,
        payment_id=made.payment_id,
        amount=made.amount,
        currency=made.currency,
        reference=page.reference,
    )


@pytest.mark.parametrize(
    ("amount", "currency", "value"), [(1250, "EUR", "12.50"), (7, "EUR", "0.07"), (1250, "JPY", "1250")]
)
async def test_writes_and_reads_amounts(
    amount: int, currency: str, value: str, mollie: Mollie, fake: FakeMollie
) -> None:
    made = order(amount=amount, currency=currency)
    page = await mollie.begin(MERCHANT, made)
    assert fake.payments[page.reference]["amount"] == {"currency": currency, "value": value}
    fake.pay(page.reference)
    event = await mollie.look(MERCHANT, page_of(made, page))
    assert event is not None
    assert (event.kind, event.amount, event.currency) == ("paid", amount, currency)


@pytest.mark.parametrize("url", ["https://w.example/callbacks", "http://localhost:8080/callbacks"])
async def test_sends_only_addresses_that_mollie_can_call(url: str, mollie: Mollie, fake: FakeMollie) -> None:
    page = await mollie.begin(MERCHANT, order(webhook_url=url, title="x" * 300))
    assert fake.payments[page.reference]["webhookUrl"] == (url if url.startswith("https") else None)


async def test_says_what_became_of_a_page(mollie: Mollie, fake: FakeMollie) -> None:
    made = order()
    page = await mollie.begin(MERCHANT, made)
    assert page.url is not None
    assert await mollie.look(MERCHANT, page_of(made, page)) is None
    with pytest.raises(StillOpenError) as open_page:
        await mollie.end(MERCHANT, page_of(made, page))
    assert open_page.value.until is not None
    assert open_page.value.until > clock.now()
    fake.expire(page.reference)
    assert (await mollie.end(MERCHANT, page_of(made, page))).kind == "cancelled"
    assert (await mollie.begin(MERCHANT, structs.replace(made, reference=page.reference))).url is None


async def test_reads_lists_of_several_pages_up_to_a_time(mollie: Mollie, fake: FakeMollie) -> None:
    page = await mollie.begin(MERCHANT, order())
    fake.pay(page.reference)
    paid = fake.payments[page.reference]
    old = clock.rfc3339(clock.now() - timedelta(days=40))
    fake.payments = {
        f"tr_{n}": {**paid, "id": f"tr_{n}", "createdAt": old if n < 10 else paid["createdAt"]}
        for n in range(620)
    }
    since = clock.now() - timedelta(hours=1)
    assert len(await mollie.charges(MERCHANT, since)) == 610
    assert len(await mollie.events(MERCHANT, since)) == 610
    assert fake.calls.count("GET /v2/payments") == 6


async def test_lists_are_cut_off_before_they_take_all_the_time(
    mollie: Mollie, fake: FakeMollie, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Polls use the newest pages; reconciliation refuses a partial list."""
    monkeypatch.setattr(mollie_call, "MOST_PAGES", 2)
    page = await mollie.begin(MERCHANT, order())
    fake.pay(page.reference)
    paid = fake.payments[page.reference]
    fake.payments = {f"tr_{n}": {**paid, "id": f"tr_{n}"} for n in range(620)}
    since = clock.now() - timedelta(hours=1)
    found = await mollie.events(MERCHANT, since)
    assert {each.event_id for each in found} == {f"answer:tr_{n}:paid" for n in range(120, 620)}
    assert fake.calls.count("GET /v2/payments") == 2
    with pytest.raises(ProviderUnavailableError, match="more than 500 payments"):
        await mollie.charges(MERCHANT, since)


async def test_tells_errors_apart(mollie: Mollie, fake: FakeMollie) -> None:
    with pytest.raises(ProviderRefusedError, match="invalid_amount"):
        await mollie.begin(MERCHANT, order(currency="KWD", amount=12))  # unsupported by Mollie
    fake.refused_before = 1.0
    with pytest.raises(ProviderFailedError):
        await mollie.begin(MERCHANT, order())
    fake.refused_before, fake.lost_after = 0.0, 1.0
    with pytest.raises(ProviderUnavailableError):
        await mollie.begin(MERCHANT, order())
    fake.lost_after = 0.0
    assert await mollie.events_of(MERCHANT, "tr_unknown") == []
    fake.keys.clear()
    with pytest.raises(ProviderUnavailableError, match="http_401"):
        await mollie.events_of(MERCHANT, "tr_unknown")


def test_knows_its_currencies() -> None:
    assert limits_of("mollie", "EUR") is not None
    assert limits_of("mollie", "KWD") is None
