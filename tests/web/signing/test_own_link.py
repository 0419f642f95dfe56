"""A browser with several notes of a card: the note that opens, and the traces on a borrowed device."""

import asyncio
import html
import re
from typing import Any

import pytest

from tests.contributions import giving
from tests.embed.portal import embedded, reader
from tests.payments import buying
from tests.web.signing import test_sign
from tests.web.signing.test_anonymous import invited
from tests.web.signing.test_sign import notes
from tests.web.signing.test_signed import mails
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.web.kit import remembered

pytestmark = pytest.mark.anyio

OTHERS = "Also signed in this browser"
MINE, THEIRS = "My own words", "Words that nobody else may read"
FIELDS: dict[str, dict[str, Any]] = {
    "named": {"name": "Gus Guest"},
    "private": {"name": "Gus Guest", "visibility": "recipient"},
    "anonymous": {"name": "", "anonymous": "yes"},
    "private and anonymous": {"name": "", "visibility": "recipient", "anonymous": "yes"},
}


async def shared(world: World) -> tuple[dict[str, Any], str]:
    """Creates a card that shows no notes of others. Returns it and the path of its shared link."""
    return await test_sign.shared(world, see_notes="nobody")


async def lent(world: World, path: str, **fields: Any) -> tuple[Visitor, str]:
    """The owner of a phone signs and lends it. Returns the phone and the guest's page after signing."""
    phone = Visitor(world)
    assert (await phone.sign(path, text=MINE, name="Olga Owner")).status_code == 303
    assert (await phone.sign(f"{path}?another=1", text=THEIRS, **fields)).status_code == 303
    page = phone.next
    assert (await phone.open(page)).status_code == 200
    return phone, page


async def opens(phone: Visitor, path: str, text: str) -> bool:
    await phone.open(path)
    return f"{text}</textarea>" in phone.page


def others(page: str) -> list[str]:
    """Returns the list of the browser's other notes, as text."""
    section = page.partition(f">{OTHERS}<")[2].partition("</section>")[0]
    return [html.unescape(re.sub("<[^>]+>", "", each)) for each in re.findall("<li>(.*?)</li>", section)]


@pytest.mark.parametrize("kind", FIELDS)
async def test_a_guests_note_is_not_found_on_the_phone_later(world: World, kind: str) -> None:
    _, path = await shared(world)
    phone, page = await lent(world, path, **FIELDS[kind])
    assert "Take your note with you" in phone.page
    assert MINE not in phone.page
    assert "Olga Owner" not in phone.page
    assert (THEIRS in phone.page) == (kind == "named")
    if kind != "named":  # not even while its author may still hold the phone
        mark = page.partition("note=")[2]
        assert (await phone.open(f"{path}?note={mark}")).headers["location"] == page
    assert await opens(phone, path, MINE)
    assert others(phone.page) == []
    for at in (page, page.replace("/signed", ""), f"{path}/signed", path, f"{path}?another=1"):
        await phone.open(at)
        assert THEIRS not in phone.page, at
        assert "Gus Guest" not in phone.page, at
    assert await opens(phone, path, MINE)


async def test_the_form_for_somebody_else_shows_nothing_of_the_phones_owner(world: World) -> None:
    _, path = await shared(world)
    phone = Visitor(world)
    await phone.sign(path, text=MINE, name="Olga Owner")
    await phone.sign(path, text="Another of mine", name="Olga Olson", own=None)
    await phone.open(f"{path}?another=1")
    for hidden in (MINE, "Another of mine", "Olga Olson", OTHERS):
        assert hidden not in phone.page
    assert "on someone else's device" in phone.page
    assert 'autocomplete="off"' in phone.page.partition("<form")[2].partition(">")[0]


