"""Outgoing mail: its headers, its two parts, and the escaping of text from users."""

import html
import re
from dataclasses import replace
from email.headerregistry import Address
from io import BytesIO
from typing import Any

import pytest
from msgspec import structs
from PIL import Image

from tests import make
from tests.delivery.conftest import Sending
from tests.fakes.smtp import Received
from tests.later import another_time, day, set_to
from tests.world import Person, World
from wellwish.base.settings import Settings
from wellwish.infra.mail import Mail

pytestmark = pytest.mark.anyio


async def sent(sending: Sending, fields: dict[str, Any] | None = None, **invitation: Any) -> Received:
    card = await make.card(sending.world.alice, **{"recipient": "Maya", **(fields or {})})
    await make.invitations(sending.world.alice, card["card_id"], "ana@example.com", **invitation)
    await sending.world.work()
    return sending.post.received[-1]


async def test_has_the_headers_that_receivers_require(sending: Sending) -> None:
    mail = (await sent(sending)).message
    assert str(mail["From"]) == "Priya and friends via Wellwish <cards@cards.example>"
    assert mail["Reply-To"] is None
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Date"] is not None
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<http://localhost:8080/u/[\w-]{22}>", str(mail["List-Unsubscribe"]))
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]


async def test_keeps_list_unsubscribe_on_one_line(
    clone: tuple[str, str], settings: Settings, sending: Sending
) -> None:
    """The URL may be long, and some DKIM signers break a folded header."""
    long = replace(sending.world.services.settings, base_url="https://" + "a" * 60 + ".cards.example.org")
    sending.world.services = replace(sending.world.services, settings=long)
    mail = await sent(sending)
    [header] = [line for line in mail.message.items() if line[0] == "List-Unsubscribe"]
    assert "\n" not in header[1]
    assert " " not in header[1]
    assert mail.message_id.endswith(f"@{'a' * 60}.cards.example.org>")


async def test_holds_the_words_the_link_and_the_ways_out(sending: Sending) -> None:
    mail = await sent(sending, message="Sign soon,\nplease")
    for part in (mail.plain, mail.html):
        assert "Maya" in part
        without = re.sub(r"(?s)<!--\[if mso\]>.*?<!\[endif\]-->", "", part)
        # The cover of the HTML part is a link, too.
        assert without.count("http://localhost:8080/s/") == (1 if part == mail.plain else 2)
        assert part.count("http://localhost:8080/u/") == 1
        assert "Example Ltd, 1 High Street, London" in part
        assert "you were invited to this card" in part
    assert "Sign soon,\nplease" in mail.plain
    assert "Sign soon,<br>please" in mail.html
    assert mail.html.count("<a ") == 4
    # Only the cover, which is the same for every recipient: no tracking pixel.
    assert re.findall(r'<img src="([^"?]*)"', mail.html) == re.findall(
        r"http://localhost:8080/covers/[a-z-]+/[a-z-]+-480\.[0-9a-f]{12}\.jpg", mail.html
    )
    assert mail.html.count("<img") == 1
    assert "prefers-color-scheme: dark" in mail.html
    assert 'content="light dark"' in mail.html
    assert "<script" not in mail.html
    assert "<link" not in mail.html


async def test_words_of_people_never_become_links_or_markup(sending: Sending) -> None:
    words = "See https://evil.example/x or www.evil.example, mail me@evil.example <a href='//evil.example'>"
    mail = await sent(sending, {"title": words[:200], "sender": "evil.example <b>"}, message=words)
    for part in (mail.plain, mail.html):
        assert "evil.example" not in part
        assert "https://evil" not in part
        assert "me@evil" not in part
    assert "<b>" not in mail.html
    assert "<a href='" not in mail.html
    assert mail.html.count("<a ") == 4


async def test_names_the_sender_and_the_address_for_replies(sending: Sending) -> None:
    mail = await sent(sending)
    for part in (mail.plain, mail.html):
        assert "alice and co sent you this email through Wellwish (localhost)." in html.unescape(part)
        assert "If you don't know the sender, you can ignore this email." in html.unescape(part)
        assert "Replies to this email aren't read." in html.unescape(part)
        assert part.count("http://localhost:8080/report/") == 1
    answered = await sent(sending, {"reply_to": "Priya@Bücher.example"})
    assert str(answered.message["Reply-To"]) == "Priya@xn--bcher-kva.example"
    assert "Replies to this email" not in answered.plain + answered.html


async def test_an_accounts_name_is_no_link(sending: Sending) -> None:
    await sending.world.owner.execute("update accounts set name = 'evil.com'")
    mail = await sent(sending)
    for part in (mail.plain, mail.html):
        assert "evil" in part
        assert "evil.com" not in part


async def test_has_the_colours_of_the_cards_palette(sending: Sending) -> None:
    templates = (await sending.world.alice.get("/api/templates")).json()["data"]
    palette = templates[0]["palettes"][1]
    mail = await sent(sending, {"template_id": templates[0]["id"], "palette": palette["name"]})
    for colour in (palette["accent"]["light"], palette["accent"]["dark"], palette["wash"]["light"]):
        assert colour in mail.html


