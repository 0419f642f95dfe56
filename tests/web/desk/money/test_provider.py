"""Connect, check and remove the payment provider at the desk."""

import inspect
import re
from collections.abc import AsyncGenerator
from datetime import timedelta

import pytest

from tests.fakes.stripe import FakeStripe
from tests.later import another_time
from tests.payments import striped
from tests.payments.mollie.paying import at_mollie
from tests.web.desk.people import signed_in
from tests.web.desk.pressing import press
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base import clock
from wellwish.infra.checkout import mollie, stripe_account, stripe_setup
from wellwish.web.desk.money import provider

pytestmark = pytest.mark.anyio
PAGE, API = "/account/payment-provider", "/api/payment-provider"
CONNECT, CHECK, REMOVE, FEES = (f"{PAGE}/{each}" for each in ("connect", "check", "remove", "fees"))
KEY, SECRET = "sk_test_ofalice00", "whsec_ofalice00"


@pytest.fixture
async def stripe(world: World) -> AsyncGenerator[FakeStripe]:
    """Configures a fake Stripe with alice's key."""
    async with striped.at_stripe(world) as fake:
        fake.keys[KEY] = "acct_1ofalice00"
        yield fake


def version_of(visitor: Visitor) -> str:
    found = re.search(r'name="version" value="([0-9]+)"', visitor.page)
    assert found is not None
    return found[1]


async def test_connects_checks_and_removes_a_provider(alice: Person, stripe: FakeStripe) -> None:
    del stripe
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    assert "sandbox" in visitor.page
    assert (await press(visitor, CONNECT, secret_key=f" {KEY} ", webhook_secret=SECRET)).status_code == 303
    await visitor.open(visitor.next)
    for words in ("The provider accepts the key.", "acct_1ofalice00", "sk_test_...ce00", "Test money only"):
        assert words in visitor.page
    assert f"/callbacks/payments/stripe/{alice.account_id}" in visitor.page
    assert (await press(visitor, CHECK)).status_code == 303
    assert (await press(visitor, REMOVE)).status_code == 303
    assert (await alice.get(API)).json()["provider"] == "sandbox"


async def test_a_typed_secret_is_never_shown_again(alice: Person, stripe: FakeStripe) -> None:
    stripe.refused_before = 0.0
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    for key, webhook_secret, status in (
        (KEY, "x" * 20, 422),
        ("sk_test_unknown00", SECRET, 422),
        (KEY, SECRET, 303),
    ):
        assert (await press(visitor, CONNECT, secret_key=key, webhook_secret=webhook_secret)).status_code == (
            status
        )
        assert not any(each in visitor.page for each in (key, webhook_secret))
    await visitor.open(PAGE)
    assert not any(each in visitor.page for each in (KEY, SECRET))


@pytest.mark.parametrize(
    ("key", "field", "says"),
    [
        ("", "secret_key", "which starts with sk_ or rk_"),
        ("pk_test_12345678", "secret_key", "which starts with sk_ or rk_"),
        ("sk_test_nobodys00", "secret_key", "invalid, expired or revoked"),
        ("sk_test_denied00", "secret_key", "also allow it to: read events, write Checkout Sessions."),
        ("sk_live_unready00", "secret_key", "Complete its onboarding"),
    ],
)
async def test_a_key_that_would_not_work_is_a_message_at_its_field(
    key: str, field: str, says: str, alice: Person, stripe: FakeStripe
) -> None:
    stripe.keys |= {"sk_test_denied00": "acct_1r", "sk_live_unready00": "acct_1u"}
    stripe.denied["sk_test_denied00"] = {"event_read", "checkout_session_write"}
    stripe.unready.add("acct_1u")
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    assert (await press(visitor, CONNECT, secret_key=key)).status_code == 422
    assert says in visitor.page
    assert f'aria-describedby="{field}-hint {field}-fault"' in visitor.page
    assert (await alice.get(API)).json()["provider"] == "sandbox"


def test_each_refusal_of_a_key_is_translated() -> None:
    source = inspect.getsource(stripe_account) + inspect.getsource(mollie)
    sentences = set(re.findall(r'ProviderRefusedError\(\s*"([^"]+)"', source))
    assert len(sentences) >= 3
    assert sentences == set(provider.REFUSED)