@pytest.mark.parametrize("at_once", [False, True])
async def test_two_tabs_that_sign_keep_both_notes(world: World, at_once: bool) -> None:
    _, path = await shared(world)
    phone = Visitor(world)
    await phone.open(path)
    tabs = [dict(phone.hidden()) for _ in range(2)]
    await phone.open(path)
    tabs[1] = dict(phone.hidden())
    texts = ["From the first tab", "From the second tab"]
    sent = [
        {**tab, "name": name, "text": text}
        for tab, name, text in zip(tabs, ("Ann", "Ben"), texts, strict=True)
    ]
    if at_once:
        await asyncio.gather(
            *(phone.request("POST", path, data=each, files={"none": ("", b"")}) for each in sent)
        )
    else:
        for each in sent:
            await phone.request("POST", path, data=each, files={"none": ("", b"")})
    await phone.open(path)
    newest = next(each for each in texts if f"{each}</textarea>" in phone.page)
    older = next(each for each in texts if each != newest)
    assert older not in phone.page
    assert others(phone.page) == [{"From the first tab": "Ann", "From the second tab": "Ben"}[older]]
    url = html.unescape(phone.page.partition(OTHERS)[2].partition('href="')[2].partition('"')[0])
    assert await opens(phone, url, older)
    assert (await phone.send(path, text="Edited", name="Cleo")).status_code == 303
    await phone.open(phone.next)
    assert "Edited" in phone.page
    assert await opens(phone, path, newest)
    assert others(phone.page) == ["Cleo"]


@pytest.mark.parametrize("kind", ["private", "anonymous", "private and anonymous"])
async def test_a_second_tab_asks_whose_a_note_is_that_not_everybody_reads(world: World, kind: str) -> None:
    _, path = await shared(world)
    for keeps in (False, True):
        phone = Visitor(world)
        await phone.open(path)
        empty = phone.page
        await phone.send(path, text=MINE, name="Olga Owner")
        phone.page = empty.replace(phone.value("form_key"), "A" * 22)
        await phone.send(path, text=THEIRS, **FIELDS[kind])
        page = phone.next
        await phone.open(page)
        assert THEIRS not in phone.page
        if keeps:
            assert (await phone.press(f"{path}/keep")).status_code == 303
        assert await opens(phone, path, THEIRS if keeps else MINE)
        assert others(phone.page) == (["Olga Owner"] if keeps else [])


async def test_the_list_says_of_an_anonymous_note_only_that_it_is_one(world: World) -> None:
    card, path = await shared(world)
    phone = Visitor(world)
    await phone.sign(path, text=THEIRS, name="Hidden Name", anonymous="yes")
    await phone.open(f"{path}")
    await phone.sign(path, text=MINE, name="Olga Owner", own=None)
    await phone.open(path)
    assert others(phone.page) == ["An anonymous note"]
    for at in (path, f"{path}/signed"):
        await phone.open(at)
        assert (THEIRS in phone.page, "Hidden Name" in phone.page, OTHERS in phone.page) == (
            False,
            False,
            True,
        )
    [note] = [each for each in await notes(world, card) if each["anonymous"]]
    assert note["id"] not in phone.page


async def test_a_note_is_handed_over_by_mail_and_forgotten(world: World) -> None:
    card, path = await shared(world)
    phone, page = await lent(world, path, **FIELDS["private and anonymous"])
    before = dict(phone.cookies)
    answer = await phone.press(f"{path}/mail", email="gus@", hand_over="yes")
    assert answer.status_code == 422
    assert "Enter an email address in the correct format" in phone.page
    assert phone.cookies == before
    answer = await phone.press(f"{path}/mail", email="gus@example.com", hand_over="yes")
    assert (answer.status_code, phone.next) == (303, f"{path}/handed-over?mailed=1")
    assert not any(name.startswith("guest-") for name in phone.cookies)
    await phone.open(phone.next)
    assert "This browser has forgotten your note" in phone.page
    for hidden in (MINE, "Olga Owner", THEIRS):
        assert hidden not in phone.page
    [mail] = await mails(world)
    assert mail["recipient"] == "gus@example.com"
    for at in (page, f"{path}/signed", path):
        await phone.open(at)
        assert THEIRS not in phone.page
        assert mail["link"].rpartition("/")[2] not in phone.page
    guest = Visitor(world)
    assert await opens(guest, path_of(mail["link"]), THEIRS)
    await guest.press(f"{path_of(mail['link'])}/remove")
    assert [each["note"]["text"] for each in await notes(world, card)] == [MINE]


