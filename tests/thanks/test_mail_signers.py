"""Mails to the people who signed: recipients, frequency, links, and the end of these mails."""

import asyncio
import functools
import re
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import edits, own_url, signs, wish
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.later import another_time
from tests.thanks.test_list import answer, say
from tests.thanks.test_media import PHOTO, VOICE, addresses, thank
from tests.web.view.card import HTML, note, own_link, page
from tests.web.visitor import path_of
from tests.world import World
from wellwish.base import clock
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.mail_link import mail_link
from wellwish.delivery import budget
from wellwish.thanks import mail_signers

pytestmark = pytest.mark.anyio


async def signed(world: World, *emails: str, anonymous: bool = False, **fields: Any) -> dict[str, Any]:
    """Creates a closed card that these invitees have signed, and drops the mails about it."""
    card = await make.card(world.alice, recipients=[{"name": "Maya"}], **fields)
    for each in await make.invitations(world.alice, card["id"], *emails) if emails else []:
        await signs(world, each["link"], wish(anonymous=anonymous))
    await note(world.alice, card["id"], "From the owner", name="Olga")
    assert (await world.alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return card


async def press(world: World, card: dict[str, Any], recipient: int = 0) -> None:
    answer = await world.client.post(card["recipients"][recipient]["view_url"], headers=HTML)
    assert answer.status_code == 303


async def mails(sending: Sending) -> list[Any]:
    """Runs the jobs and returns the new mails to people who signed."""
    await sending.world.work()
    found = [each for each in sending.post.received if "card_" in str(each.message["Feedback-ID"])]
    sending.post.received.clear()
    return found


def text_of(mail: Any) -> str:
    return mail.message.get_body(("plain",)).get_content()


def link_of(mail: Any) -> str:
    [found] = re.findall(r"http://localhost:8080(/c/\S+)", text_of(mail))
    return found


async def test_the_first_opening_mails_each_signer_once(sending: Sending) -> None:
    world = sending.world
    card = await signed(world, "ana@example.com", "ben@example.com")
    assert await mails(sending) == []
    await asyncio.gather(*(press(world, card) for _ in range(3)))
    sent = await mails(sending)
    assert sorted(str(each.message["To"]) for each in sent) == ["ana@example.com", "ben@example.com"]
    assert str(sent[0].message["Subject"]) == "Maya opened “Happy birthday, Maya”"
    assert "Maya has opened" in text_of(sent[0])
    assert "All the best" in await page(world.alice, link_of(sent[0]) + "?as=board")
    await press(world, card)
    assert await mails(sending) == []


async def test_a_second_recipient_causes_no_second_mail(sending: Sending) -> None:
    world = sending.world
    card = await make.card(world.alice, recipients=[{"name": "Maya"}, {"name": "Noor"}])
    [invited] = await make.invitations(world.alice, card["id"], "ana@example.com")
    await signs(world, invited["link"])
    await world.alice.post(f"/api/cards/{card['id']}/close")
    for recipient in (0, 1):
        await press(world, card, recipient)
    assert len(await mails(sending)) == 1


async def test_the_mail_goes_to_the_address_that_got_the_own_link(sending: Sending) -> None:
    """The note is anonymous and came through the shared link: nothing else identifies its author."""
    world = sending.world
    card = await make.card(world.alice, recipients=[{"name": "Maya"}])
    author = await signs(world, card["sign_url"], wish("Quux", "Mine", anonymous=True))
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        row = await card_row.load(tx, CardAccess(world.alice.account_id, card["id"], EVERYTHING))
        assert await mail_link(tx, world.services, row, author.row, "quux@example.com")
    await world.alice.post(f"/api/cards/{card['id']}/close")
    await mails(sending)
    await press(world, card)
    [mail] = await mails(sending)
    assert str(mail.message["To"]) == "quux@example.com"
    assert "Quux" not in text_of(mail)
    read = await page(world.alice, link_of(mail) + "?as=board")
    assert "Mine" in read
    assert (await world.alice.get("/api/suppressions")).json()["data"] == []


async def test_an_address_that_got_a_replaced_own_link_gets_none(sending: Sending) -> None:
    """The author made the note anonymous, so the former link may have been somebody else's."""
    world = sending.world
    card = await make.card(world.alice, recipients=[{"name": "Maya"}])
    [sent] = await make.invitations(world.alice, card["id"], "ana@example.com")
    author = await signs(world, sent["link"])
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        row = await card_row.load(tx, CardAccess(world.alice.account_id, card["id"], EVERYTHING))
        assert await mail_link(tx, world.services, row, author.row, "quux@example.com")
    await edits(world, own_url(world, author.row), wish(anonymous=True))
    await world.alice.post(f"/api/cards/{card['id']}/close")
    await mails(sending)
    await press(world, card)
    assert [str(mail.message["To"]) for mail in await mails(sending)] == ["ana@example.com"]


async def test_an_anonymous_invitee_gets_the_same_mail_by_the_invitations_link(sending: Sending) -> None:
    """The invitation may have been passed on, so its link opens no anonymous note."""
    world = sending.world
    card = await signed(world, "ana@example.com", anonymous=True)
    await press(world, card)
    [mail] = await mails(sending)
    kind = await world.owner.fetchval("select link_kind from messages where kind = 'card_opened'")
    assert kind == "invitation"
    assert "Maya has opened" in text_of(mail)


async def test_thanks_reach_each_signer_once_and_quote_the_words(sending: Sending) -> None:
    world = sending.world
    card = await signed(world, "ana@example.com")
    await say(world.alice, card, "Thank you, see https://example.com")
    await say(world.alice, card, "Thank you, all")
    [mail] = await mails(sending)
    assert str(mail.message["Subject"]) == "Maya says thank you for “Happy birthday, Maya”"
    assert "Thank you, all" in text_of(mail)
    await say(world.alice, card, "Thank you again")
    assert await mails(sending) == []
    assert "Thank you again" in await page(world.alice, link_of(mail) + "?as=board")


async def test_the_mail_names_a_photo_and_a_recording(sending: Sending) -> None:
    world = sending.world
    card = await signed(world, "ana@example.com")
    await thank(world, card, PHOTO | VOICE, text="")
    [mail] = await mails(sending)
    assert "There's a thank-you to everyone who signed" in text_of(mail)
    assert "It comes with a photo and a voice message." in text_of(mail)
    assert len(addresses(await page(world.alice, link_of(mail) + "?as=board"))) == 2


async def test_thanks_taken_back_before_the_mail_send_none(sending: Sending) -> None:
    world = sending.world
    card = await signed(world, "ana@example.com")
    await say(world.alice, card, "Thank you")
    await say(world.alice, card, "")
    assert await mails(sending) == []


@pytest.mark.parametrize(("occasion", "count"), [("sympathy", 0), ("get_well", 1)])
async def test_sympathy_cards_send_none(sending: Sending, occasion: str, count: int) -> None:
    world = sending.world
    found = (await world.alice.get("/api/templates", params={"occasion": occasion})).json()["data"]
    card = await signed(world, "ana@example.com", template_id=found[0]["template_id"])
    await press(world, card)
    await say(world.alice, card, "Thank you")
    assert len(await mails(sending)) == 2 * count


async def test_the_link_in_the_mail_ends_the_mail_about_this_card(sending: Sending) -> None:
    """The control is another card with the same signer."""
    world = sending.world
    card, other = await signed(world, "ana@example.com"), await signed(world, "ana@example.com")
    await press(world, card)
    [mail] = await mails(sending)
    mute = path_of(re.findall(r"Stop emails about this card: (\S+)", text_of(mail))[0])
    shown = await world.client.get(mute, headers=HTML)
    assert "no more emails about this card. Other cards" in shown.text
    assert await world.owner.fetchval("select count(*) from muted_cards") == 0
    for _ in range(2):
        pressed = await world.client.post(mute, data={"List-Unsubscribe": "One-Click"}, headers=HTML)
        assert "no more emails about this card" in pressed.text
    await say(world.alice, card, "Thank you")
    await say(world.alice, other, "Thank you")
    [mail] = await mails(sending)
    assert str(mail.message["List-Unsubscribe"]).startswith("<http")
    assert await world.owner.fetchval("select count(*) from suppressions") == 0
    again = await world.client.post(mute, data={"subscribe": "again"}, headers=HTML)
    assert "subscribed again" in again.text
    assert await world.owner.fetchval("select count(*) from muted_cards") == 0


async def test_a_mail_that_waits_is_dropped_when_its_reader_ends_them(sending: Sending) -> None:
    world = sending.world
    card = await signed(world, "ana@example.com")
    await press(world, card)
    [mail] = await mails(sending)
    mute = path_of(re.findall(r"Stop emails about this card: (\S+)", text_of(mail))[0])
    await say(world.alice, card, "Thank you")
    args = {
        "recipient_id": card["recipients"][0]["id"],
        "notice": "thanked",
        "after": "",
        "contribution_id": "",
    }
    of = {"account_id": world.alice.account_id, "card_id": card["id"], "since": clock.now().isoformat()}
    await mail_signers.run(world.services, {**args, **of})
    await world.client.post(mute, headers=HTML)
    assert await mails(sending) == []
    [row] = await world.owner.fetch("select status, status_reason from messages where kind = 'card_thanked'")
    assert tuple(row) == ("dropped", "muted")


async def test_unsubscribed_readers_and_the_recipient_get_none(sending: Sending) -> None:
    world = sending.world
    card = await make.card(
        world.alice, card_type=2, recipients=[{"name": "Maya", "email": "maya@example.com"}]
    )
    invited = await make.invitations(world.alice, card["id"], "ana@example.com", "maya@example.com")
    await world.work()
    [asked] = [each.message for each in sending.post.received if "ana@" in str(each.message["To"])]
    for each in invited:
        if each["status"] != "suppressed":
            await signs(world, each["link"])
    await signs(world, card["sign_url"])
    await world.client.post(path_of(str(asked["List-Unsubscribe"]).strip("<>")), headers=HTML)
    await world.alice.post(f"/api/cards/{card['id']}/close")
    await mails(sending)
    await press(world, card)
    assert await mails(sending) == []
    assert await world.owner.fetchval("select count(*) from messages where kind = 'card_opened'") == 0


async def test_pages_of_signers_are_all_mailed_and_a_repetition_mails_nobody(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is killed runs a page again."""
    monkeypatch.setattr(mail_signers, "_PAGE", 2)
    world = sending.world
    emails = [f"p{number}@example.com" for number in range(5)]
    card = await signed(world, *emails)
    await mails(sending)
    args = {
        "recipient_id": card["recipients"][0]["id"],
        "notice": "opened",
        "after": "",
        "contribution_id": "",
    }
    of = {"account_id": world.alice.account_id, "card_id": card["id"], "since": clock.now().isoformat()}
    for _ in range(2):
        await mail_signers.run(world.services, {**args, **of})
    sent = await mails(sending)
    assert sorted(str(each.message["To"]) for each in sent) == emails


async def _limit(limit: int, *_: object) -> int:
    return limit


async def test_the_accounts_daily_budget_delays_the_rest(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = sending.world
    emails = [f"p{number}@example.com" for number in range(4)]
    card = await signed(world, *emails)
    await mails(sending)
    monkeypatch.setattr(budget, "account_limit", functools.partial(_limit, 3))
    with another_time():
        await press(world, card)
        assert len(await mails(sending)) == 3
        clock.move(timedelta(days=1))
        assert len(await mails(sending)) == 1
        clock.move(timedelta(days=9))
        assert len(await mails(sending)) == 0


async def test_a_card_shows_itself_to_signers_only_after_it_is_closed(world: World) -> None:
    """The recipient's invitation never shows it."""
    card = await make.card(world.alice, recipients=[{"name": "Maya"}], see_notes="everyone")
    [invited] = await make.invitations(world.alice, card["id"], "ana@example.com")
    signed_by = await signs(world, invited["link"])
    own = path_of(own_url(world, signed_by.row)).replace("/s/", "/c/")
    for link in (own, path_of(invited["link"]).replace("/s/", "/c/")):
        assert (await world.client.get(link, headers=HTML)).status_code == 404
    await world.alice.post(f"/api/cards/{card['id']}/close")
    for link in (own, path_of(invited["link"]).replace("/s/", "/c/")):
        shown = await page(world.alice, link)
        assert "A card for" in shown
        assert "Open the card" in shown
        await world.client.post(link, headers=HTML)
        assert (await world.client.get(f"{link}/thanks", headers=HTML)).status_code == 404
    assert "See the card" in await page(world.alice, own.replace("/c/", "/s/"))
    read = (await world.alice.get(f"/api/cards/{card['id']}")).json()
    assert read["recipients"][0]["first_viewed_at"] is None
    assert own_link(card) != own


async def test_an_answer_to_one_note_reaches_only_its_author(sending: Sending) -> None:
    world = sending.world
    card = await signed(world, "ana@example.com", "ben@example.com")
    listed = (await world.alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    await answer(world.alice, card, listed[-1]["id"], "Dear Ana")
    [mail] = await mails(sending)
    assert str(mail.message["To"]) == "ana@example.com"
    assert "your note on" in text_of(mail)
    assert "Dear Ana" in text_of(mail)
    await say(world.alice, card, "Dear all")
    assert len(await mails(sending)) == 2
