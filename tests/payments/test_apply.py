"""Single provider events: ledger transfers, payment status and emitted events."""

from datetime import timedelta
from typing import Any

import pytest
import structlog
from msgspec import structs
from structlog.testing import capture_logs

from tests.contributions import giving
from tests.later import another_time
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout import ProviderEvent
from wellwish.payments import apply
from wellwish.payments.resolve import resolve

MERCHANT, AMOUNT = "sandbox:operator", 3900
HELD, CLEARING, DISPUTES = f"provider:{MERCHANT}", f"clearing:{MERCHANT}", f"disputes:{MERCHANT}"


class Payment:
    """A purchase; the tests report its payment in the provider's place, with unique event IDs."""

    def __init__(self, person: Person, payment_id: str) -> None:
        self.person, self.world, self.id = person, person.world, payment_id

    async def told(self, kind: Any, **fields: Any) -> apply.Outcome:
        """Applies an event, with a unique ID unless one is given, and runs the resulting jobs."""
        fact = ProviderEvent(
            merchant=MERCHANT, event_id=ids.new("sev"), kind=kind, account_id=self.person.account_id,
            payment_id=self.id, amount=AMOUNT, currency="USD", occurred_at=clock.now(),
        )  # fmt: skip
        outcome = await apply.take(self.world.services, structs.replace(fact, **fields))
        await self.world.work()
        return outcome

    async def shown(self) -> dict[str, Any]:
        return await buying.payment(self.person, self.id)

    async def failure(self) -> str | None:
        return await self.world.owner.fetchval("select failure from payments where id = $1", self.id)

    async def state(self) -> tuple[str, int, int]:
        """Returns status, refunded amount and version."""
        found = await self.shown()
        return found["status"], found["refunded"]["amount"], found["version"]

    async def booked(self, movement: str) -> list[tuple[str, str, int]]:
        """Returns debit, credit and amount of a movement's transfers."""
        rows = await self.world.owner.fetch(
            "select debit, credit, amount, payment_id, currency from ledger where movement = $1 order by leg",
            movement,
        )
        assert {(row[3], row[4]) for row in rows} <= {(self.id, "USD")}
        return [(row[0], row[1], row[2]) for row in rows]

    async def last(self) -> tuple[str, dict[str, Any]]:
        """Returns the payment's last event without the fields common to all."""
        kind, data = [each for each in await buying.told_events(self.person) if each[0].startswith("pay")][-1]
        assert data.pop("payment_id") == self.id
        assert data.pop("purpose") == "bundle_purchase"
        assert data.pop("bundle_purchase_id").startswith("bp_")
        return kind, data

    async def asked_back(self) -> str:
        """Returns a refund that was requested but not sent."""
        answer = await buying.refund(self.person, self.id)
        assert answer.status_code == 201, answer.text
        await self.world.owner.execute("delete from jobs where kind = 'payments.send_refund'")
        return answer.json()["id"]


async def waiting(person: Person) -> Payment:
    return Payment(person, (await buying.buy(person))["payment_id"])


async def paid(person: Person) -> Payment:
    made = await waiting(person)
    assert await made.told("paid", fee=143, provider_reference="pi_1") == "applied"
    return made


async def kept(world: World) -> list[tuple[str, str]]:
    """Returns kind and outcome of the stored provider events, in order of arrival."""
    rows = await world.owner.fetch("select kind, outcome from provider_events order by created_at, id")
    return [(row[0], row[1]) for row in rows]


async def test_books_a_payment_with_its_fee(world: World, alice: Person) -> None:
    made = await paid(alice)
    assert await made.booked(f"paid:{made.id}") == [
        (HELD, CLEARING, AMOUNT),
        (f"fees:{MERCHANT}", HELD, 143),
    ]
    assert await made.booked(f"accepted:{made.id}") == [(CLEARING, "sales:bundles", AMOUNT)]
    assert await made.state() == ("succeeded", 0, 2)
    assert await made.last() == ("payment.succeeded", {"status": "succeeded"})
    row = await world.owner.fetchrow("select fee, failure, provider_reference, succeeded_at from payments")
    assert row is not None
    assert (row["fee"], row["failure"], row["provider_reference"]) == (143, None, "pi_1")
    assert row["succeeded_at"] is not None
    assert await made.told("paid") == "nothing"
    assert await made.told("failed") == "nothing"
    assert await made.state() == ("succeeded", 0, 2)
    assert await kept(world) == [("paid", "applied"), ("paid", "nothing"), ("failed", "nothing")]