async def test_a_link_is_shown_once_and_forgotten(world: World) -> None:
    _, path = await shared(world)
    phone, page = await lent(world, path, **FIELDS["private and anonymous"])
    token, *which = phone.token(), phone.value("own")
    pressed = {"form_token": token, "own": which[0], "guest": "yes"}
    assert (await phone.press(f"{path}/hand-over", **pressed)).status_code == 200
    [own] = set(re.findall(r'value="http://localhost:8080(/s/[^"]+)"', phone.page))
    assert not any(name.startswith("guest-") for name in phone.cookies)
    for _ in range(2):
        answer = await phone.press(f"{path}/hand-over", **pressed)
        assert (answer.status_code, answer.headers["location"]) == (303, path)
    for at in (page, path, f"{path}/signed"):
        await phone.open(at)
        assert own not in phone.page
        assert THEIRS not in phone.page
    assert await opens(Visitor(world), own, THEIRS)


async def test_the_first_note_can_be_handed_over_too(world: World) -> None:
    _, path = await shared(world)
    phone = Visitor(world)
    await phone.sign(path, text=THEIRS, **FIELDS["private and anonymous"])
    await phone.open(f"{path}/signed")
    await phone.press(f"{path}/hand-over")
    [own] = set(re.findall(r'value="http://localhost:8080(/s/[^"]+)"', phone.page))
    await phone.open(path)
    assert "You've signed this card." not in phone.page
    assert THEIRS not in phone.page
    assert await opens(Visitor(world), own, THEIRS)


async def test_only_a_browser_that_signed_gets_the_own_link(world: World) -> None:
    """The link of an invitation, which its sender can read, opens a note with a name in any browser."""
    _, [invite] = await invited(world)
    path = path_of(invite["link"])
    author, other = Visitor(world), Visitor(world)
    assert (await author.sign(path, text=MINE)).status_code == 303
    assert await opens(other, path, MINE)
    answer = await other.press(f"{path}/hand-over")
    assert (answer.status_code, other.next) == (303, path)
    await other.open(f"{path}/signed")
    assert f'action="{path}/mail-invited"' in other.page
    assert f'action="{path}/mail"' not in other.page
    answer = await other.press(f"{path}/mail", email="sender@example.com")
    assert (answer.status_code, other.next) == (303, path)
    assert await mails(world) == []
    # The control: the author's browser.
    await author.open(f"{path}/signed")
    assert f'action="{path}/mail"' in author.page
    assert (await author.press(f"{path}/mail", email="noor@example.net")).status_code == 303
    assert [each["recipient"] for each in await mails(world)] == ["noor@example.net"]
    await author.open(path)
    assert (await author.press(f"{path}/hand-over")).status_code == 200
    [own] = set(re.findall(r'value="http://localhost:8080(/s/[^"]+)"', author.page))
    assert own != path
    assert await opens(Visitor(world), own, MINE)


@pytest.mark.parametrize(
    "edit", [{}, {"text": "Other words"}, {"own": None}, {"own": None, "guest": "yes"}, {"own": ""}]
)
async def test_an_edit_by_the_link_of_an_invitation_proves_no_authorship(
    world: World, edit: dict[str, str | None]
) -> None:
    """A note that its author makes anonymous later opens in no browser that only edited it."""
    _, [invite] = await invited(world)
    path = path_of(invite["link"])
    author, other = Visitor(world), Visitor(world)
    assert (await author.sign(path, text=MINE)).status_code == 303
    assert (await other.sign(path, **{"text": MINE, **edit})).status_code == 303
    assert other.next.partition("?")[0] == f"{path}/signed"
    assert not any(name.startswith(("own-", "guest-")) for name in other.cookies)
    assert (await author.sign(path, text=THEIRS, anonymous="yes")).status_code == 303
    assert not await opens(other, path, THEIRS)
    assert await opens(author, path, THEIRS)  # the control


async def test_a_form_that_is_sent_twice_proves_authorship(world: World) -> None:
    """The browser follows only the second response, so the cookie of the first may be lost."""
    _, [invite] = await invited(world)
    path = path_of(invite["link"])
    author = Visitor(world)
    await author.open(path)
    assert (await author.send(path, text=MINE)).status_code == 303
    for name in [name for name in author.cookies if name.startswith("own-")]:
        del author.cookies[name]
    assert (await author.send(path, text=MINE)).status_code == 303
    assert any(name.startswith("own-") for name in author.cookies)