@pytest.mark.parametrize("name", ["title", "sender"])
async def test_no_header_can_be_smuggled_in(sending: Sending, name: str) -> None:
    given = await make.body(sending.world.alice, **{name: "Hello\r\nBcc: everybody@example.com"})
    assert (await sending.world.alice.post("/api/cards", given)).status_code == 422
    with pytest.raises(ValueError, match="Header Subject contains a line end"):
        Mail(Address("", "a", "b.example"), {"Subject": "Hello\r\nBcc: everybody@example.com"}, "", "", "=_")


@pytest.mark.parametrize(
    ("sender", "shown"),
    [
        ('Ana "the boss", <ceo@bank.example>', "Ana the boss , ceo bank\u200c.\u200cexample"),
        ("é" * 255, "é" * 59 + "…"),
        ("=?utf-8?q?x?=", "=\u200c?utf-8?q?x?="),
        ("Ana; Ben: Cy,", "Ana; Ben: Cy,"),
    ],
)
async def test_a_senders_name_contains_no_address(sending: Sending, sender: str, shown: str) -> None:
    mail = (await sent(sending, {"sender": sender})).message
    [address] = mail["From"].addresses
    assert address.addr_spec == "cards@cards.example"
    # Python keeps the space between two encoded words; RFC 2047 section 6.2 ignores it.
    assert address.display_name.replace(" ", "") == f"{shown} via Wellwish".replace(" ", "")
    assert [each for each in mail if each.lower() in ("bcc", "cc", "reply-to")] == []


async def test_lists_the_privileges_of_an_admin(sending: Sending) -> None:
    world = sending.world
    card = await make.card(world.alice)
    admin = await make.admin(world.alice, card["card_id"], world.bob, invite_contributors=True)
    await world.work()
    [mail] = sending.post.received
    assert mail.recipient == "bob@example.com"
    assert "invite people to sign" in mail.plain
    assert f"http://localhost:8080/admin/{world.alice.account_id}/{admin['id']}/" in mail.plain
    assert card["sign_url"] not in mail.plain  # an admin finds it on the card
    path = f"/api/card-admins/{admin['card_admin_id']}"
    await world.alice.put(path, {"privilege": {"can_update": True}})
    await world.alice.put(path, {"privilege": {"can_update": True}})
    await world.work()
    [_, changed] = sending.post.received
    assert str(changed.message["Subject"]).startswith("Your permissions on")
    assert "edit the card (and close or reopen it)" in changed.plain
    assert "invite people" not in changed.plain
    assert card["sign_url"] not in changed.plain
    assert changed.message_id != mail.message_id


async def test_informs_the_owners_of_a_new_credential(sending: Sending) -> None:
    world = sending.world
    pair = {"x-api-key": world.alice.api_key, "x-client-secret": world.alice.client_secret}
    made = await world.client.post("/account/api-access/credentials/rotate", headers=pair)
    await world.work()
    [mail] = sending.post.received
    assert mail.recipient == "alice@example.com"
    assert "New API key created" in str(mail.message["Subject"])
    for secret in made.json()["api_key"], made.json()["client_secret"]:
        assert secret not in mail.message.as_string()


async def test_a_reminder_says_that_it_is_one(sending: Sending, alice: Person) -> None:
    from wellwish.delivery.wording import Invite, invitation_email, invitation_subject
    from wellwish.delivery.words import Colours

    invite = Invite(
        kind="reminder", card_title="Hello", sender="Priya", recipient="Maya", name=None, title=None,
        message=None, ends_at=None, timezone="UTC", locale="en", colours=Colours(), cover=None,
        account_name="Acme", reply_to=None,
    )  # fmt: skip
    words = invitation_email(invite)
    assert words.heading == "Reminder: Sign the card for Maya"
    assert "still time to add a few words" in words.preheader
    assert "still time to add a few words" in " ".join(words.lines)
    for fields, subject in (
        ({}, "Reminder: Sign the card for Maya"),
        ({"is_quiet": True}, "Reminder: Add a few words to the card for Maya"),
        ({"recipient": None}, "Reminder: Priya invited you to sign a card: Hello"),
        ({"title": "Psst"}, "Reminder: Psst"),
        ({"title": "Psst", "kind": "resend"}, "Psst"),
        ({"kind": "invitation"}, "Priya invited you to sign a card: Hello"),
    ):
        assert invitation_subject(structs.replace(invite, **fields)) == subject


