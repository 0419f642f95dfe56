"""A giver who changes their choice, and a model of the payments and of the page's sentences."""

import html
import itertools
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests import make
from tests.fakes.stripe import FakeStripe, PageClosedError
from tests.payments import striped
from tests.payments.real.paying import told
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.base import ids

STEPS: Final = ("online", "other", "cash", "nothing", "pay", "back", "tab")
ENDINGS: Final = ("none", "close", "cancel", "delete", "remove")
_AMOUNTS: Final = {"online": 1000, "other": 2000}
_CHOICES: Final[dict[str, dict[str, Any]]] = {
    "online": {"gift": "other", "other": "10.00", "way": "online"},
    "other": {"gift": "other", "other": "20.00", "way": "online"},
    "cash": {"gift": "other", "other": "10.00", "way": "cash"},
    "nothing": {"gift": ""},
}


def sequences(longest: int) -> Iterator[tuple[str, ...]]:
    """Yields all sequences of up to ``longest`` steps."""
    for length in range(1, longest + 1):
        yield from itertools.product(STEPS, repeat=length)


@dataclass
class Model:
    """The state of one giver. ``is_known``: the completion of the open payment has been reported to us."""

    paid: int = 0
    open_amount: int | None = None
    is_complete: bool = False  # completed at Stripe, but not yet reported to us
    has_cash: bool = False
    is_dropped: bool = False
    cancelled: int | None = None
    refunded: int = 0
    newest: int = 0  # amount of the newest completed payment

    def reveal(self) -> None:
        """Learns of a completed payment."""
        if self.is_complete:
            self.newest = self.open_amount or 0
            self.paid += self.newest
            self.open_amount, self.is_complete, self.cancelled = None, False, None

    def choose(self, step: str, *, adds: bool) -> None:
        """Submits the form. ``adds``: the form offered to give more."""
        if self.has_cash:
            return
        amount = _AMOUNTS.get(step)
        if self.paid and (step == "cash" or (amount is not None and not adds)):
            return
        if amount is not None and amount == self.open_amount:
            self.reveal()  # the link to the payment page detects the completion
            return
        if self.is_complete:
            self.reveal()  # the payment completed before this choice
            return
        if self.open_amount is not None:
            self.cancelled = None if self.paid else self.open_amount
            self.open_amount = None
        if amount is not None:
            self.open_amount, self.cancelled = amount, None
        elif step == "cash":
            self.has_cash, self.cancelled = True, None

    @property
    def says(self) -> list[str]:
        """Returns the page's sentences about the gift."""
        if self.refunded:
            return [f"Your €{self.refunded // 100}.00 has been refunded."]
        if self.is_dropped:
            return ["The organisers no longer expect your €10.00 in cash."]
        if self.has_cash:
            return ["You promised €10.00 in cash. Please give it to the organisers."]
        said: list[str] = []
        if self.paid:
            said.append(f"You chipped in €{self.paid // 100}.00. Thank you.")
        if self.open_amount is not None:
            which = "additional payment" if self.paid else "payment"
            said.append(f"Your {which} of €{self.open_amount // 100}.00 hasn't been confirmed yet.")
        elif self.cancelled is not None and not self.paid:
            said.append(
                f"Your payment of €{self.cancelled // 100}.00 was cancelled, and you haven't been charged. "
                "Your note is safe."
            )
        return said


