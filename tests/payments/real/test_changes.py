"""All sequences in which a giver changes the choice: never two payments, never a wrong sentence.

The whole run has 100 shards, divided among workers: ``pytest -n 2 -m full
tests/payments/real/test_changes.py``.
"""

import zlib

import pytest

from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.real import changes
from tests.payments.real.changes import ENDINGS, STEPS
from tests.world import World

SAMPLE = 24  # of 6,790 sequences, at a quarter of a second each
SHARDS = 20  # per ending


def is_idle(steps: tuple[str, ...]) -> bool:
    """Returns whether a step sends nothing, so that the sequence equals a shorter one with another salt.

    A payer cannot pay before a payment page is open, nor twice in the same page: each choice closes the
    previous page, so at most one is open. Nobody can return before leaving, and the second tab's form was
    opened before the first choice.
    """
    for number, step in enumerate(steps):
        before = steps[:number]
        if step == "pay" and (not {*STEPS[:2]} & {*before} or before[-1] == "pay"):
            return True
        if step in ("back", "tab") and not {*STEPS[:4]} & {*before}:
            return True
    return False


def distinct() -> list[tuple[str, ...]]:
    """Returns the sequences without idle steps."""
    return [steps for steps in changes.sequences(4) if not is_idle(steps)]


def sampled() -> list[tuple[tuple[str, ...], str]]:
    """Returns a deterministic sample with each ending and each first step."""
    every = [(steps, ending) for steps in distinct() for ending in ENDINGS if len(steps) > 2]
    return sorted(every, key=lambda each: zlib.crc32(repr(each).encode()))[:SAMPLE]


async def all_right(world: World, stripe: FakeStripe) -> None:
    assert await buying.in_the_ledger(world) == stripe.held()
    assert await buying.in_the_ledger(world, "clearing") == {}


@pytest.mark.parametrize(
    ("steps", "ending"), sampled(), ids=lambda value: "-".join(value) if isinstance(value, tuple) else value
)
async def test_a_giver_pays_once_and_reads_what_is_true(
    steps: tuple[str, ...], ending: str, world: World, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, world.alice)
    await changes.run(world, stripe, steps, ending)
    await all_right(world, stripe)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.full
async def test_in_every_order_up_to_four_changes(
    shard: int, ending: str, world: World, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, world.alice)
    for steps in distinct()[shard::SHARDS]:
        await changes.run(world, stripe, steps, ending)
    await all_right(world, stripe)


def test_leaves_out_only_sequences_with_a_step_that_does_nothing() -> None:
    found = distinct()
    assert len(found) == 4 + 26 + 172 + 1156
    assert {steps[0] for steps in found} == {*STEPS[:4]}
    for steps in (("online", "pay", "online", "pay"), ("cash", "back"), ("other", "back", "pay", "back")):
        assert steps in found
    for steps in (("pay",), ("cash", "pay"), ("online", "pay", "pay"), ("back", "online")):
        assert steps not in found


@pytest.mark.parametrize("steps", [("online", "other", "pay", "pay"), ("online", "cash", "pay")])
async def test_control_a_page_that_stays_open_is_found(
    steps: tuple[str, ...], world: World, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seeded defect: a new choice cancels the payment here, but not at Stripe."""

    async def end(_: object, account_id: str, payment_id: str) -> None:
        await world.owner.execute("update payments set status = 'cancelled' where id = $1", payment_id)

    monkeypatch.setattr("wellwish.web.signing.sign.end", end)
    await striped.own_key(stripe, world.alice)
    with pytest.raises(AssertionError, match=r"page of an earlier choice|two payments"):
        await changes.run(world, stripe, steps, "none")
