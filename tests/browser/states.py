"""Every page in every state that a visitor can see, with the steps that lead to it."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.browser import cards
from tests.browser.borrowed import BORROWED
from tests.browser.desk import DESK
from tests.browser.desk_account import DESK_ACCOUNT, suspended
from tests.browser.desk_cards import DESK_CARDS
from tests.browser.desk_extremes import DESK_EXTREMES
from tests.browser.desk_matrix import DESK_MATRIX
from tests.browser.desk_money import DESK_MONEY
from tests.browser.desk_occasions import DESK_OCCASIONS
from tests.browser.desk_people import DESK_PEOPLE
from tests.browser.desk_privacy import DESK_PRIVACY
from tests.browser.desk_staff import DESK_STAFF
from tests.browser.gifts import GIVING
from tests.browser.visitor import Visitor
from tests.media import files, sounds
from tests.world import World
from wellwish.delivery import report_link
from wellwish.people import own_page

# Opens the page; may be called repeatedly.
Arrive = Callable[[Visitor], Awaitable[None]]
State = Callable[[World], Awaitable[Arrive]]
# A state and an English phrase that identifies its page.
Named = tuple[State, str]


def _at(path: str, status: int = 200) -> Arrive:
    async def arrive(one: Visitor) -> None:
        await one.open(path, status)

    return arrive


def _plain(path: str, status: int = 200) -> State:
    async def state(world: World) -> Arrive:
        return _at(path, status)

    return state


async def _outbox(world: World) -> Arrive:
    await cards.invited(world, (await cards.card(world))["id"])
    return _at("/outbox")


async def _way_out(world: World) -> Arrive:
    await _outbox(world)
    shown = await world.client.get("/outbox", headers={"Accept": "text/html"})
    found = re.search(r"/u/[\w-]+", shown.text)
    assert found is not None
    return _at(found[0])


async def _reported(world: World) -> Arrive:
    await _outbox(world)
    row = await world.owner.fetchrow("select account_id, id from messages")
    assert row is not None
    return _at(report_link.LINK.url(world.services.keys, "", row["account_id"], row["id"]))


async def _own_say(world: World) -> Arrive:
    given = {"name": "Maya", "email": "maya@example.com"}
    made = (await world.alice.post("/api/people", given)).json()
    return _at(own_page.LINK.url(world.services.keys, "", world.alice.account_id, made["id"]))


async def _own_say_saved(world: World) -> Arrive:
    opens = await _own_say(world)

    async def arrive(one: Visitor) -> None:
        await opens(one)
        await one.page.locator("input[name=no_birthday]").check()
        await one.page.locator("form button.c-button").click()
        await one.page.wait_for_selector("[role=status]")

    return arrive


# --- The signing page -------------------------------------------------------------------------------------


async def first(world: World) -> Arrive:
    made = await cards.card(world, contribution_end_date="2099-11-27")
    for index in range(5):
        await cards.note(world, made["id"], index)
    return _at(made["sign_url"])


async def quiet(world: World) -> Arrive:
    return _at((await cards.card(world, sympathy=True))["sign_url"])


async def personal(world: World) -> Arrive:
    return _at(await cards.invited(world, (await cards.card(world))["id"]))


async def faulty(world: World) -> Arrive:
    made = await cards.card(world)

    async def arrive(one: Visitor) -> None:
        await one.open(made["sign_url"])
        await one.page.locator("#go").click()
        await one.page.locator("#faults").wait_for()

    return arrive


async def drafted(world: World) -> Arrive:
    made = await cards.card(world)

    async def arrive(one: Visitor) -> None:
        await one.open(made["sign_url"])
        await one.page.locator("#text").fill("Half a thought")
        await one.open("/errors")
        await one.open(made["sign_url"])
        await one.page.locator("#kept").wait_for()

    return arrive


async def offline(world: World) -> Arrive:
    made = await cards.card(world)

    async def arrive(one: Visitor) -> None:
        await one.open(made["sign_url"])
        await one.context.set_offline(True)
        await one.page.locator("#offline").wait_for()
        await one.context.set_offline(False)
        await one.page.locator("#offline").wait_for(state="hidden")
        await one.page.evaluate("document.getElementById('offline').hidden = false")

    return arrive


def dialog(button: str, name: str) -> State:
    async def state(world: World) -> Arrive:
        made = await cards.card(world)

        async def arrive(one: Visitor) -> None:
            await one.open(made["sign_url"])
            await one.page.locator(button).click()
            await one.page.locator(f"dialog#{name}[open]").wait_for()

        return arrive

    return state


async def own(world: World) -> Arrive:
    """The contributor's own note with a photo and a recording, open for editing."""
    made = await cards.card(world)
    link = await cards.invited(world, made["id"])
    await cards.sign(
        world, link, files={"photo": ("a.jpg", files.photo()), "voice": ("a.ogg", sounds.ogg(3))}
    )
    return _at(link)


async def full(world: World) -> Arrive:
    made = await cards.card(world, contribution_limit=1)
    await cards.note(world, made["id"])
    return _at(made["sign_url"])


