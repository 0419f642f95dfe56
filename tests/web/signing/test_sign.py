"""The signing page without a script: its states, and the handling of its form."""

import html
import re
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.web.visitor import Visitor, path_of
from tests.world import World

pytestmark = pytest.mark.anyio


async def shared(world: World, **fields: Any) -> tuple[dict[str, Any], str]:
    """Creates a card. Returns it and the path of its shared link."""
    card = await make.card(world.alice, recipient="Maya", **fields)
    return card, path_of(card["sign_url"])


async def notes(world: World, card: dict[str, Any]) -> list[dict[str, Any]]:
    answer = await world.alice.get(f"/api/cards/{card['id']}/contributions")
    return answer.json()["data"]


async def test_names_the_first_of_the_recipients(world: World) -> None:
    card = await make.card(world.alice, recipients=[{"name": "Noor"}, {"name": "Maya"}])
    visitor = Visitor(world)
    await visitor.open(path_of(card["sign_url"]))
    assert "Sign the birthday card for <bdi>Noor</bdi>" in visitor.page


async def test_shows_the_form_and_changes_nothing(world: World) -> None:
    card, path = await shared(world, contribution_end_date="2099-11-27")
    before = await world.owner.fetchval("select count(*) from events")
    visitor = Visitor(world)
    answer = await visitor.open(path)
    assert answer.status_code == 200
    assert "Sign the birthday card for <bdi>Maya</bdi>" in visitor.page
    assert "<bdi>Priya and friends</bdi> invited you" in visitor.page
    assert "Closes Fri 27 Nov 2099" in visitor.page
    assert "Write something \u2068Maya\u2069 will want to keep…" in visitor.page
    assert visitor.page.count("<h1>") == 1
    assert re.search(r'src="/covers/birthday-cake/[^"]+-240\.\w+\.avif"', visitor.page)
    assert await world.owner.fetchval("select count(*) from events") == before
    assert await notes(world, card) == []
    head = await visitor.request("HEAD", path)
    assert (head.status_code, head.text) == (200, "")


async def test_signs_and_leads_to_the_page_that_says_so(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    answer = await visitor.sign(
        path, text="Happy birthday!\r\nCake at four?", pen="gochi", ink="rust", paper="mint"
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}/signed")
    [note] = await notes(world, card)
    assert note["name"] == "Noor"
    assert note["note"]["text"] == "Happy birthday!\nCake at four?"
    assert [note["note"][name] for name in ("pen", "ink", "paper", "visibility")] == [
        "gochi", "rust", "mint", "everyone",
    ]  # fmt: skip
    assert note["source"] == "shared_link"
    await visitor.open(f"{path}/signed")
    assert "Lovely. Your note is on the card" in visitor.page
    assert "<h1>You signed the card for <bdi>Maya</bdi></h1>" in visitor.page
    assert "Cake at four?" in visitor.page
    assert card["sign_url"] in visitor.page
    assert "1 person signed" in visitor.page


async def test_a_contributor_finds_and_changes_their_note(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(path)
    assert "You've signed this card." in visitor.page
    assert "<h1>A card for <bdi>Maya</bdi></h1>" in visitor.page
    assert ">\nAll the best</textarea>" in visitor.page
    assert "Save changes" in visitor.page
    answer = await visitor.send(path, text="Better words", ink="plum")
    assert answer.status_code == 303
    [note] = await notes(world, card)
    assert (note["note"]["text"], note["note"]["ink"]) == ("Better words", "plum")


async def test_a_form_sent_twice_is_one_note(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    first = visitor.page
    assert (await visitor.send(path)).status_code == 303
    visitor.page = first
    assert (await visitor.send(path)).status_code == 303
    assert len(await notes(world, card)) == 1


async def test_a_second_tab_signs_as_another_person(world: World) -> None:
    """Two people share a browser: a form opened empty never overwrites the other's note."""
    card, path = await shared(world)
    visitor, other = Visitor(world), Visitor(world)
    await visitor.open(path)
    other.cookies = visitor.cookies
    await other.open(path)
    await visitor.send(path, name="Noor")
    await other.send(path, name="Sami")
    assert sorted(each["name"] for each in await notes(world, card)) == ["Noor", "Sami"]


async def test_somebody_else_at_the_same_browser_may_sign(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    assert f"{path}?another=1" in visitor.page
    await visitor.sign(f"{path}?another=1", name="Sami")
    assert sorted(each["name"] for each in await notes(world, card)) == ["Noor", "Sami"]


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"text": " "}, "text", "Write a few words, or add a photo, drawing or voice note"),
        ({"name": ""}, "name", "Enter your name"),
        ({"text": "x" * 2001}, "text", "Shorten your note to 2,000 characters or fewer"),
        ({"name": "x" * 101}, "name", "Shorten the name to 100 characters or fewer"),
        ({"text": "a\x00b"}, "text", "Check this answer and try again"),
        ({"drawing": "[{}]"}, "drawing", "We couldn't read this drawing. Try a simpler one"),
    ],
)
async def test_explains_errors_and_loses_nothing(
    world: World, fields: dict[str, str], field: str, says: str
) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    given = {"pen": "caveat", "visibility": "recipient", "description": "A boat", **fields}
    answer = await visitor.sign(path, **given)
    assert answer.status_code == 422
    assert 'id="faults"' not in visitor.page
    expected = rf'<p class="p-fault" id="{field}-fault" role="alert"><svg.*?</svg> <span>{says}</span></p>'
    assert re.search(expected, visitor.page)
    [focused] = re.findall(r"<[^>]+ autofocus[^>]*>", visitor.page)
    assert f'aria-describedby="{field}-fault"' in focused
    assert 'value="caveat" checked' in visitor.page
    assert 'value="recipient" checked' in visitor.page
    assert 'value="A boat"' in visitor.page
    if field != "text":
        assert ">\nAll the best</textarea>" in visitor.page
    assert await notes(world, card) == []
    assert (await visitor.send(path, text="Now it is right", drawing=None)).status_code == 303
    [note] = await notes(world, card)
    assert note["note"]["visibility"] == "everyone"  # the second form did not include it


