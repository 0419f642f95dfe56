"""All tools, called by the SDK's client in both versions of the protocol."""

import json
from datetime import timedelta

import pytest

from tests import make
from tests.assistants.conversation import MODERN, VERSIONS, Refused, count_invitations, people, planned, talk
from wellwish.base import clock

KIB = 1024


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_card_from_its_design_to_its_end(world, alice, version) -> None:
    async with talk(alice, version) as assistant:
        assert assistant.client.protocol_version == (MODERN if version == MODERN else "2025-11-25")
        found = await assistant.use("find_designs", occasion="birthday", limit=3)
        assert len(found["designs"]) == 3
        assert found["has_more"] is True
        left = (await assistant.use("cards_left"))["cards_left"]
        wanted = await planned(alice, template_id=found["designs"][0]["template_id"], collect_money=True)
        shown = await assistant.use("plan_card", **wanted)
        assert shown["title"] == {"by": "organiser", "untrusted_text": "Happy birthday, Maya"}
        assert shown["cover_url"] == found["designs"][0]["cover_url"]
        assert shown["currency"] == "USD"
        assert shown["cards_left_after"] == left - 1
        assert (await assistant.use("cards_left"))["cards_left"] == left
        card_id = (await assistant.use("create_card", plan=shown["plan"], **wanted))["card_id"]
        assert (await assistant.use("cards_left"))["cards_left"] == left - 1

        whom = people(card_id, "ana@example.com", "jo@example.com")
        shown = await assistant.use("plan_invitations", **whom)
        assert [each["to"] for each in shown["recipients"]] == ["ana@example.com", "jo@example.com"]
        assert await count_invitations(world) == 0
        invited = await assistant.use("invite", plan=shown["plan"], **whom)
        assert invited["statuses"] == {"queued": 2}
        await world.work()

        state = await assistant.use("card_status", card_id=card_id)
        assert state["cards"][0]["invitations"] == {"sent": 2}
        assert state["cards"][0]["waiting"] == 2
        fix = {"invite_id": invited["invite_ids"][0], "delivery_id": "anna@example.com"}
        shown = await assistant.use("fix_invitation", **fix)
        assert (shown["done"], shown["to"]) == (False, "ana@example.com")
        fixed = await assistant.use("fix_invitation", plan=shown["plan"], **fix)
        assert (fixed["done"], fixed["to"]) == (True, "anna@example.com")
        assert (await assistant.use("fix_invitation", plan=shown["plan"], **fix))["done"] is True
        await world.work()

        shown = await assistant.use("remind", card_id=card_id)
        assert {each["to"] for each in shown["recipients"]} == {"anna@example.com", "jo@example.com"}
        reminded = await assistant.use("remind", card_id=card_id, plan=shown["plan"])
        assert (reminded["done"], reminded["reminded"]) == (True, 2)

        seen = await assistant.use("who_sees_what", card_id=card_id, audience="recipient")
        assert "see_notes" in [each["what"] for each in seen["permissions"]]
        shown = await assistant.use("close_card", card_id=card_id)
        assert (shown["done"], shown["status"]) == (False, "open")
        closed = await assistant.use("close_card", card_id=card_id, plan=shown["plan"])
        assert (closed["done"], closed["status"]) == (True, "closed")
    assert (await alice.get(f"/api/cards/{card_id}")).json()["status"] == "closed"


async def test_the_list_of_tools_is_short_and_complete(alice) -> None:
    async with talk(alice) as assistant:
        tools = (await assistant.client.list_tools()).tools
    listed = [each.model_dump(by_alias=True, exclude_none=True, mode="json") for each in tools]
    assert len(listed) == 12
    assert len(json.dumps({"tools": listed}, separators=(",", ":"))) <= 14 * KIB
    for tool in listed:
        assert {"name", "title", "description", "inputSchema", "outputSchema", "annotations"} == set(tool)
        hints = {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
        assert set(tool["annotations"]) == hints
    reads = {each["name"] for each in listed if each["annotations"]["readOnlyHint"]}
    acts = {"create_card", "invite", "fix_invitation", "remind", "close_card"}
    assert {each["name"] for each in listed} - reads == acts
    assert all("plan" in each["inputSchema"]["properties"] for each in listed if each["name"] in acts)


async def test_names_every_fault_of_the_arguments(alice) -> None:
    async with talk(alice) as assistant:
        with pytest.raises(Refused) as refused:
            await assistant.use("plan_card", sender="Priya", recipient="\x07", limit=3)
        with pytest.raises(Refused, match="no such tool"):
            await assistant.use("delete_card")
    assert refused.value.code == "invalid_request"
    pointers = {each["pointer"] for each in refused.value.faults}
    assert pointers >= {"/title", "/template_id", "/recipient", "/limit"}


async def test_refuses_as_the_operation_does(world, alice) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['card_id']}/close")
    async with talk(alice) as assistant:
        with pytest.raises(Refused) as refused:
            await assistant.use("plan_invitations", **people(card["card_id"], "ana@example.com"))
    assert refused.value.code == "card_closed"
    assert await count_invitations(world) == 0


async def test_assistants_of_two_accounts_see_only_their_own(alice, bob, mallory) -> None:
    card = await make.card(alice, title="Secret surprise")
    card_id = card["card_id"]
    invited = await make.invitations(alice, card_id, "ana@example.com")
    async with talk(mallory) as stranger:
        assert (await stranger.use("card_status"))["cards"] == []
        assert (await stranger.use("cards_left"))["cards_left"] == 10
        for tool, arguments in {
            "card_status": {"card_id": card_id},
            "plan_invitations": people(card_id, "mallory@example.com"),
            "remind": {"card_id": card_id},
            "close_card": {"card_id": card_id},
            "who_sees_what": {"card_id": card_id},
            "fix_invitation": {"invite_id": invited[0]["invite_id"], "delivery_id": "m@example.com"},
        }.items():
            with pytest.raises(Refused) as refused:
                await stranger.use(tool, **arguments)
            assert refused.value.code == "not_found", tool
    await make.admin(alice, card_id, bob)
    async with talk(bob) as helper:
        state = await helper.use("card_status", card_id=card_id)
        assert state["cards"][0]["title"]["untrusted_text"] == "Secret surprise"
        assert state["cards"][0]["invitations"] is None  # needs invite_contributors
        with pytest.raises(Refused) as refused:
            await helper.use("close_card", card_id=card_id)
    assert refused.value.code == "missing_privilege"
    async with talk(alice) as own:
        assert [each["card_id"] for each in (await own.use("card_status", query="surprise"))["cards"]] == [
            card_id
        ]


async def test_shows_failed_invitations(world, alice) -> None:
    card = await make.card(alice, recipient_email="maya@example.com")
    await make.invitations(alice, card["card_id"], "maya@example.com")
    async with talk(alice) as assistant:
        state = await assistant.use("card_status", card_id=card["card_id"])
    (failed,) = state["undelivered"]
    assert (failed["to"], failed["status"]) == ("maya@example.com", "suppressed")


async def test_a_last_day_is_shown_as_its_end(alice) -> None:
    last = f"{clock.now() + timedelta(days=30):%Y-%m-%d}"
    async with talk(alice) as assistant:
        wanted = await planned(alice, contribution_end_date=last, timezone="Europe/Berlin")
        shown = await assistant.use("plan_card", **wanted)
    assert shown["ends_at"].startswith(last)
