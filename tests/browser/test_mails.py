"""Every mail in each language, light and dark, has no axe violation and fits a phone."""

from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Route

from tests.browser.visitor import NARROW, Visitor
from tests.delivery.test_language import ENDS, LETTERS, composed, invited
from tests.media import files
from tests.world import World
from wellwish.base.language import LANGUAGES
from wellwish.delivery import wording
from wellwish.delivery.wording import CardNews, Signer
from wellwish.delivery.wording.deletion import deletion_email, deletion_subject
from wellwish.delivery.wording.email_change import email_change_email, email_change_subject
from wellwish.delivery.wording.person import (
    person_request_email,
    person_request_subject,
    privacy_email,
    privacy_subject,
)
from wellwish.delivery.wording.sign_in import sign_in_email, sign_in_subject
from wellwish.delivery.words import Colours, Words

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

Letter = Callable[[str], tuple[str, Words]]
WIDTHS: Final = (320, 390, 700)
# Rules for landmarks, which the mail program's page provides.
_OF_PAGES: Final = ("region: ", "landmark-one-main: ")


def signer(*, thanks: str | None) -> Letter:
    def made(locale: str) -> tuple[str, Words]:
        told = Signer(
            card_title="Zqtitle", sender="Zqsender", recipient="Zqmaya", thanks=thanks,
            kinds=("photo", "voice"), may_read=True, locale=locale, account_name="Zqacct", reply_to=None,
            colours=Colours(), cover=None,
        )  # fmt: skip
        return wording.signer_subject(told), wording.signer_email(told)

    return made


def news(locale: str) -> tuple[str, Words]:
    told = CardNews(
        signed=12, all_signed=True, waiting=2, reported=1, undelivered=3, closes_at=ENDS, timezone="UTC",
        name="Zqana", email="noor@example.com", card_title="Zqtitle", sender="Zqsender", locale=locale,
        account_name="Zqacct", base_url="http://localhost:8080", colours=Colours(), cover=None,
    )  # fmt: skip
    return wording.card_news_subject(told), wording.card_news_email(told)


ALL: Final[dict[str, Letter]] = {
    **LETTERS,
    "with a cover": invited("invitation", cover="/cover.jpg", message="Zqwords"),
    "quiet with a cover": invited("invitation", cover="/cover.jpg", is_quiet=True),
    "opened": signer(thanks=None),
    "thanks": signer(thanks="Zqwords"),
    "news": news,
    "member": lambda code: (
        wording.member_subject("Zqacct", code), wording.member_email("Zqacct", "noor@example.com", code),
    ),
    "reply-to": lambda code: (
        wording.reply_to_subject("Zqacct", code), wording.reply_to_email("Zqacct", "noor@example.com", code),
    ),
    "sign-in": lambda code: (sign_in_subject(code), sign_in_email("123456", "zq.example", code)),
    "email change": lambda code: (
        email_change_subject(code),
        email_change_email("123456", "noor@example.com", "noor@example.org", "zq.example", code),
    ),
    "privacy": lambda code: (privacy_subject(code), privacy_email("zq.example", code)),
    "person's request": lambda code: (
        person_request_subject(True, code), person_request_email(True, "Zqacct", "Zqana", code),
    ),
    "deletion": lambda code: (
        deletion_subject("Zqacct", code, is_asked=True),
        deletion_email("Zqacct", "Zqana", code, is_asked=True),
    ),
}  # fmt: skip


async def faults(one: Visitor, html: str) -> list[str]:
    """Returns the faults of a mail at all widths, light and dark."""
    found: list[str] = []
    await one.page.set_content(html, wait_until="load")
    for width in WIDTHS:
        await one.page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width}: sticks out: {each}" for each in await one.page.evaluate(NARROW)]
    for look in ("light", "dark"):
        await one.page.emulate_media(color_scheme=look)
        found += [f"{look}: {each}" for each in await one.violations() if not each.startswith(_OF_PAGES)]
    return found


@pytest.fixture
async def reader(browser: Browser, world: World, tmp_path: Path) -> AsyncIterator[Visitor]:
    """A window with a placeholder picture for each cover."""
    context = await browser.new_context(viewport={"width": 390, "height": 844})

    async def cover(route: Route) -> None:
        await route.fulfill(body=files.photo(300, 420), content_type="image/jpeg")

    await context.route("**/cover.jpg", cover)
    yield Visitor(context, await context.new_page(), world.services.settings.base_url, tmp_path)
    await context.close()


async def check(world: World, reader: Visitor, code: str, letters: Iterable[str]) -> None:
    wrong: list[str] = []
    for name in letters:
        found = await faults(reader, composed(*ALL[name](code), world).html)
        wrong += [f"{name}: {each}" for each in found]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_every_mail_is_accessible_and_narrow(world: World, reader: Visitor, code: str) -> None:
    """Each mail in one language: consecutive mails have different ones."""
    await check(world, reader, code, [*ALL][list(LANGUAGES).index(code) :: len(LANGUAGES)])


@pytest.mark.full
@pytest.mark.parametrize("code", LANGUAGES)
async def test_every_mail_is_accessible_and_narrow_in_all_languages(
    world: World, reader: Visitor, code: str
) -> None:
    await check(world, reader, code, ALL)


async def test_a_fault_of_a_mail_is_found(world: World, reader: Visitor) -> None:
    """The control: a picture without alternative text, low contrast, and a wide table."""
    html = composed(*ALL["with a cover"]("en"), world).html
    for fault, message in (
        ('<img src="/cover.jpg" width="40" height="40">', "image-alt"),
        ('<p style="color:#ddd;background:#fff">Pale</p>', "color-contrast"),
        ('<table width="2000"><tr><td>Wide</td></tr></table>', "sticks out"),
    ):
        found = await faults(reader, html.replace("</body>", f"{fault}</body>"))
        assert any(message in each for each in found), (message, found)