async def test_reports_all_faults_at_once(world: World) -> None:
    _, path = await shared(world)
    visitor = Visitor(world, **{"Accept-Language": "ar"})
    answer = await visitor.sign(path, text="", name="")
    assert answer.status_code == 422
    assert "أمران يحتاجان إلى تصحيح قبل التوقيع" in visitor.page


async def test_accepts_an_anonymous_note_without_a_name(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    assert (await visitor.sign(path, name="", anonymous="yes")).status_code == 303
    [note] = await notes(world, card)
    assert (note["name"], note["anonymous"]) == (None, True)
    await visitor.open(path)
    assert 'name="anonymous" value="yes" checked' in visitor.page


async def test_says_what_cannot_be_hidden_of_an_anonymous_author(world: World) -> None:
    """Only a card that takes money online has a payment provider, which shows who paid."""
    for fields, is_told in (({}, False), ({"collection": giving.OPEN}, True)):
        _, path = await shared(world, **fields)
        visitor = Visitor(world)
        await visitor.open(path)
        assert (
            "If everybody else signs with their name, the organisers can work out who did not."
            in visitor.page
        )
        shown = "the payment provider shows the account's owner who paid" in html.unescape(visitor.page)
        assert shown is is_told


async def test_says_that_a_moderated_note_awaits_review(world: World) -> None:
    card, path = await shared(world, moderation="pre")
    visitor = Visitor(world)
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    assert "Thank you for your note" in visitor.page
    assert "is on the card" not in visitor.page
    assert (
        "\u2068Priya and friends\u2069 will review your note before it appears on the card."
    ) in visitor.page
    await visitor.open(path)
    assert "Your note will appear on the card once it has been reviewed." in visitor.page
    [note] = await notes(world, card)
    assert note["note"]["status"] == "pending"


async def test_a_full_card_says_so_and_keeps_what_was_typed(world: World) -> None:
    card, path = await shared(world, contribution_limit=1)
    early, late = Visitor(world), Visitor(world)
    await early.open(path)
    await late.open(path)
    assert (await early.send(path)).status_code == 303
    answer = await late.send(path, text="Too late, my words")
    assert answer.status_code == 409
    assert "This card is full: 1 of 1 signed" in late.page
    assert "Too late, my words</textarea>" in late.page
    await late.open(path)
    assert "This card is full" in late.page
    assert "<form" not in late.page
    await early.open(path)
    assert (await early.send(path, text="Mine can still be changed")).status_code == 303
    [note] = await notes(world, card)
    assert note["note"]["text"] == "Mine can still be changed"


async def test_a_card_that_closes_while_somebody_types_keeps_their_words(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    await world.alice.post(f"/api/cards/{card['id']}/close")
    answer = await visitor.send(path, text="I was still typing")
    assert answer.status_code == 409
    assert "This card is closed" in visitor.page
    assert "I was still typing</textarea>" in visitor.page
    assert await notes(world, card) == []


async def test_a_closed_card_shows_ones_own_note_which_can_be_removed(world: World) -> None:
    card, path = await shared(world)
    visitor, stranger = Visitor(world), Visitor(world)
    await visitor.sign(path)
    await world.alice.post(f"/api/cards/{card['id']}/close")
    await stranger.open(path)
    assert "This card is closed" in stranger.page
    assert "It&#39;s ready for \u2068Maya\u2069 to open." in stranger.page
    assert "All the best" not in stranger.page
    await visitor.open(path)
    assert "All the best" in visitor.page
    answer = await visitor.press(f"{path}/remove")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}?removed=1")
    assert await notes(world, card) == []
    await visitor.open(f"{path}?removed=1")
    assert "Your note has been removed" in visitor.page


async def test_names_the_day_on_which_the_card_closed(world: World) -> None:
    card, path = await shared(world, contribution_end_date="2099-11-27")
    await world.owner.execute(
        "update cards set contribution_ends_at = '2026-01-02T12:00Z' where id = $1", card["id"]
    )
    visitor = Visitor(world)
    await visitor.open(path)
    assert "This card closed on Fri 2 Jan" in visitor.page


async def test_a_cancelled_card_says_so(world: World) -> None:
    card, path = await shared(world)
    await world.alice.post(f"/api/cards/{card['id']}/cancel")
    visitor = Visitor(world)
    assert (await visitor.open(path)).status_code == 200
    assert "This card was cancelled" in visitor.page
    assert "<form" not in visitor.page


@pytest.mark.parametrize("how", ["nonsense", "a" * 22, "x" * 500, "%00", "deleted", "replaced", "revoked"])
async def test_links_that_lead_nowhere_have_one_page(world: World, how: str) -> None:
    card, path = await shared(world)
    [invitation] = await make.invitations(world.alice, card["id"], "noor@example.com")
    await world.work()
    if how == "deleted":
        await world.alice.delete(f"/api/cards/{card['id']}")
    elif how == "replaced":
        await world.alice.post(f"/api/cards/{card['id']}/links/rotate", {"link": "shared"})
    elif how == "revoked":
        [invitation] = (await world.alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
        path = path_of(invitation["link"])
        await world.alice.post(f"/api/cards/invitations/{invitation['id']}/revoke")
    else:
        path = f"/s/{how}"
    visitor = Visitor(world)
    for method in ("GET", "POST"):
        answer = await visitor.request(method, path)
        assert answer.status_code == 404
        assert "This link no longer works" in visitor.page
        assert "Maya" not in visitor.page
        assert "Priya" not in visitor.page
    for page in ("signed", "media", "seen"):
        assert (
            await visitor.request("GET" if page == "signed" else "POST", f"{path}/{page}")
        ).status_code == 404


async def test_a_quiet_card_has_calm_words(world: World) -> None:
    designs = (await world.alice.get("/api/templates?occasion=sympathy")).json()["data"]
    _, path = await shared(world, template_id=designs[0]["template_id"])
    visitor = Visitor(world)
    await visitor.open(path)
    assert "Write a few words to <bdi>Maya</bdi>" in visitor.page
    assert "A few words are enough…" in visitor.page
    assert "Add my words" in visitor.page
    await visitor.sign(path)
    await visitor.open(f"{path}/signed")
    assert "Thank you for your words" in visitor.page
    assert "Lovely" not in visitor.page
    nameless = await make.card(world.alice, template_id=designs[0]["template_id"])
    await visitor.open(path_of(nameless["sign_url"]))
    assert "<h1>Add a few words to the card</h1>" in visitor.page


async def test_speaks_german_and_arabic_and_else_the_cards_language(world: World) -> None:
    _, path = await shared(world, locale="de-AT", contribution_end_date="2099-11-27")
    visitor = Visitor(world)
    await visitor.open(path)
    assert "Geburtstagskarte für <bdi>Maya</bdi>" in visitor.page
    await Visitor.open(arabic := Visitor(world, **{"Accept-Language": "ar-EG"}), path)
    assert '<html lang="ar" dir="rtl">' in arabic.page
    assert "تُغلق الجمعة ٢٧ نوفمبر" in arabic.page
    await visitor.open(f"{path}?lang=en")
    assert "Sign the birthday card" in visitor.page
    await visitor.open(path)
    assert "Sign the birthday card" in visitor.page


async def test_wears_the_colours_of_the_card(world: World) -> None:
    design = (await world.alice.get("/api/templates")).json()["data"][0]
    palette = design["palettes"][1]
    _, path = await shared(world, palette=palette["name"])
    visitor = Visitor(world)
    answer = await visitor.open(path)
    assert f"--accent:light-dark({palette['accent']['light']},{palette['accent']['dark']})" in visitor.page
    assert re.search(rf"/covers/{design['slug']}/{palette['name']}-240\.\w+\.avif", visitor.page)
    assert "'sha256-" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</textarea><script>",
        "\u202egnorw",
        "W" * 600,
    ],
)
async def test_what_people_write_is_text(world: World, hostile: str) -> None:
    _, path = await shared(world, title=hostile[:255], sender=hostile[:255])
    visitor = Visitor(world)
    await visitor.sign(path, text=hostile, name=hostile[:100])
    for page in (path, f"{path}/signed"):
        await visitor.open(page)
        assert "<script>alert" not in visitor.page
        assert "<img src=x" not in visitor.page
        assert "</textarea><script>" not in visitor.page
        assert 'dir="auto"' in visitor.page