async def test_an_author_who_becomes_anonymous_in_another_browser_keeps_the_note(world: World) -> None:
    _, [invite] = await invited(world)
    path = path_of(invite["link"])
    other = Visitor(world)
    assert (await Visitor(world).sign(path, text=MINE)).status_code == 303
    assert (await other.sign(path, text=MINE, anonymous="yes")).status_code == 303
    assert await opens(other, path, MINE)


async def test_a_page_of_a_forgotten_note_changes_no_other_note(world: World) -> None:
    card, path = await shared(world)
    phone, _ = await lent(world, path, **FIELDS["named"])
    stale = {name: phone.value(name) for name in ("form_token", "own", "guest")}
    await phone.open(path)  # forgets the guest
    for form, fields in (
        ("remove", {}),
        ("mail", {"email": "gus@example.com"}),
        ("hand-over", {}),
        ("keep", {}),
        ("refund", {}),
    ):
        assert (await phone.press(f"{path}/{form}", **stale, **fields)).status_code == 303, form
    assert sorted(each["note"]["text"] for each in await notes(world, card)) == sorted([MINE, THEIRS])
    assert await mails(world) == []
    assert await opens(phone, path, MINE)


async def test_a_guest_edits_and_removes_and_then_signs_again(world: World) -> None:
    card, path = await shared(world)
    phone, page = await lent(world, path, **FIELDS["named"])
    edit = page.replace("/signed", "")
    assert await opens(phone, edit, THEIRS)
    assert (await phone.send(path, text="Edited", name="Gus Guest")).status_code == 303
    assert phone.next == page
    await phone.open(page)
    assert "Edited" in phone.page
    assert (await phone.press(f"{path}/remove")).status_code == 303
    await phone.open(phone.next)
    assert "Your note has been removed" in phone.page
    assert MINE not in phone.page
    assert (await phone.send(path, text="Anew", name="Gus")).status_code == 303
    await phone.open(phone.next)
    assert "Take your note with you" in phone.page
    assert sorted(each["note"]["text"] for each in await notes(world, card)) == ["Anew", MINE]


async def test_removing_one_note_opens_the_next(world: World) -> None:
    _, path = await shared(world)
    phone = Visitor(world)
    await phone.sign(path, text="Older", name="Ann")
    await phone.sign(path, text="Newer", name="Ben", own=None)
    await phone.open(path)
    await phone.press(f"{path}/remove")
    assert await opens(phone, phone.next, "Older")
    assert "Your note has been removed" in phone.page
    assert others(phone.page) == []


async def test_an_invitation_on_a_borrowed_phone_opens_its_own_note_only(world: World) -> None:
    card, [one, two] = await invited(world, "noor@example.com", "sami@example.com")
    path, theirs = path_of(one["link"]), path_of(two["link"])
    phone = Visitor(world)
    await phone.sign(path, text=MINE, name="Noor")
    await phone.sign(theirs, text=THEIRS, **FIELDS["private and anonymous"])
    page = phone.next
    await phone.open(page)
    assert "Take your note with you" in phone.page
    for at in (theirs, page, f"{theirs}/signed", path, path_of(card["sign_url"])):
        await phone.open(at)
        assert THEIRS not in phone.page
    assert await opens(phone, path, MINE)
    assert await opens(phone, path_of(card["sign_url"]), MINE)


async def test_a_link_opens_the_note_signed_through_it(world: World) -> None:
    card, [one] = await invited(world)
    path, by_all = path_of(one["link"]), path_of(card["sign_url"])
    phone = Visitor(world)
    await phone.sign(by_all, text="Through the shared link", name="Noor")
    await phone.sign(path, text="Through the invitation", name="Noor N")
    assert await opens(phone, by_all, "Through the shared link")
    assert others(phone.page) == ["Noor N"]
    assert await opens(phone, path, "Through the invitation")
    assert others(phone.page) == []


@pytest.mark.parametrize("kind", ["named", "private and anonymous"])
async def test_a_frame_forgets_a_guest_like_the_page(world: World, kind: str) -> None:
    _, path = await embedded(world, see_notes="nobody")
    phone = reader(world)
    await phone.sign(path, text=MINE, name="Olga Owner")
    await phone.sign(f"{path}?another=1", text=THEIRS, **FIELDS[kind])
    page = phone.next
    await phone.open(page)
    assert "Take your note with you" in phone.page
    await phone.press(f"{path}/hand-over")
    [own] = set(re.findall(r'value="http://localhost:8080(/s/[^"]+)"', phone.page))
    assert {name for name in phone.cookies if "guest" in name} == set()
    for at in (page, f"{path}/signed", path):
        await phone.open(at)
        assert THEIRS not in phone.page
    assert await opens(phone, path, MINE)
    assert await opens(Visitor(world), own, THEIRS)