async def test_books_no_fee_where_none_is_known(world: World, alice: Person) -> None:
    made = await waiting(alice)
    assert await made.told("paid") == "applied"
    assert await made.booked(f"paid:{made.id}") == [(HELD, CLEARING, AMOUNT)]


async def test_takes_one_event_once(world: World, alice: Person) -> None:
    made = await waiting(alice)
    assert [await made.told("paid", event_id="sev_1") for _ in range(3)] == ["applied", "nothing", "nothing"]
    assert await made.told("failed", event_id="sev_1") == "nothing"
    row = await world.owner.fetchrow(
        "select merchant, id, kind, account_id, payment_id, amount, currency, outcome from provider_events"
    )
    assert row is not None
    assert tuple(row.values()) == (
        MERCHANT, "sev_1", "paid", alice.account_id, made.id, AMOUNT, "USD", "applied",
    )  # fmt: skip


async def test_distinguishes_events_of_two_merchants_with_one_id(alice: Person) -> None:
    made = await waiting(alice)
    other = f"sandbox:{alice.account_id}"
    assert await made.told("paid", event_id="sev_1", merchant=other) == "mismatch"
    assert await made.told("paid", event_id="sev_1") == "applied"


async def test_ends_what_was_declined_or_left(world: World, alice: Person) -> None:
    for kind, failure in (("failed", "declined"), ("cancelled", None)):
        made = await waiting(alice)
        assert await made.told(kind) == "applied"
        assert await made.state() == (kind, 0, 2)
        assert await made.failure() == failure
        assert await made.last() == (f"payment.{kind}", {"status": kind})
        assert await made.told("cancelled") == "nothing"
        assert await made.state() == (kind, 0, 2)
        assert await made.told("paid", fee=143) == "applied", "the provider has the money after all"
        assert await made.state() == ("succeeded", 0, 3)
        assert await made.failure() is None


async def test_a_debit_under_way_can_fail_and_is_not_cancelled(alice: Person) -> None:
    """The end of the provider's page ends only payments that wait for the payer."""
    left, debit = await waiting(alice), await waiting(alice)
    assert await debit.told("processing") == "applied"
    assert await left.told("cancelled") == "applied"
    assert await debit.told("cancelled") == "nothing"
    assert ((await left.shown())["status"], (await debit.shown())["status"]) == ("cancelled", "processing")
    assert await debit.told("failed") == "applied"
    assert (await debit.shown())["status"] == "failed"


async def test_ignores_events_that_do_not_match_the_payment(world: World, alice: Person) -> None:
    made = await waiting(alice)
    for fields in (
        {"amount": AMOUNT - 1},
        {"currency": "EUR"},
        {"merchant": "stripe:operator"},
        {"merchant": f"sandbox:{alice.account_id}"},
    ):
        assert await made.told("paid", **fields) == "mismatch"
    for fields in ({"payment_id": ids.new("pay")}, {"account_id": world.bob.account_id}, {"account_id": None},
                   {"account_id": "somebody"}, {"payment_id": None}):  # fmt: skip
        assert await made.told("paid", **fields) == "unknown"
    assert await made.state() == ("pending", 0, 2)
    assert await world.owner.fetchval("select count(*) from ledger") == 0
    assert [outcome for _, outcome in await kept(world)] == ["mismatch"] * 4 + ["unknown"] * 5


async def test_shows_the_account_once_what_contradicts_its_payment(world: World, alice: Person) -> None:
    made = await paid(alice)
    for number in (1, 2):
        fields = {"event_id": f"sev_{number}", "refund_id": ids.new("rfd")}
        assert await made.told("refunded", **fields) == "mismatch"
        assert await made.told("refunded", **fields) == "nothing"
    assert await made.last() == ("payment.mismatched", {})
    kinds = [kind for kind, _ in await buying.told_events(alice)]
    assert kinds.count("payment.mismatched") == 1
    shown = await made.shown()
    assert shown["mismatched_at"] is not None
    assert (shown["status"], shown["refundable"]["amount"]) == ("succeeded", AMOUNT)
    async with world.services.db.transaction() as tx:
        await resolve(tx, "sev_1", "Explained", None)
    assert (await made.shown())["mismatched_at"] is not None, "the other is not explained"
    async with world.services.db.transaction() as tx:
        await resolve(tx, "sev_2", "Explained", None)
    after = await made.shown()
    assert (after["mismatched_at"], after["version"]) == (None, shown["version"] + 1)
    assert await made.told("refunded", event_id="sev_3", refund_id=ids.new("rfd")) == "mismatch"
    assert (await made.shown())["mismatched_at"] is not None


