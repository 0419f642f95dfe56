"""The return from the provider: the page shows the result before the callback arrives."""

import asyncio
import html
from typing import Any

import pytest

from tests.contributions import giving
from tests.payments import buying
from tests.waiting import turns, until
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base.limiter import Shared
from wellwish.infra.checkout import ProviderRefusedError, ProviderUnavailableError
from wellwish.payments import confirm

FINISH = "Finish paying"


async def pressed(world: World, url: str, button: str) -> str:
    """Presses a button at the sandbox, without a callback. Returns the path of the return."""
    return path_of((await buying.press(world, url, button)).headers["location"])


async def signed(world: World, visitor: Visitor) -> str:
    """Signs with a gift. Returns the link of the payment."""
    card = await giving.card(world.alice)
    assert (await visitor.sign(path_of(card["sign_url"]), gift="500")).status_code == 303
    leads = await visitor.open(visitor.next)
    return leads.headers["refresh"].partition("url=")[2]


async def shown(world: World, path: str) -> tuple[str, str | None]:
    """Returns a payment's page and its Refresh header, for a visitor who has only the link."""
    answer = await world.client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text), answer.headers.get("refresh")


@pytest.mark.parametrize(
    ("button", "status", "words"),
    [
        ("succeed", "succeeded", "Thank you. Your payment went through"),
        ("call_back_late", "succeeded", "Thank you. Your payment went through"),
        ("never_call_back", "succeeded", "Thank you. Your payment went through"),
        ("pay_late", "processing", "Your bank is processing the payment"),
        ("decline", "failed", "Your payment was declined"),
        ("cancel", "cancelled", "Your payment was cancelled"),
    ],
)
async def test_shows_the_result_of_a_bundle_at_once(
    button: str, status: str, words: str, world: World, alice: Person
) -> None:
    """The control is the status before the return: pending."""
    made = await buying.buy(alice)
    back = await pressed(world, made["checkout_url"], button)
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "pending"
    page, refresh = await shown(world, back)
    assert (words in page, refresh, FINISH in page) == (True, None, False)
    assert ("To try again, choose" in page) == (status in ("failed", "cancelled"))
    assert (await buying.payment(alice, made["payment_id"]))["status"] == status
    # The callback and the poll change nothing.
    await world.work()
    final = "succeeded" if status == "processing" else status
    assert (await buying.payment(alice, made["payment_id"]))["status"] in (status, final)
    booked = {"USD": 3900 - 84} if final == "succeeded" and status == "succeeded" else {}
    assert await buying.in_the_ledger(world) == booked


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ("succeed", "You chipped in €5.00. Thank you."),
        ("decline", "Your payment of €5.00 didn't go through, and you haven't been charged."),
        ("cancel", "Your payment of €5.00 was cancelled, and you haven't been charged."),
    ],
)
async def test_shows_the_result_of_a_gift_at_once(button: str, words: str, world: World) -> None:
    visitor = Visitor(world)
    back = await pressed(world, await signed(world, visitor), button)
    leads = await visitor.open(back)
    page = await visitor.open(path_of(leads.headers["location"]))
    says = html.unescape(visitor.page)
    assert (words in says, "refresh" in page.headers, FINISH in says) == (True, False, False)
    assert ("Try again" in says) == (button != "succeed")


async def test_leads_to_the_card_from_another_browser(world: World) -> None:
    """The page links to the card only for givers who used the shared link, and only while it is valid."""
    card = await giving.card(world.alice)
    visitor = Visitor(world)
    path = path_of(card["sign_url"])
    assert (await visitor.sign(path, gift="500")).status_code == 303
    leads = await visitor.open(visitor.next)
    back = await pressed(world, leads.headers["refresh"].partition("url=")[2], "cancel")
    page, _ = await shown(world, back)
    assert f'href="{path}#gift-panel"' in page
    made = await giving.gives(world.alice, card["id"])
    page, _ = await shown(world, await pressed(world, made["checkout_url"], "cancel"))
    assert ("/s/" in page, "open your link to the card" in page) == (False, True)
    rotated = await world.alice.post(f"/api/cards/{card['id']}/links/rotate", {"link": "shared"})
    assert rotated.status_code == 200, rotated.text
    page, _ = await shown(world, back)
    assert "/s/" not in page


