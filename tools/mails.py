"""Take a picture of the invitation email for every occasion, of one with the account's logo, and of the email
to organisers, in every language, as a phone shows them: `script/mails`.

The pictures in docs/mails/ help to review changes to the emails.
"""

import argparse
import asyncio
import shutil
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.resources import files as resources
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

from msgspec import Struct, structs
from PIL import Image, ImageDraw
from playwright.async_api import Browser, Route, async_playwright

from wellwish.accounts.logo import ShownLogo
from wellwish.base.crypto import Keys
from wellwish.base.language import LANGUAGES
from wellwish.delivery import wording
from wellwish.delivery.letter import compose
from wellwish.delivery.message import MessageRow
from wellwish.delivery.wording import CardNews, Invite
from wellwish.delivery.words import Colours, Words
from wellwish_covers import draw

FOLDER: Final = Path("docs/mails")
NEWS: Final = "card_news"
WITH_LOGO: Final = "logo"
Writer = Callable[[dict[str, Any], str], Words]  # writes the email for a design, in a language
_WIDTH: Final = 390  # CSS pixels of a phone
_QUALITY: Final = 55  # of WebP: about 20 KB each
_SITE: Final = "https://cards.example.org"
_LINK: Final = f"{_SITE}/s/9rSg6bPrp5usjQem8s3aGg"
_AT: Final = datetime(2026, 11, 22, 9, tzinfo=UTC)
_ENDS: Final = datetime(2026, 11, 27, 23, tzinfo=UTC)
_LOGO: Final = ShownLogo("/logo.png", 132, 44)


class People(Struct, frozen=True):
    """The people of an email in one language, and their words on most occasions and on sad ones."""

    recipient: str
    title: str
    sender: str
    guest: str
    message: str
    quiet_message: str


PEOPLE: Final = {
    "en": People(
        "Maya", "For Maya", "Priya and friends", "Noor",
        "We'd love to have your words on it. A line is plenty.", "We are collecting a few words. Take your time.",
    ),
    "de": People(
        "Jürgen", "Für Jürgen", "Anna und das Team", "Noor",
        "Schön, wenn du auch etwas schreibst. Eine Zeile reicht.", "Wir sammeln ein paar Worte. Lass dir Zeit.",
    ),
    "ar": People(
        "ليلى", "إلى ليلى", "نادية والأصدقاء", "نور",
        "نحب أن نقرأ كلماتك عليها. يكفي سطر واحد.", "نجمع بضع كلمات. خذ وقتك.",
    ),
}  # fmt: skip


def main() -> None:
    """Runs the command."""
    words = argparse.ArgumentParser(prog="script/mails", description=__doc__)
    words.add_argument(
        "occasion",
        nargs="*",
        help="only these; card_news is the mail to organisers, logo the one with a logo",
    )
    asyncio.run(take(words.parse_args().occasion))


