"""The sandbox's payment page accepts one submission, from our own page in the browser that opened it."""

import re

import pytest

from tests.payments import buying
from tests.world import Person, World
from wellwish.infra.checkout.providers import Providers


async def page(world: World, alice: Person) -> tuple[str, str, dict[str, str]]:
    """Returns the URL and the form token of the sandbox's page, and the purchase."""
    made = await buying.buy(alice)
    opened = await world.client.get(made["checkout_url"], follow_redirects=True)
    token = re.search(r'name="form_token" value="([^"]+)"', opened.text)
    assert token is not None
    return str(opened.url), token[1], made


async def test_requests_no_card_and_runs_no_script(world: World, alice: Person) -> None:
    url, _, _ = await page(world, alice)
    answer = await world.client.get(url)
    assert "$39.00" in answer.text
    assert "<script" not in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["x-robots-tag"] == "noindex"
    assert not re.search(r'type="(text|tel|number)"', answer.text)


@pytest.mark.parametrize("token", ["", "nonsense", "a.b"])
async def test_refuses_a_form_that_is_not_ours(token: str, world: World, alice: Person) -> None:
    url, good, made = await page(world, alice)
    answer = await world.client.post(url, data={"form_token": token, "button": "succeed"})
    assert answer.status_code == 403
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "pending"
    # The control: the page's own form.
    answer = await world.client.post(url, data={"form_token": good, "button": "succeed"})
    assert answer.status_code == 303


async def test_pays_once_however_often_it_is_pressed(world: World, alice: Person) -> None:
    url, token, made = await page(world, alice)
    for button in ("succeed", "succeed", "decline", "cancel"):
        await world.client.post(url, data={"form_token": token, "button": button})
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "succeeded"
    assert len(await buying.told(world, made["payment_id"])) == 1


async def test_knows_no_other_button(world: World, alice: Person) -> None:
    url, token, _ = await page(world, alice)
    answer = await world.client.post(url, data={"form_token": token, "button": "steal"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "path", ["/sandbox/nonsense", "/pay/nonsense", "/pay/nonsense/done", "/pay/" + "a" * 200]
)
async def test_knows_no_other_link(path: str, world: World) -> None:
    assert (await world.client.get(path)).status_code == 404


async def test_shows_names_as_text(world: World, alice: Person) -> None:
    made = await buying.buy(alice)
    sql = "update payments set title = '<b>x</b>' where id = $1"
    await world.owner.execute(sql, made["payment_id"])
    opened = await world.client.get(made["checkout_url"], follow_redirects=True)
    done = await world.client.get(made["checkout_url"] + "/done")
    for answer in (opened, done):
        assert "<b>x</b>" not in answer.text
        assert "&lt;b&gt;x&lt;/b&gt;" in answer.text


async def test_plays_with_live_data_only_on_the_embedded_database(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = await buying.bundle(alice)
    with monkeypatch.context() as operated:
        operated.setattr(Providers, "plays", False)
        refused = await alice.post("/api/bundle-purchases", {"bundle_id": offer["id"]}, key="order-1")
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_provider_missing")
    bought = await alice.post("/api/bundle-purchases", {"bundle_id": offer["id"]}, key="order-2")
    assert bought.status_code == 201