async def test_says_which_permissions_a_connected_key_has_lost(alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    visitor = await signed_in(alice, **{"Accept-Language": "de"})
    await visitor.open(PAGE)
    stripe.denied[KEY] = {"event_read"}
    assert (await press(visitor, CHECK)).status_code == 409
    assert "Ereignisse lesen" in visitor.page
    assert "read events" not in visitor.page
    stripe.denied.clear()
    assert (await press(visitor, CHECK)).status_code == 303  # the control


async def test_names_what_to_set_at_stripe(alice: Person, stripe: FakeStripe) -> None:
    """The page lists the permissions that the check requires and the events that we read."""
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    for permission in stripe_setup.PERMISSIONS:
        assert permission in visitor.page
    await striped.own_key(stripe, alice)
    await visitor.open(PAGE)
    assert len(stripe_setup.ENDPOINT_EVENTS) == 13
    assert "\n".join(stripe_setup.ENDPOINT_EVENTS) + "</textarea>" in visitor.page
    assert 'data-copy="events"' in visitor.page
    german = await signed_in(alice, **{"Accept-Language": "de"})
    await german.open(PAGE)
    assert "Ereignisse lesen" in german.page


async def test_states_the_fees_of_the_provider(alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    visitor = await signed_in(alice)
    for currency, percent, fixed in (("EUR", "1,5 %", "0.25"), ("JPY", "3.6", "0"), ("EUR", "1.9", "€0.30")):
        await visitor.open(PAGE)
        sent = {"currency": currency, "basis_points": percent, "fixed": fixed}
        assert (await press(visitor, FEES, **sent)).status_code == 303
    await visitor.open(visitor.next)
    assert "Saved." in visitor.page
    assert "<b>EUR</b> 1.9% and €0.30" in visitor.page
    assert "<b>JPY</b> 3.6%<" in visitor.page
    assert (await alice.get(API)).json()["fees"] == [
        {"currency": "EUR", "basis_points": 190, "fixed": 30},
        {"currency": "JPY", "basis_points": 360, "fixed": 0},
    ]
    fields = {"form_token": visitor.token(), "version": version_of(visitor), "forget": "EUR"}
    assert (await visitor.press(FEES, **fields)).status_code == 303
    assert [each["currency"] for each in (await alice.get(API)).json()["fees"]] == ["JPY"]
    # A fee of dinars would have no effect: Stripe takes only round amounts.
    assert '<option value="JPY"' in visitor.page
    assert '<option value="KWD"' not in visitor.page


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"basis_points": "a few"}, "Enter a percentage from 0 to 20"),
        ({"basis_points": "1.555"}, "Enter a percentage from 0 to 20"),
        ({"basis_points": "20.01"}, "Enter a percentage from 0 to 20"),
        ({"fixed": ""}, "Enter an amount in the currency"),
        ({"fixed": "1.234,567"}, "Enter an amount in the currency"),
        ({"currency": "XXX"}, "Enter an amount in the currency"),
    ],
)
async def test_a_fee_that_is_not_understood_is_a_message_at_its_field(
    changed: dict[str, str], says: str, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    sent = {"currency": "EUR", "basis_points": "1.5", "fixed": "0.25", **changed}
    assert (await press(visitor, FEES, **sent)).status_code == 422
    assert says in visitor.page
    assert (await alice.get(API)).json()["fees"] == []


async def test_shows_a_change_in_between(alice: Person, stripe: FakeStripe) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    await striped.own_key(stripe, alice, "another")
    for action in (CONNECT, REMOVE):
        fields = {"form_token": visitor.token(), "version": "1", "secret_key": KEY}
        assert (await visitor.press(action, **fields)).status_code == 409
        assert "acct_1ofanother00" in visitor.page
    assert (await alice.get(API)).json()["merchant_id"] == "acct_1ofanother00"
    assert (await press(visitor, CONNECT, secret_key=KEY)).status_code == 303


async def test_asks_to_try_again_while_stripe_is_away(alice: Person, stripe: FakeStripe) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    stripe.refused_before = 1.0
    answer = await press(visitor, CONNECT, secret_key=KEY)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert "reached right now, so nothing was changed" in visitor.page
    assert (await alice.get(API)).json()["provider"] == "sandbox"


async def test_changes_need_a_recent_sign_in(alice: Person, stripe: FakeStripe) -> None:
    del stripe
    with another_time():
        visitor = await signed_in(alice)
        await visitor.open(PAGE)
        fields = {"form_token": visitor.token(), "version": "1", "secret_key": KEY}
        clock.move(timedelta(minutes=10, seconds=1))
        await visitor.open(PAGE)
        assert "secret_key" not in visitor.page
        for action in (CONNECT, REMOVE, FEES):
            assert (await visitor.press(action, **fields)).status_code == 303
            assert visitor.next.startswith("/sign-in?next=")
    alice.token = None
    assert (await alice.get(API)).json()["merchant_id"] is None
    visitor = await signed_in(alice)
    fields["form_token"] = (await visitor.open(PAGE)) and visitor.token()
    assert (await visitor.press(CONNECT, **fields)).status_code == 303  # the control


async def test_a_member_sees_nothing_and_changes_nothing(alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    visitor = await signed_in(alice)
    await visitor.open(PAGE)
    sent = {"form_token": visitor.token(), "version": "2", "secret_key": KEY}
    role = "update memberships set role = $1 where user_id = $2"
    await alice.world.owner.execute(role, "member", alice.user_id)
    assert (await visitor.open(PAGE)).status_code == 403
    assert "acct_" not in visitor.page
    for action in (CONNECT, CHECK, REMOVE, FEES):
        assert (await visitor.press(action, **sent)).status_code == 403
    await alice.world.owner.execute(role, "owner", alice.user_id)
    assert (await alice.get(API)).json()["merchant_id"] == "acct_1ofalice00"
    assert (await visitor.press(REMOVE, **{**sent, "form_token": "1.x"})).status_code == 403
    assert (await visitor.press(f"{PAGE}/erase", **sent)).status_code == 404
    assert (await visitor.press(REMOVE, **sent)).status_code == 303  # the control


async def test_connects_a_key_of_mollie(alice: Person) -> None:
    key = "test_" + "a" * 30
    async with at_mollie(alice.world) as fake:
        fake.keys[key] = "pfl_alice"
        visitor = await signed_in(alice)
        await visitor.open(PAGE)
        for typed, secret, says in (
            ("test_" + "b" * 30, "", "Mollie does not accept this key: it is invalid or revoked."),
            (key, SECRET, "For Mollie, leave this empty."),
        ):
            assert (await press(visitor, CONNECT, secret_key=typed, webhook_secret=secret)).status_code == 422
            assert says in visitor.page
        assert (await press(visitor, CONNECT, secret_key=key)).status_code == 303
        await visitor.open(visitor.next)
        for words in (
            "The provider accepts the key.",
            "pfl_alice",
            "test_...aaaa",
            "report fees, payouts or invoices",
        ):
            assert words in visitor.page
        assert "/callbacks/" not in visitor.page
        assert (await press(visitor, CHECK)).status_code == 303
        assert (await press(visitor, REMOVE)).status_code == 303