async def take(chosen: list[str]) -> None:
    """Takes the pictures, or only those of the chosen occasions."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, template, words in letters():
            if not chosen or name in chosen:
                for code in LANGUAGES:
                    taken = await picture(browser, template, code, words)
                    (FOLDER / f"{name}-{code}.webp").write_bytes(taken)
        await browser.close()


def letters() -> Iterator[tuple[str, dict[str, Any], Writer]]:
    """Yields the name, the design and the writer of each picture."""
    for number, template in enumerate(designs()):
        yield template["occasion"], template, invitation
        if number == 0:
            yield NEWS, template, news
            yield WITH_LOGO, template, with_logo


def designs() -> Iterator[dict[str, Any]]:
    """Yields the first design of each occasion."""
    text = (resources("wellwish.designs.templates") / "catalogue.toml").read_text(encoding="utf-8")
    seen: set[str] = set()
    for template in cast("list[dict[str, Any]]", tomllib.loads(text)["template"]):
        if template["occasion"] not in seen:
            seen.add(template["occasion"])
            yield template


async def picture(browser: Browser, template: dict[str, Any], code: str, words: Writer) -> bytes:
    """Returns the email as WebP."""
    palette = template["palettes"][0]
    backdrop = (palette["wash"]["light"], palette["wash2"]["light"], palette["accent"]["light"])
    svg = draw(template["slug"], palette["name"], backdrop, locale=code, pictures=False)["svg"]

    async def cover(route: Route) -> None:
        await route.fulfill(body=svg, content_type="image/svg+xml")

    async def account_logo(route: Route) -> None:
        await route.fulfill(body=logo(), content_type="image/png")

    page = await browser.new_page(viewport={"width": _WIDTH, "height": 844})
    await page.route("**/cover.jpg", cover)
    await page.route(f"**{_LOGO.path}", account_logo)
    await page.set_content(mail(words(template, code)), wait_until="load")
    shot = await page.screenshot(full_page=True)
    await page.close()
    out = BytesIO()
    with Image.open(BytesIO(shot)) as taken:
        taken.convert("RGB").save(out, "WEBP", quality=_QUALITY, method=6)
    return out.getvalue()


def colours(template: dict[str, Any]) -> Colours:
    """Returns the colours of the design's first palette."""
    palette = template["palettes"][0]
    return Colours(*(palette[side][theme] for side in ("accent", "wash") for theme in ("light", "dark")))


def invitation(template: dict[str, Any], code: str) -> Words:
    people, is_quiet = PEOPLE[code], template["tone"] == "quiet"
    return wording.invitation_email(
        Invite(
            kind="invitation",
            card_title=people.title,
            sender=people.sender,
            recipient=people.recipient,
            name=people.guest,
            title=None,
            message=people.quiet_message if is_quiet else people.message,
            ends_at=_ENDS,
            timezone="UTC",
            locale=code,
            colours=colours(template),
            cover="/cover.jpg",
            account_name=people.sender,
            reply_to=None,
            is_quiet=is_quiet,
        )
    )


def with_logo(template: dict[str, Any], code: str) -> Words:
    """Returns the texts of the invitation from an account with a logo."""
    return structs.replace(invitation(template, code), logo=_LOGO)


def logo() -> bytes:
    """Returns the logo as PNG, at twice the size that emails show: three overlapping leaves on white."""
    picture = Image.new("RGB", (2 * _LOGO.width, 2 * _LOGO.height), "#ffffff")
    pen = ImageDraw.Draw(picture)
    for left, colour in ((60, "#0f766e"), (100, "#14b8a6"), (140, "#f59e0b")):
        pen.ellipse((left, 14, left + 60, 74), fill=colour)
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def news(template: dict[str, Any], code: str) -> Words:
    """Returns the texts of the email to organisers, with every possible sentence."""
    people = PEOPLE[code]
    return wording.card_news_email(
        CardNews(
            signed=12,
            all_signed=True,
            waiting=2,
            reported=1,
            undelivered=3,
            closes_at=_ENDS,
            timezone="UTC",
            name=people.guest,
            email="noor@example.com",
            card_title=people.title,
            sender=people.sender,
            locale=code,
            account_name=people.sender,
            base_url=_SITE,
            colours=colours(template),
            cover="/cover.jpg",
        )
    )


def mail(words: Words) -> str:
    """Returns the HTML part of an email."""
    row = MessageRow(
        "acct_1", "msg_1", "email", "invitation", "noor@example.com", "", "", words, "queued", 1, _AT
    )
    settings = SimpleNamespace(
        base_url=_SITE,
        host_name="cards.example.org",
        mail_from=None,
        postal_address="Example Ltd, 1 High Street, London",
    )
    services = SimpleNamespace(settings=settings, keys=Keys(bytes(32)))
    return compose(row, words, _LINK, cast("Any", services)).html


if __name__ == "__main__":
    main()