async def test_reminders_and_resends_are_shown_with_the_first_mail(sending: Sending) -> None:
    world = sending.world
    card = await make.card(world.alice)
    [made] = await make.invitations(world.alice, card["card_id"], "ana@example.com", reminder="daily")
    await world.work()
    await world.alice.post("/api/cards/invitations/resend", {"invite_id": made["id"]})
    await world.work()
    with another_time():
        set_to(f"{day(3)} 09:01")  # reminders are sent in the morning only
        await world.work()
    first, *later = [mail.message for mail in sending.post.received]
    assert len(later) >= 2
    assert first["In-Reply-To"] is first["References"] is None
    assert {str(mail["In-Reply-To"]) for mail in later} == {str(first["Message-ID"])}
    assert {str(mail["References"]) for mail in later} == {str(first["Message-ID"])}
    subjects = {str(mail["Feedback-ID"]).split(":")[1]: str(mail["Subject"]) for mail in later}
    assert subjects["resend"] == first["Subject"]
    assert subjects["reminder"] == f"Reminder: {first['Subject']}"
    assert len({str(mail["Message-ID"]) for mail in (first, *later)}) == len(later) + 1
    assert {mail["Feedback-ID"] for mail in (first, *later)} == {
        f"{world.alice.account_id}:{kind}:wellwish" for kind in ("invitation", "resend", "reminder")
    }


async def test_a_second_copy_has_the_same_bytes(sending: Sending) -> None:
    world = sending.world
    sending.post.drop = lambda _: len(sending.post.received) == 1
    card = await make.card(world.alice, title="Größe und ليلى")
    await make.invitations(world.alice, card["card_id"], "ana@example.com", "ben@example.com", message="Hi")
    await world.work()
    await world.owner.execute(
        "update jobs set run_at = now() - interval '1 hour' where kind = 'delivery.mail'"
    )
    await world.work()
    copies = [mail.message for mail in sending.post.received]
    twice = [mail for mail in copies if str(mail["To"]) == str(copies[0]["To"])]
    assert len(copies) == 3
    assert len(twice) == 2
    assert twice[0].as_bytes() == twice[1].as_bytes()
    assert len({mail.get_boundary() for mail in copies}) == 2


async def test_outlook_gets_a_separate_button(sending: Sending) -> None:
    mail = await sent(sending)
    [vml] = re.findall(r"(?s)<!--\[if mso\]>(.*?)<!\[endif\]-->", mail.html)
    [link] = re.findall(r'<v:roundrect [^>]*href="([^"]+)"', vml)
    assert f'<a href="{link}"' in mail.html
    assert vml.count("Sign the card") == 1
    assert link in mail.plain


async def test_stores_no_link(sending: Sending) -> None:
    mail = await sent(sending)
    world: World = sending.world
    rows = await world.owner.fetch("select m::text as row from messages m")
    tokens = re.findall(r"/[su]/([\w-]{22})", mail.plain)
    assert len(tokens) == 2
    assert not [token for token in tokens for row in rows if token in row["row"]]


async def test_keeps_the_direction_of_its_sentences_whatever_a_name_is_written_in(sending: Sending) -> None:
    mail = await sent(sending, {"sender": "नादिया", "recipient": "ليلى"})
    for part in (mail.plain, mail.html):
        assert "नादिया invited you" in part
        assert "for \u2068ليلى\u2069" in part


async def test_shows_the_cover_where_there_is_one(sending: Sending) -> None:
    from datetime import UTC, datetime

    from wellwish.delivery.letter import compose
    from wellwish.delivery.message import MessageRow
    from wellwish.delivery.words import Words

    words = Words(preheader="p", heading="h", lines=[], why="w", title="Hello", cover="/covers/a/b.jpg")
    row = MessageRow(
        "acct_1", "msg_1", "email", "invitation", "ana@example.com", "s", "b", words, "queued", 1,
        datetime(2026, 11, 21, tzinfo=UTC),
    )  # fmt: skip
    text = compose(row, words, None, sending.world.services).html
    assert text.count("<img") == 1
    assert 'src="http://localhost:8080/covers/a/b.jpg"' in text
    assert 'alt="Hello"' in text


async def test_shows_the_cover_of_the_cards_design(sending: Sending) -> None:
    mail = await sent(sending)
    [source] = re.findall(r'<img src="([^"]+)"', mail.html)
    answer = await sending.world.client.get(source.removeprefix("http://localhost:8080"))
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/jpeg")


async def test_the_cover_is_a_jpeg_of_the_whole_card(sending: Sending) -> None:
    """Few mail programs display AVIF. Drawn covers: tests/cards/test_cover.py."""
    mail = await sent(sending)
    [source] = re.findall(r'<img src="([^"]+)"', mail.html)
    answer = await sending.world.client.get(source.removeprefix("http://localhost:8080"))
    with Image.open(BytesIO(answer.content)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (480, 672))
    assert len(answer.content) < 100_000
    assert answer.headers["content-length"] == str(len(answer.content))
    wrong = source.removeprefix("http://localhost:8080").replace("/covers/", "/covers/x")
    assert (await sending.world.client.get(wrong)).status_code == 404


async def test_a_quiet_card_has_a_smaller_cover_and_no_band(sending: Sending) -> None:
    """The control is a birthday card."""
    templates = (await sending.world.alice.get("/api/templates")).json()["data"]
    for occasion, quiet in (("sympathy", True), ("birthday", False)):
        chosen = next(each for each in templates if each["occasion"] == occasion)
        mail = await sent(sending, {"template_id": chosen["id"]})
        assert ('width="180"' in mail.html, 'width="210"' in mail.html) == (quiet, not quiet)
        assert ('class="m-band"' in mail.html) == (not quiet)