async def test_an_open_page_can_still_be_paid(world: World, alice: Person) -> None:
    """The provider reports no payment, so the page does not reload."""
    made = await buying.buy(alice)
    await world.client.get(made["checkout_url"])
    page, refresh = await shown(world, f"{path_of(made['checkout_url'])}/done")
    assert ("You left the payment page" in page, FINISH in page, refresh) == (True, True, None)


class Down:
    """A sandbox whose result lookup fails or hangs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception | None) -> None:
        self.error = error
        self.asked = self.at_once = self.most_at_once = 0
        self.answers = asyncio.Event()
        monkeypatch.setattr("wellwish.infra.checkout.sandbox.Sandbox.look", self._look)

    async def _look(self, *given: Any) -> None:
        del given
        self.asked += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.error is not None:
                raise self.error
            await self.answers.wait()
        finally:
            self.at_once -= 1


class Arrivals:
    """Counts the pages that wait for a provider's response."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        run = Shared.run

        async def counted(shared: Any, key: Any, work: Any) -> Any:
            self.count += 1
            return await run(shared, key, work)

        monkeypatch.setattr(Shared, "run", counted)

    async def until(self, count: int) -> None:
        await until(lambda: self.count == count)


async def begun_at(world: World, person: Person) -> str:
    """Starts a purchase and returns from the sandbox without a callback."""
    return await pressed(world, (await buying.buy(person))["checkout_url"], "never_call_back")


@pytest.mark.parametrize(
    "error", [None, ProviderUnavailableError("away"), ProviderRefusedError("no"), KeyError("id")]
)
async def test_reloads_while_the_provider_is_down(
    error: Exception | None, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor(world)
    url = await signed(world, visitor)
    back = await pressed(world, url, "never_call_back")
    with monkeypatch.context() as patch:
        Down(patch, error)
        patch.setattr(confirm, "WAIT_S", 0.05 if error is None else confirm.WAIT_S)
        leads = await visitor.open(back)
        page = await visitor.open(path_of(leads.headers["location"]))
        says = html.unescape(visitor.page)
        assert "Your payment of €5.00 hasn't been confirmed yet." in says
        assert ("This page updates automatically" in says, FINISH in says) == (True, False)
        assert page.headers["refresh"] == f"3; url={url}/done"
        other, refresh = await shown(world, back)
        assert ("Confirming your payment" in other, FINISH in other, refresh) == (True, False, "3")
    # The control: once the provider responds, the reload shows the result.
    leads = await visitor.open(path_of(page.headers["refresh"].partition("url=")[2]))
    await visitor.open(path_of(leads.headers["location"]))
    assert "You chipped in €5.00. Thank you." in html.unescape(visitor.page)


async def test_asks_once_for_many_tabs_and_leaves_places_for_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many tabs of one payment share one call; an account gets half of the slots."""
    backs = [await begun_at(world, world.alice) for _ in range(6)]
    other = await begun_at(world, world.bob)
    monkeypatch.setattr(confirm, "WAIT_S", 30.0)
    down, arrived = Down(monkeypatch, None), Arrivals(monkeypatch)
    tabs = [asyncio.create_task(shown(world, back)) for back in [*backs, *[backs[0]] * 3]]
    await arrived.until(9)
    await until(lambda: down.at_once >= 4)
    await turns(20)  # further tabs would have made their calls by now
    assert down.at_once == 4, "the other half is for other accounts"
    tabs.append(asyncio.create_task(shown(world, other)))
    await arrived.until(10)
    await until(lambda: down.at_once == 5)
    down.answers.set()
    pages = await asyncio.gather(*tabs)
    assert down.asked == 7, "one for each payment"
    assert all("You left the payment page" in page for page, _ in pages)


async def test_two_tabs_at_once_book_once(world: World, alice: Person) -> None:
    made = await buying.buy(alice)
    back = await pressed(world, made["checkout_url"], "call_back_twice")
    working = asyncio.create_task(world.work())
    pages = await asyncio.gather(*(shown(world, back) for _ in range(5)))
    await working
    assert all("Thank you. Your payment went through" in page for page, _ in pages)
    assert (
        await world.owner.fetchval("select count(*) from ledger where movement like 'paid:%' and leg = 1")
        == 1
    )


async def test_a_foreign_token_asks_no_provider(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    down = Down(monkeypatch, ProviderUnavailableError("away"))
    for token in ("a" * 40, "nonsense"):
        answer = await world.client.get(f"/pay/{token}/done", headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert "This link no longer works" in answer.text
    assert down.asked == 0
