"""The quickstart by `ww`, and the conversion of its options."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients import quickstart
from tests.clients.cli.conftest import Ww
from tests.webhooks.receivers import receiving
from tests.world import World
from wellwish_sdk import webhooks


async def test_walks_the_quickstart(world: World, alice_ww: Ww) -> None:
    ww = alice_ww
    async with receiving() as receiver:
        endpoint = await ww(
            "webhook-endpoints", "create", receiver.url, "--event-types", "contribution.created", "--json"
        )
        purchase = (await ww("bundle-purchases", "list-available", "--json")).record["data"][0]["id"]
        template = (await ww("templates", "list", "--limit", "1", "--json")).record["data"][0]["id"]
        made = await ww(
            "cards", "create", "--title", "Happy birthday, Maya", "--sender", "Priya and friends",
            "--recipient", "Maya", "--template", template, "--bundle-purchase", purchase,
            "--collection.add-money", "everyone", "--collection.currency", "EUR", "--json",
        )  # fmt: skip
        card_id = made.record["id"]
        invited = await ww(
            "invitations", "create", "--card", card_id, "--message", "Sign before Friday",
            "--invitees", "delivery_type=email,delivery_id=jonas@example.com",
        )  # fmt: skip
        assert invited.status == 0, invited.err
        assert "jonas@example.com" in invited.out
        invite_id = (await ww("invitations", "list", card_id, "--json")).record["data"][0]["invite_id"]
        assert (await ww("invitations", "resend", invite_id, "--json")).record["id"] == invite_id
        await ww("card-admins", "create", "--card", card_id, "--email", "sam@example.com",
                 "--privilege.invite-contributors")  # fmt: skip
        signed = await ww(
            "contributions", "create", card_id, "--name", "Jonas", "--note.text", "Many more, Maya!"
        )
        assert signed.status == 0, signed.err
        message = await quickstart.check(world, receiver)
    secret = endpoint.record["secret"]
    assert webhooks.unwrap(message.body, message.headers, secret).type == "contribution.created"
    listed = (await ww("cards", "list")).out.splitlines()
    assert listed[0].split()[:2] == ["id", "title"]
    assert listed[1].startswith(f"{card_id}  Happy birthday, Maya  open")
    shown = (await ww("cards", "retrieve", card_id)).out
    assert "collection.add_money: " in shown
    assert "\ntitle: " in shown


async def create(ww: Ww, title: str, *more: str) -> Any:
    template = (await ww("templates", "list", "--limit", "1", "--json")).record["data"][0]["id"]
    words = ["--title", title, "--sender", "P", "--template-id", template, *more]
    return (await ww("cards", "create", *words, "--json")).record


@pytest.mark.parametrize("amount", ["12.5", "12.0", "0x10", "1e3", "twelve"])
@pytest.mark.parametrize("option", ["--collection.goal-amount", "--collection.suggested-amounts"])
async def test_refuses_an_amount_that_is_not_whole(alice_ww: Ww, option: str, amount: str) -> None:
    words = ["--title", "T", "--sender", "P", "--template-id", "tpl_x", option, amount]
    ended = await alice_ww("cards", "create", *words)
    assert (ended.status, ended.out) == (2, "")
    assert "1250 for 12.50" in " ".join(ended.err.replace("│", " ").split())


async def test_takes_whole_amounts(alice_ww: Ww) -> None:
    amounts = ["--collection.goal-amount", "5000", "--collection.suggested-amounts", "500"]
    made = await create(alice_ww, "T", *amounts, "--collection.suggested-amounts", "1000")
    assert made["collection"]["goal_amount"] == 5000
    assert made["collection"]["suggested_amounts"] == [500, 1000]


async def test_a_card_without_money_needs_no_option_of_it(alice_ww: Ww) -> None:
    assert (await create(alice_ww, "T"))["collection"]["add_money"] == "nobody"


async def test_the_same_key_makes_one_card(world: World, alice_ww: Ww) -> None:
    cards = [await create(alice_ww, "T", "--idempotency-key", "maya-2026") for _ in range(2)]
    assert cards[0]["id"] == cards[1]["id"]
    assert await world.owner.fetchval("select count(*) from cards") == 1


async def test_clears_a_field_and_guards_a_version(alice_ww: Ww) -> None:
    card = await create(alice_ww, "T", "--recipient", "Maya", "--collection.goal-amount", "500")
    changed = await alice_ww(
        "cards", "update", card["id"], "--clear", "recipient", "--clear", "collection.goal-amount",
        "--if-match", str(card["version"]), "--public-read", "--json",
    )  # fmt: skip
    assert changed.record["recipient"] is None
    assert changed.record["collection"]["goal_amount"] is None
    assert changed.record["public_read"] is True
    old = await alice_ww("cards", "update", card["id"], "--title", "X", "--if-match", str(card["version"]))
    assert old.status == 3
    assert "precondition_failed" in old.err
    unknown = await alice_ww("cards", "update", card["id"], "--clear", "colour")
    assert (unknown.status, unknown.err) == (2, "--clear: there is no colour here.\n")


async def test_gets_all_pages(alice_ww: Ww) -> None:
    made = [(await create(alice_ww, f"C {number}"))["id"] for number in range(3)]
    first = await alice_ww("cards", "list", "--limit", "2")
    assert len(first.out.splitlines()) == 3
    assert "--all" in first.err
    whole = (await alice_ww("cards", "list", "--limit", "2", "--all", "--json")).record
    assert sorted(each["id"] for each in whole["data"]) == sorted(made)
    assert whole["next_cursor"] is None


async def test_reads_objects_and_files(alice_ww: Ww, tmp_path: Path) -> None:
    people = tmp_path / "people.json"
    listed = [{"name": "Ann", "email": "ann@example.com"}, {"name": "Ben", "phone": "+4930123456"}]
    people.write_text(json.dumps(listed))
    given = ["--members", f"@{people}", "--members", '{"email": "c@example.com"}']
    team = (await alice_ww("groups", "create", "Team", *given, "--json")).record
    assert [each["email"] for each in team["members"]] == ["ann@example.com", None, "c@example.com"]
    gone = await alice_ww("groups", "create", "Team 2", "--members", f"@{tmp_path / 'none'}")
    assert (gone.status, gone.err) == (2, f"Cannot read {tmp_path / 'none'}: No such file or directory.\n")
    wrong = await alice_ww("groups", "create", "Team 2", "--members", "ann@example.com")
    assert wrong.status == 2
    assert "--members: write member=value" in wrong.err


async def test_prints_a_file_as_it_is(alice_ww: Ww) -> None:
    exported = await alice_ww("movements", "export")
    assert exported.status == 0
    assert "card_id" in exported.out.splitlines()[0]


async def test_a_secret_comes_from_standard_input(alice_ww: Ww) -> None:
    refused = await alice_ww(
        "payment-provider", "update", "--provider", "stripe", "--secret-key", "-", stdin="\n"
    )
    assert (refused.status, refused.err) == (2, "--secret-key: - is empty.\n")


async def test_titles_cannot_control_the_terminal(world: World, alice_ww: Ww) -> None:
    card = await create(alice_ww, "T")
    await world.owner.execute("update cards set title = E'a\\x1b[2Jb' where id = $1", card["id"])
    listed = await alice_ww("cards", "list")
    assert "a [2Jb" in listed.out
    assert "\x1b" not in listed.out + (await alice_ww("cards", "retrieve", card["id"])).out