@dataclass
class Giver:
    """A browser, its payment pages, and the card."""

    world: World
    stripe: FakeStripe
    card: dict[str, Any]
    visitor: Visitor
    salt: int
    model: Model = field(default_factory=Model)
    tabs: list[str] = field(default_factory=list)
    first_form: str = ""
    last: str | None = None
    pay_path: str | None = None

    @property
    def path(self) -> str:
        return path_of(self.card["sign_url"])

    async def step(self, step: str) -> None:
        if step == "pay":
            await self.pay()
        elif step == "back":
            await self.back()
        elif step == "tab":
            await self.tab()
        else:
            await self.visitor.open(self.path)
            self.first_form = self.first_form or self.visitor.page
            adds = {}
            if 'name="adds_to"' in self.visitor.page:
                adds = {"adds_to": self.visitor.value("adds_to")}
            await self.send(step, adds)
        if self.salt & 1:
            await self.world.work()
        await self.check_page()

    async def send(self, step: str, adds: dict[str, str]) -> None:
        self.last = step
        answer = await self.visitor.send(self.path, **_CHOICES[step], **adds)
        assert answer.status_code == 303, (answer.status_code, self.visitor.page)
        leads = "pay=1" in self.visitor.next
        self.model.choose(step, adds=bool(adds))
        if leads:
            answer = await self.visitor.open(self.visitor.next)
            url = answer.headers.get("refresh", "").partition("url=")[2]
            assert url, "the page leads to the payment"
            self.pay_path = path_of(url)
            page = await self.visitor.open(self.pay_path)
            assert page.status_code == 303, page.text
            session = page.headers["location"].rpartition("/")[2]
            if session == "done":
                await self.visitor.open(path_of(page.headers["location"]))
            elif session not in self.tabs:
                self.tabs.append(session)
        assert len(self.payable) <= 1, "two payments for one gift can be paid"

    async def pay(self) -> None:
        """Pays in the first tab whose page is open."""
        for session in self.tabs:
            try:
                event = self.stripe.pay(session)
            except PageClosedError:
                continue
            amount = self.stripe.sessions[session]["amount_total"]
            assert amount == self.model.open_amount, "a page of an earlier choice could be paid"
            self.model.is_complete = True
            if self.salt & 2:
                secret, account_id = "whsec_ofalice00", self.world.alice.account_id
                assert await striped.call_back(self.world, self.stripe, event, account_id, secret) == 204
                self.model.reveal()
            return

    async def back(self) -> None:
        """Leaves Stripe's page by its link back, and resubmits the first form."""
        if self.pay_path is not None:
            answer = await self.visitor.open(f"{self.pay_path}/done?left=1")
            if answer.status_code == 303:
                await self.visitor.open(answer.headers["location"])
            if self.model.is_complete:
                self.model.reveal()
            assert ("You left the payment page." in html.unescape(self.visitor.page)) == (
                self.model.open_amount is not None
            )
        if self.last is not None:
            self.visitor.page = self.first_form
            await self.send(self.last, {})

    async def tab(self) -> None:
        """Submits another choice from a second tab, whose form was opened before the first choice."""
        choices = [each for each in _CHOICES if each != self.last]
        self.visitor.page = self.first_form
        await self.send(choices[(self.salt >> 3) % len(choices)], {})

    @property
    def payable(self) -> list[str]:
        return [each for each in self.tabs if self.stripe.sessions[each]["status"] == "open"]

    async def check_page(self) -> None:
        answer = await self.visitor.open(f"{self.path}/signed")
        if self.last is None:
            assert answer.status_code == 303, "nobody has signed"
            return
        panel = html.unescape(self.visitor.page).partition("data-gift=")[2].partition("</section>")[0]
        found = panel.partition("<b>")[2].partition("</b>")[0]
        assert found == " ".join(self.model.says), (found, self.model)


async def run(world: World, stripe: FakeStripe, steps: tuple[str, ...], ending: str) -> None:
    """Runs one sequence and its ending, and compares pages, payments and Stripe with the model."""
    salt = zlib.crc32(" ".join((*steps, ending)).encode())
    collection = {"add_money": "everyone", "add_cash": True, "currency": "EUR"}
    card = await make.card(world.alice, recipient="Maya", collection=collection)
    giver = Giver(world, stripe, card, Visitor(world), salt)
    told_before = len(stripe.events)
    for step in steps:
        await giver.step(step)
    ends = await _end(giver, ending)
    if salt & 4:
        await world.work()
    await _finish(giver, ends)
    await told(world, stripe, world.alice, *stripe.events[told_before:])
    await told(world, stripe, world.alice, *stripe.events[told_before:])
    await _check(giver, ends)