async def test_fills_in_the_name_of_the_invitee(world: World) -> None:
    """The control is the shared link, whose visitors are unknown."""
    card, path = await shared(world)
    members = [{"name": "Noor Haddad", "email": "noor@example.com"}]
    group = (await world.alice.post("/api/groups", {"name": "Team", "members": members})).json()
    body = {"card_id": card["id"], "invitees": [{"delivery_type": "group", "delivery_id": group["id"]}]}
    [parent] = (await world.alice.post("/api/cards/invitations", body)).json()["data"]
    await world.work()
    listed = await world.alice.get(f"/api/cards/{card['id']}/invitations?parent_invite_id={parent['id']}")
    visitor = Visitor(world)
    await visitor.open(path_of(listed.json()["data"][0]["link"]))
    assert 'value="Noor Haddad"' in visitor.page
    await visitor.open(path)
    assert "Noor" not in visitor.page


async def test_has_a_preview_for_chats(world: World) -> None:
    _, path = await shared(world, title="Happy birthday, Maya")
    visitor = Visitor(world)
    await visitor.open(path)
    assert '<meta property="og:title" content="Happy birthday, Maya">' in visitor.page
    assert '<meta property="og:description" content="Priya and friends invited you">' in visitor.page
    [picture] = re.findall(r'<meta property="og:image" content="([^"]+)">', visitor.page)
    answer = await world.client.get(picture)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")


async def test_a_closed_card_that_everyone_may_read_leads_to_it(world: World) -> None:
    """The control is a card that only the recipient may read."""
    for public_read in (True, False):
        card, path = await shared(world, public_read=public_read)
        assert (await Visitor(world).sign(path)).status_code == 303
        await world.alice.post(f"/api/cards/{card['id']}/close")
        visitor = Visitor(world)
        await visitor.open(path)
        assert ("See the card" in visitor.page) is public_read
        if public_read:
            assert card["view_url"] in visitor.page


async def test_a_first_visit_has_the_cover_in_the_page(world: World) -> None:
    """The control is the second visit, with the picture possibly in the browser's cache."""
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    assert 'srcset="data:image/avif;base64,' in visitor.page
    assert "img-src 'self' data:" in (await visitor.open(path)).headers["Content-Security-Policy"]
    assert 'srcset="/covers/' in visitor.page