async def too_late(world: World) -> Arrive:
    """The card closes while a visitor is writing; the page returns their draft."""
    made = await cards.card(world)

    async def arrive(one: Visitor) -> None:
        await one.open(made["sign_url"])
        await one.page.locator("#text").fill("I was still typing")
        await one.page.locator("#name").fill("Noor")
        await cards.shut(world, made)
        await one.page.locator("#go").click()
        await one.page.locator("#given").wait_for()
        await world.alice.post(f"/api/cards/{made['id']}/reopen", {"contribution_end_date": None})

    return arrive


async def closed(world: World) -> Arrive:
    made = await cards.card(world)
    await cards.shut(world, made)
    return _at(made["sign_url"])


async def closed_own(world: World) -> Arrive:
    made = await cards.card(world)
    link = await cards.invited(world, made["id"])
    await cards.sign(world, link)
    await cards.shut(world, made)
    return _at(link)


async def cancelled(world: World) -> Arrive:
    made = await cards.card(world)
    await world.alice.post(f"/api/cards/{made['id']}/cancel")
    return _at(made["sign_url"])


async def on_a_suspended_card(world: World) -> Arrive:
    made = await cards.card(world)
    await suspended(world)
    return _at(made["sign_url"], 403)


async def recipient(world: World) -> Arrive:
    """The invitee is later named as the recipient."""
    made = await cards.card(world)
    link = await cards.invited(world, made["id"], "maya@example.com")
    people = [{"name": "Maya", "email": "maya@example.com"}]
    answer = await world.alice.patch(f"/api/cards/{made['id']}", {"recipients": people})
    assert answer.status_code == 200, answer.text
    return _at(link)


async def declined(world: World) -> Arrive:
    link = await cards.invited(world, (await cards.card(world))["id"])

    async def arrive(one: Visitor) -> None:
        await one.open(link)
        if await one.page.locator("#form").count():
            await one.page.locator("details > summary").last.click()
            await one.page.locator("form[action$='/decline'] button").click()
            await one.page.locator("#form").wait_for(state="detached")

    return arrive


async def signed(world: World) -> Arrive:
    """The page after signing, in the browser that signed."""
    made = await cards.card(world)
    link = await cards.invited(world, made["id"])
    author = await cards.sign(
        world, link, files={"photo": ("a.jpg", files.photo()), "voice": ("a.ogg", sounds.ogg(3))}
    )

    async def arrive(one: Visitor) -> None:
        kept = [{"name": name, "value": value, "url": one.base_url} for name, value in author.cookies.items()]
        await one.context.add_cookies(kept)  # pyright: ignore[reportArgumentType]
        await one.open(f"{link}/signed")

    return arrive


async def moderated(world: World) -> Arrive:
    made = await cards.card(world, moderation="pre")
    link = await cards.invited(world, made["id"])
    await cards.sign(world, link)
    return _at(f"{link}/signed")


async def misaddressed(world: World) -> Arrive:
    arrived = await signed(world)

    async def arrive(one: Visitor) -> None:
        await arrived(one)
        await one.page.locator("section[aria-labelledby=mail] summary").click()
        await one.page.locator("#email").fill("nobody")
        await one.page.locator("form[action$='/mail'] button").click()
        await one.page.locator("#email-fault").wait_for()

    return arrive


SIGNING: Final[dict[str, Named]] = {
    "sign": (first, "Closes Fri 27 Nov 2099"),
    "sign quiet": (quiet, "Add my words"),
    "sign personal": (personal, "I'd rather not sign"),
    "sign faults": (faulty, "2 things to fix before you can sign"),
    "sign draft": (drafted, "We saved your draft."),
    "sign offline": (offline, "You're offline."),
    "sign emoji": (dialog("#add-emoji", "emoji"), "🎂"),
    "sign drawing": (dialog("#add-drawing", "draw"), "Draw something"),
    "sign voice": (dialog("#add-voice", "speak"), "Record a voice note"),
    "own note": (own, "You've signed this card."),
    "full": (full, "This card is full: 1 of 1 signed"),
    "too late": (too_late, "Your note wasn't added to the card."),
    "closed": (closed, "This card is closed"),
    "suspended card": (on_a_suspended_card, "This card is not available"),
    "closed own": (closed_own, "Your note"),
    "cancelled": (cancelled, "This card was cancelled"),
    "recipient": (recipient, "This card is for you"),
    "declined": (declined, "You chose not to sign"),
    "signed": (signed, "Lovely. Your note is on the card"),
    "signed moderated": (moderated, "will review your note"),
    "signed misaddressed": (misaddressed, "Enter an email address"),
    "removed": (_plain("/removed"), "Your note has been removed"),
    "link gone": (_plain("/s/wrong", 404), "This link no longer works"),
}


# --- The card ---------------------------------------------------------------------------------------------


