"""A platform that acts for its customers by both kinds of the Python client."""

import httpx2
import pytest

from tests.clients.conftest import Clients, Either
from tests.platforms.acting import acting, appoint, customer
from tests.world import World
from wellwish_sdk import errors


async def test_acts_for_a_customer(world: World, either: Either) -> None:
    await appoint(world.alice)
    made, other = await customer(world.alice), await customer(world.alice, "Ash Ltd")
    client = either(world.alice)
    assert (await client.account.retrieve()).id == world.alice.account_id
    birch = client.with_options(account=made["id"])
    assert (await birch.account.retrieve()).id == made["id"]
    assert (await birch.with_options(retries=0).account.retrieve()).id == made["id"], "it stays"
    assert (await birch.with_options(account=other["id"]).account.retrieve()).id == other["id"]
    assert (await birch.with_options(account="").account.retrieve()).id == world.alice.account_id
    assert (await either(world.alice, account=made["id"]).account.retrieve()).id == made["id"]


async def test_all_calls_of_a_client_go_to_its_customer(world: World, either: Either) -> None:
    await appoint(world.alice)
    other = await acting(world.alice)
    client = either(world.alice, account=other.account_id)
    template_id = (await client.templates.list(limit=1)).data[0].id
    named = {"title": "T", "sender": "P", "template_id": template_id, "collection": {}}
    made = [(await client.cards.create(**named)).id for _ in range(3)]
    listed = await client.cards.list(limit=1)
    assert [each.id async for each in listed.auto_paging_iter()] == made[::-1]
    assert (await world.alice.get("/api/cards")).json()["data"] == []


async def test_refuses_what_is_no_customer(world: World, either: Either) -> None:
    await appoint(world.alice)
    client = either(world.alice)
    with pytest.raises(errors.PermissionDenied) as refused:
        await client.with_options(account="acct_other").account.retrieve()
    assert refused.value.code == "customer_not_found"
    made = await customer(world.alice)
    with pytest.raises(errors.PermissionDenied) as refused:
        await client.with_options(account=made["id"]).credentials.rotate()
    assert refused.value.code == "platform_required", "it would rotate the platform's pair"
    for wrong in ("acct x", "acct\n", "acct_é"):
        with pytest.raises(ValueError, match="account must be"):
            client.with_options(account=wrong)
        with pytest.raises(ValueError, match="account must be"):
            either(world.alice, account=wrong)


async def test_a_token_is_exchanged_without_the_header(world: World, clients: Clients) -> None:
    await appoint(world.alice)
    made = await customer(world.alice)
    seen: dict[str, str | None] = {}

    async def handle(request: httpx2.Request, go: object) -> httpx2.Response:
        seen[request.url.path] = request.headers.get("wellwish-account")
        return await go()  # type: ignore[operator]

    await clients.asynchronous(world.alice, handle, account=made["id"]).account.retrieve()
    assert seen == {"/account/api-access/token": None, "/api/account": made["id"]}