async def test_another_merchant_contradicts_no_payment(alice: Person) -> None:
    """Accounts know their webhook secret, so they can sign any event."""
    made = await paid(alice)
    assert await made.told("refunded", merchant=f"sandbox:{alice.account_id}") == "mismatch"
    assert (await made.shown())["mismatched_at"] is None
    assert await made.state() == ("succeeded", 0, 2)


@pytest.mark.parametrize(
    ("fields", "outcome"), [({"amount": 1}, "mismatch"), ({"payment_id": ids.new("pay")}, "unknown")]
)
async def test_alarms_once_of_what_does_not_fit(
    fields: dict[str, Any], outcome: str, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await waiting(alice)
    # The module's logger is cached since its first use.
    monkeypatch.setattr(apply, "log", structlog.get_logger("fresh"))
    with capture_logs() as logged:
        assert await made.told("paid", event_id="sev_1", **fields) == outcome
        assert await made.told("paid", event_id="sev_1", **fields) == "nothing"
        assert await made.told("paid", event_id="sev_2") == "applied"
    alarms = [each for each in logged if each["log_level"] == "error"]
    assert alarms == [
        {
            "event": "provider event does not match", "log_level": "error", "merchant": MERCHANT,
            "provider_event": "sev_1", "kind": "paid", "outcome": outcome,
        }
    ]  # fmt: skip


@pytest.mark.parametrize("written", ["somebody", "pay_\0", "pay_" + "z" * 10_000])
async def test_does_not_store_malformed_ids_of_an_event(written: str, world: World, alice: Person) -> None:
    """Accounts can sign any event with their webhook secret."""
    made = await waiting(alice)
    assert await made.told("paid", payment_id=written) == "unknown"
    assert await made.told("paid", account_id=written) == "unknown"
    rows = await world.owner.fetch("select account_id, payment_id from provider_events order by created_at")
    assert [tuple(row.values()) for row in rows] == [(alice.account_id, None), (None, made.id)]


async def test_keeps_early_events_until_the_payment_succeeds(world: World, alice: Person) -> None:
    made = await waiting(alice)
    at = clock.now()
    for kind in ("refunded", "refund_failed", "disputed", "dispute_won", "dispute_lost"):
        at += timedelta(seconds=1)
        fields = {"event_id": f"sev_{kind}", "reference": "re_1", "occurred_at": at}
        assert await made.told(kind, **fields) == "waiting"
    assert {outcome for _, outcome in await kept(world)} == {"waiting"}
    # A duplicate of a waiting event changes nothing.
    assert await made.told("disputed", event_id="sev_disputed", reference="re_1") == "waiting"
    assert await made.told("paid", event_id="sev_paid") == "applied"
    # Applied once each in the order of their times: refunded and reversed; disputed, won, and no longer lost.
    assert sorted(await kept(world)) == [
        ("dispute_lost", "nothing"), ("dispute_won", "applied"), ("disputed", "applied"), ("paid", "applied"),
        ("refund_failed", "applied"), ("refunded", "applied"),
    ]  # fmt: skip
    assert (await made.state())[:2] == ("succeeded", 0)
    assert await world.owner.fetchval("select count(body) from provider_events") == 0
    assert await buying.in_the_ledger(world) == {"USD": AMOUNT}


async def test_books_a_refund_that_was_made(world: World, alice: Person) -> None:
    made = await paid(alice)
    refund_id = await made.asked_back()
    assert await made.booked(f"refund:{refund_id}") == [("refunds:bundles", CLEARING, AMOUNT)]
    assert await made.told("refunded", refund_id=refund_id, amount=AMOUNT - 1) == "mismatch"
    assert await made.told("refunded", refund_id=refund_id, reference="re_1") == "applied"
    assert await made.booked(f"refunded:{refund_id}") == [(CLEARING, HELD, AMOUNT)]
    assert await made.state() == ("refunded", AMOUNT, 5)
    assert await made.last() == ("payment.refunded", {"refund_id": refund_id})
    row = await world.owner.fetchrow("select status, provider_reference from refunds")
    assert row is not None
    assert tuple(row.values()) == ("succeeded", "re_1")
    assert await made.told("refunded", reference="re_1") == "nothing"
    assert await made.told("refunded", refund_id=ids.new("rfd"), reference="re_2") == "mismatch"


async def test_ignores_a_second_success_after_a_refund(alice: Person) -> None:
    made = await paid(alice)
    assert await made.told("refunded", refund_id=await made.asked_back(), reference="re_1") == "applied"
    before = await made.state()
    assert before[:2] == ("refunded", AMOUNT)
    assert await made.told("paid", fee=143, provider_reference="pi_1") == "nothing"
    assert await made.state() == before


async def test_ends_a_bundle_during_a_dispute(alice: Person) -> None:
    made = await paid(alice)
    bundle = (await made.shown())["bundle_purchase_id"]
    for kind, status in (("disputed", "refunded"), ("dispute_won", "active")):
        assert await made.told(kind, reference="dp_1") == "applied"
        sql = "select status from bundle_purchases where id = $1"
        assert await alice.world.owner.fetchval(sql, bundle) == status


@pytest.mark.parametrize("back", ["won dispute", "failed refund"])
async def test_a_bundle_that_comes_back_keeps_its_dates_and_gets_no_second_receipt(
    world: World, alice: Person, back: str
) -> None:
    made = await paid(alice)
    bundle = (await made.shown())["bundle_purchase_id"]
    sql = "select status, payment_status, purchased_at, expires_at from bundle_purchases where id = $1"
    before = await world.owner.fetchrow(sql, bundle)
    with another_time():
        clock.move(timedelta(days=3))
        alice.token = None
        refund_id = None if back == "won dispute" else await made.asked_back()
        if refund_id is None:
            assert await made.told("disputed", reference="dp_1") == "applied"
        assert await world.owner.fetchval(sql, bundle) == "refunded"  # the control
        if refund_id is None:
            assert await made.told("dispute_won", reference="dp_1") == "applied"
        else:
            assert await made.told("refund_failed", refund_id=refund_id, reference="re_1") == "applied"
        assert await world.owner.fetchrow(sql, bundle) == before
    alice.token = None
    assert await world.owner.fetchval("select count(*) from messages where kind = 'receipt'") == 1


async def test_takes_a_refund_back_that_failed(world: World, alice: Person) -> None:
    made = await paid(alice)
    refund_id = await made.asked_back()
    assert await made.told("refund_failed", refund_id=ids.new("rfd")) == "mismatch"
    assert await made.told("refund_failed", refund_id=refund_id, amount=1) == "mismatch"
    assert await made.told("refund_failed", refund_id=refund_id, reference="re_1") == "applied"
    back = [(CLEARING, "refunds:bundles", AMOUNT)]
    assert await made.booked(f"refund_failed:{refund_id}") == back
    assert await made.state() == ("succeeded", 0, 5)
    assert (await made.shown())["refunds"][0]["status"] == "failed"
    assert await made.last() == ("payment.refund_failed", {"refund_id": refund_id})
    assert await made.told("refund_failed", refund_id=refund_id) == "nothing"
    row = await world.owner.fetchrow("select status, provider_reference from refunds")
    assert row is not None
    assert tuple(row.values()) == ("failed", "re_1")
    assert (await buying.refund(alice, made.id)).status_code == 201, "all of it can be asked for again"


async def test_takes_a_refund_back_that_came_back_later(world: World, alice: Person) -> None:
    made = await paid(alice)
    refund_id = await made.asked_back()
    await made.told("refunded", refund_id=refund_id, reference="re_1")
    assert await made.told("refund_failed", reference="re_1") == "applied"
    assert await made.booked(f"refund_failed:{refund_id}") == [
        (HELD, CLEARING, AMOUNT),
        (CLEARING, "refunds:bundles", AMOUNT),
    ]
    assert await made.state() == ("succeeded", 0, 5)
    assert await buying.in_the_ledger(world, "clearing") == {}


async def test_books_refunds_that_were_made_at_the_provider(world: World, alice: Person) -> None:
    made = await paid(alice)
    assert await made.told("refunded", reference=None, amount=100) == "mismatch"
    assert await made.told("refunded", reference="re_0", amount=AMOUNT + 1) == "mismatch"
    assert await made.told("refunded", reference="re_1", amount=100) == "applied"
    assert await made.state() == ("partially_refunded", 100, 5)
    row = await world.owner.fetchrow("select id, status, amount, currency, provider_reference from refunds")
    assert row is not None
    assert tuple(row.values())[1:] == ("succeeded", 100, "USD", "re_1")
    assert row["id"].startswith("rfd_")
    await world.owner.execute("update payments set refunding = 100")
    assert await made.told("refunded", event_id="sev_2", reference="re_2", amount=AMOUNT - 199) == "waiting"
    await world.owner.execute("delete from provider_events where id = 'sev_2'")
    await world.owner.execute("update payments set refunding = 0")
    assert await made.booked(f"refund:{row['id']}") == [("refunds:bundles", CLEARING, 100)]
    assert await made.booked(f"refunded:{row['id']}") == [(CLEARING, HELD, 100)]
    assert await made.told("refunded", reference="re_2", amount=AMOUNT - 99) == "waiting"
    await world.owner.execute("delete from provider_events where outcome = 'waiting'")
    assert await made.told("refunded", reference="re_3", amount=AMOUNT - 100) == "applied"
    assert (await made.state())[:2] == ("refunded", AMOUNT)
    assert await made.told("refund_failed", reference="re_1", amount=100) == "applied"
    assert (await made.state())[:2] == ("partially_refunded", AMOUNT - 100)


async def test_books_the_fee_of_a_dispute_and_its_return_on_the_merchants_accounts(alice: Person) -> None:
    made, fees = await paid(alice), f"fees:{MERCHANT}"
    assert await made.told("disputed", reference="dp_1", fee=1500) == "applied"
    assert await made.booked("disputed:dp_1") == [(DISPUTES, HELD, AMOUNT), (fees, HELD, 1500)]
    assert await made.told("dispute_won", reference="dp_1", fee=-1500) == "applied"
    assert await made.booked("dispute_over:dp_1") == [(HELD, DISPUTES, AMOUNT), (HELD, fees, 1500)]


async def test_freezes_what_is_disputed_and_frees_what_was_won(world: World, alice: Person) -> None:
    made = await paid(alice)
    assert await made.told("disputed", reference="dp_1") == "applied"
    assert await made.booked("disputed:dp_1") == [(DISPUTES, HELD, AMOUNT)]
    assert await made.state() == ("disputed", 0, 3)
    assert await made.last() == ("payment.disputed", {"status": "disputed"})
    assert (await buying.refund(alice, made.id)).json()["code"] == "payment_state"
    assert await made.told("disputed", reference="dp_1") == "nothing"
    assert await made.told("dispute_won", reference="dp_1") == "applied"
    assert await made.booked("dispute_over:dp_1") == [(HELD, DISPUTES, AMOUNT)]
    assert await made.state() == ("succeeded", 0, 4)
    assert await made.last() == ("payment.dispute_closed", {"won": True})
    assert await world.owner.fetchval("select disputed_at from payments") is None
    assert await made.told("dispute_won", reference="dp_1") == "nothing", "the provider returned it once"
    assert await buying.in_the_ledger(world) == {"USD": AMOUNT - 143}


async def test_books_a_lost_dispute_and_marks_the_payment_as_lost(world: World, alice: Person) -> None:
    made = await paid(alice)
    with another_time():
        assert await made.told("disputed") == "applied", "without a name of its own it has the payment's"
        assert await made.told("dispute_lost") == "applied"
    assert await made.booked(f"disputed:{made.id}") == [(DISPUTES, HELD, AMOUNT)]
    assert await made.booked(f"dispute_over:{made.id}") == [("refunds:bundles", DISPUTES, AMOUNT)]
    assert (await made.state())[0] == "lost"
    assert await made.last() == ("payment.dispute_closed", {"won": False})
    assert await made.told("dispute_lost") == "nothing"


async def test_keeps_a_refund_s_state_through_a_dispute(world: World, alice: Person) -> None:
    for amount, status in ((100, "partially_refunded"), (AMOUNT, "refunded")):
        made = await paid(alice)
        await made.told("refunded", reference=f"re_{amount}", amount=amount)
        await made.told("disputed", reference=f"dp_{amount}", amount=50)
        assert (await made.state())[:2] == ("disputed", amount)
        await made.told("dispute_won", reference=f"dp_{amount}", amount=50)
        assert (await made.state())[:2] == (status, amount)
    made = await paid(alice)
    await made.told("disputed", reference="dp_x", amount=50)
    assert await made.told("refunded", reference="re_x", amount=100) == "applied"
    assert (await made.state())[:2] == ("disputed", 100)
    assert await made.told("refund_failed", reference="re_x", amount=100) == "applied"
    assert (await made.state())[:2] == ("disputed", 0)


async def test_books_refunds_and_disputes_of_gifts_on_the_card(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"])
    made, merchant = Payment(alice, gift["money"]["payment_id"]), f"sandbox:{alice.account_id}"
    given = {"merchant": merchant, "currency": "EUR"}
    refunds, clearing = f"refunds:{card['id']}", f"clearing:{merchant}"
    await made.told("refunded", reference="re_1", amount=200, **given)
    await made.told("refund_failed", reference="re_1", amount=200, **given)
    await made.told("disputed", reference="dp_1", amount=1250, **given)
    await made.told("dispute_lost", reference="dp_1", amount=1250, **given)
    rows = await world.owner.fetch(
        "select debit, credit from ledger where debit = $1 or credit = $1", refunds
    )
    assert {(row[0], row[1]) for row in rows} == {
        (refunds, clearing), (clearing, refunds), (refunds, f"disputes:{merchant}"),
    }  # fmt: skip