def reading(query: str = "", *, count: int = 8, close: bool = True, **fields: Any) -> State:
    async def state(world: World) -> Arrive:
        made = await cards.written(world, count, close=close, **fields)
        return _at(cards.view(made) + query)

    return state


async def crowded(world: World) -> Arrive:
    made = await cards.written(world, 4)
    await cards.crowd(world, made, 120)
    return _at(f"{cards.view(made)}?as=board&page=2")


async def preview(world: World) -> Arrive:
    made = await cards.written(world, 2, close=False)
    answer = await world.alice.post(f"/api/cards/{made['id']}/preview")
    assert answer.status_code in (200, 201), answer.text
    return _at(answer.json()["url"])


async def thanked(world: World) -> Arrive:
    made = await cards.written(world, 2)

    async def arrive(one: Visitor) -> None:
        await one.open(f"{cards.view(made)}/thanks")
        await one.page.locator("#text").fill("Thank you all, from the bottom of my teapot.")
        photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": files.photo()}
        await one.page.locator("#photo").set_input_files([photo])  # pyright: ignore[reportArgumentType]
        await one.page.locator("main form .v-main").click()
        await one.page.locator(".v-board").wait_for()

    return arrive


async def unreported(world: World) -> Arrive:
    """A report without a reason is rejected."""
    made = await cards.written(world, 2)

    async def arrive(one: Visitor) -> None:
        await one.open(f"{cards.view(made)}/report")
        await one.page.locator("main form button").click()
        await one.page.locator("[role=alert]").first.wait_for()

    return arrive


async def wall(world: World) -> Arrive:
    made = await cards.written(world, 6, close=False)
    answer = await world.alice.post(f"/api/cards/{made['id']}/wall")
    assert answer.status_code == 201, answer.text
    return _at(answer.json()["wall_url"])


async def wall_gone(world: World) -> Arrive:
    made = await cards.card(world)
    answer = await world.alice.post(f"/api/cards/{made['id']}/wall")
    assert (await world.alice.delete(f"/api/cards/{made['id']}/wall")).status_code == 204
    return _at(answer.json()["wall_url"], 404)


VIEWING: Final[dict[str, Named]] = {
    "view waiting": (reading(count=1, close=False), "will open the card"),
    "view waiting for a day": (
        reading(count=1, close=False, contribution_end_date="2099-11-27"),
        "The card opens on",
    ),
    "view closed": (reading(), "this is for you"),
    "view closed quiet": (reading(count=2, sympathy=True), "Maya"),
    "view inside": (reading("?inside"), "Read all 8 notes"),
    "view board": (reading("?as=board"), "8 notes from"),
    "view board of one": (reading("?as=board", count=1), "1 note from"),
    "view board of none": (reading("?as=board", count=0), "No one has signed yet."),
    "view board of many": (crowded, "120 of 124"),
    "view book": (reading("?as=book"), "8 notes from"),
    "view slides": (reading("?as=slides"), "1 of 8"),
    "view wall": (wall, "6 notes"),
    "view wall gone": (wall_gone, "This link no longer works"),
    "view preview": (preview, "only you can see"),
    "view thanks": (reading("/thanks", count=1), "Everyone who signed will see your message"),
    "view thanked": (thanked, "from the bottom of my teapot"),
    "view report": (reading("/report"), "Which note?"),
    "view report faults": (unreported, "Choose a reason."),
    "view gone": (_plain("/c/wrong", 404), "This link no longer works"),
}

PUBLIC: Final[dict[str, Named]] = {
    "home": (_plain("/"), "Wellwish"),
    "errors": (_plain("/errors"), "Errors"),
    "outbox": (_outbox, "noor@example.com"),
    "outbox empty": (_plain("/outbox"), "Wellwish"),
    "unsubscribe": (_way_out, "Stop these emails?"),
    "report a mail": (_reported, "Report this email"),
    "own say": (_own_say, "What do you want?"),
    "own say saved": (_own_say_saved, "Saved."),
    "no such page": (_plain("/nothing", 404), "Page not found"),
}

STATES: Final = {
    **PUBLIC,
    **SIGNING,
    **BORROWED,
    **GIVING,
    **VIEWING,
    **DESK,
    **DESK_ACCOUNT,
    **DESK_CARDS,
    **DESK_EXTREMES,
    **DESK_MATRIX,
    **DESK_MONEY,
    **DESK_PEOPLE,
    **DESK_STAFF,
    **DESK_OCCASIONS,
    **DESK_PRIVACY,
}

# Separate, because axe needs seconds for pages of this length.
DOCS: Final[dict[str, Named]] = {
    "docs": (_plain("/docs"), "Quickstart"),
    "docs-guide": (_plain("/docs/guides/start"), "Nothing leaves your machine"),
    "docs-reference": (_plain("/docs/reference/invitations"), "This page as Markdown"),
    "docs-operation": (_plain("/docs/reference/cards.create"), "This page as Markdown"),
    "docs-search": (_plain("/docs/search?q=invite"), "results for"),
    "docs-error": (_plain("/errors/card_closed"), "What to do"),
}