async def _end(giver: Giver, ending: str) -> str:
    """Ends the card or the note. Returns the ending that applied."""
    world, model, path = giver.world, giver.model, f"/api/cards/{giver.card['id']}"
    if ending == "none" or giver.last is None:
        return "none"
    if ending == "remove":
        await giver.visitor.open(f"{giver.path}/signed")
        answer = await giver.visitor.press(f"{giver.path}/remove")
        assert answer.status_code == 303, answer.text
        return ending
    headers = {"If-Match": f'"{(await world.alice.get(path)).json()["version"]}"'}
    if ending == "delete":
        answer = await world.alice.delete(path, headers=headers)
        assert answer.status_code == (409 if model.paid else 200), answer.text
        return "none" if model.paid else ending
    body = {"refund": True} if ending == "cancel" else {}
    answer = await world.alice.post(f"{path}/{ending}", body, headers=headers, key=ids.new("req"))
    assert answer.status_code == 200, answer.text
    return ending


async def _finish(giver: Giver, ends: str) -> None:
    """Pays in every open tab, and applies the result to the model."""
    model = giver.model
    has_ended = ends in ("cancel", "delete", "remove")
    assert not (giver.payable and has_ended and giver.salt & 4), "the job has run, and a page is open"
    for session in giver.payable:
        giver.stripe.pay(session)
        assert giver.stripe.sessions[session]["amount_total"] == model.open_amount
        model.is_complete = True
    if not has_ended:
        model.reveal()
        return
    if ends == "cancel":
        model.refunded = (model.open_amount or 0) if model.is_complete else model.newest if model.paid else 0
        model.is_dropped, model.paid = model.has_cash, 0
    if not model.is_complete and model.open_amount is not None:
        model.cancelled = model.open_amount
    model.open_amount = None


async def _check(giver: Giver, ends: str) -> None:
    """Compares Stripe's charges, our payments and the pages with the model."""
    world, model = giver.world, giver.model
    rows = await world.owner.fetch(
        "select id, status, amount, refunded from payments where card_id = $1 order by id", giver.card["id"]
    )
    ours = {row["id"]: row["amount"] - row["refunded"] for row in rows if row["status"] not in _UNPAID}
    charges: dict[str, int] = {}
    for charge in giver.stripe.charges.values():
        if (name := charge["metadata"]["payment_id"]) in {row["id"] for row in rows}:
            assert name not in charges, "a payment was charged twice"
            charges[name] = charge["amount"] - charge["amount_refunded"]
    assert ours == charges
    assert sum(ours.values()) == model.paid, (ends, model, [tuple(row) for row in rows])
    assert not [row for row in rows if row["status"] in ("pending", "processing")] or ends in (
        "none",
        "close",
    )
    for row in rows:
        await _check_result(giver, row["id"], row["status"])
    if ends in ("delete", "remove"):
        answer = await giver.visitor.open(f"{giver.path}/signed")
        assert (answer.status_code, "data-gift" in answer.text) in {(404, False), (303, False)}
    elif giver.last is not None:
        model.is_complete = False
        await giver.check_page()


_UNPAID: Final = ("pending", "processing", "failed", "cancelled")


async def _check_result(giver: Giver, payment_id: str, status: str) -> None:
    """Asserts that each payment's page shows the result in another browser."""
    token = giver.world.services.keys.link_token("pay", payment_id, 1)
    answer = await giver.world.client.get(f"/pay/{token}/done", headers={"Accept": "text/html"})
    found = answer.text.partition('data-payment="')[2].partition('"')[0]
    assert found == ("left" if status == "pending" else status), (found, status)