async def test_a_closed_card_keeps_a_guests_note_back(world: World) -> None:
    card, path = await shared(world)
    phone, page = await lent(world, path, **FIELDS["private and anonymous"])
    await world.alice.post(f"/api/cards/{card['id']}/close")
    for at in (page, page.replace("/signed", ""), path, page):
        await phone.open(at)
        assert THEIRS not in phone.page
    assert MINE in phone.page or (await phone.open(path)).status_code == 200
    assert MINE in phone.page


async def test_a_guest_who_pays_comes_back_to_their_own_page(world: World) -> None:
    card = await giving.card(world.alice)
    path = path_of(card["sign_url"])
    phone = Visitor(world)
    await phone.sign(path, text=MINE, name="Olga Owner")
    await phone.sign(f"{path}?another=1", text=THEIRS, gift="500", **FIELDS["private and anonymous"])
    page = phone.next.replace("&pay=1", "")
    leads = await phone.open(phone.next)
    url = leads.headers["refresh"].partition("url=")[2]
    back = path_of((await buying.press(world, url, "succeed")).headers["location"])
    answer = await phone.open(back)
    assert answer.headers["location"].removeprefix("http://localhost:8080") == f"{page}&back=1"
    await phone.open(page)
    assert "You chipped in €5.00. Thank you." in phone.page
    assert THEIRS not in phone.page
    await phone.open(path)
    answer = await phone.open(back)  # forgotten: the payment's page shows only the payment
    assert answer.status_code == 200
    assert THEIRS not in phone.page


async def test_a_browser_remembers_a_bounded_number_of_notes(world: World) -> None:
    """Links that no longer open a note are forgotten first, then the oldest ones."""
    phone = Visitor(world)
    phone.cookies = {f"own-{number:012}": "x" * 22 for number in range(remembered.MOST)}
    paths = []
    for _ in range(3):
        _, path = await shared(world)
        await phone.sign(path, text=MINE)
        paths.append(path)
    assert len([name for name in phone.cookies if name.startswith("own-")]) == remembered.MOST
    for path in paths:
        assert await opens(phone, path, MINE)
    real = {name: value for name, value in phone.cookies.items() if value != "x" * 22}
    phone.cookies = {
        **real,
        **{
            f"own-{number:012}": real[[*real][-1]]  # each of them opens the newest note
            for number in range(remembered.MOST - 4)
        },
    }
    _, path = await shared(world)
    for text in ("One", "Two"):
        await phone.sign(path, text=text, own=None)
    kept = [name for name in phone.cookies if name.startswith("own-")]
    assert len(kept) == remembered.MOST
    assert not await opens(phone, paths[0], MINE)
    assert await opens(phone, paths[-1], MINE)
    assert await opens(phone, path, "Two")
    header = "; ".join(f"__Host-framed-{name}={value}" for name, value in phone.cookies.items())
    assert len(header) < 4096


async def test_a_cookie_of_a_former_release_opens_its_note(world: World) -> None:
    card, path = await shared(world)
    phone = Visitor(world)
    await phone.sign(path, text=MINE)
    [name] = [each for each in phone.cookies if each.startswith("own-")]
    former = f"own-{card['id'][-12:]}"
    phone.cookies[former] = phone.cookies.pop(name)
    assert await opens(phone, path, MINE)
    await phone.send(path, text="Edited")
    assert (former in phone.cookies, name in phone.cookies) == (False, True)
    assert await opens(phone, path, "Edited")


async def test_a_cookie_of_a_guest_lasts_a_quarter_of_an_hour(world: World) -> None:
    _, path = await shared(world)
    phone = Visitor(world)
    await phone.sign(path, text=MINE)
    answer = await phone.sign(f"{path}?another=1", text=THEIRS)
    [given] = [each for each in answer.headers.get_list("set-cookie") if each.startswith("guest-")]
    assert "Max-Age=900;" in given
    assert "HttpOnly" in given
