"""The navigation of the desk: its entries, and the sections of the account."""

from typing import Final, Literal

from msgspec import Struct

from wellwish.auth.consents.consent import is_served
from wellwish.auth.sign_in.session import Session
from wellwish.base.language import later

# Required role: a user, even without an account; a member of the account; an owner of the account.
Needs = Literal["user", "member", "owner"]
_DEVELOPERS: Final = later("Developers")
# The sections of the account, each with its label and its pages with their required roles. Packages with new
# pages add their line here. The link of a section opens its first page.
_SECTIONS: Final[tuple[tuple[str, tuple[tuple[str, str, Needs], ...]], ...]] = (
    (
        later("Account"),
        (
            ("/account", later("Settings"), "member"),
            ("/account/members", later("Members"), "owner"),
            ("/account/holidays", later("Days off"), "owner"),
            ("/account/privacy", later("Privacy"), "owner"),
            ("/account/audit", later("Audit log"), "owner"),
        ),
    ),
    (
        later("People"),
        (
            ("/desk/people", later("People"), "member"),
            ("/desk/calendar", later("Calendar"), "owner"),
            ("/desk/rules", later("Rules"), "owner"),
            ("/desk/groups", later("Groups"), "member"),
            ("/account/suppressions", later("Blocked addresses"), "owner"),
        ),
    ),
    (
        later("Money"),
        (
            ("/desk/payments", later("Payments"), "member"),
            ("/account/payment-provider", later("Payment provider"), "owner"),
        ),
    ),
    (
        _DEVELOPERS,
        (
            ("/account/keys", later("API key"), "owner"),
            ("/account/webhooks", later("Webhooks"), "member"),
            ("/account/events", later("Events"), "member"),
        ),
    ),
    (
        later("Profile"),
        (
            ("/account/choose", later("Accounts"), "user"),
            ("/account/sessions", later("Sessions"), "user"),
            ("/account/passkeys", later("Passkeys"), "user"),
            *((("/account/assistants", later("Connected assistants"), "member"),) if is_served() else ()),
            ("/account/email", later("Email address"), "user"),
        ),
    ),
)


class Link(Struct, frozen=True):
    """An entry of a navigation; ``label`` is untranslated."""

    href: str
    label: str
    is_here: bool = False
    icon: str = ""


class Navigation(Struct, frozen=True):
    """The user's menu and, on account pages, the sections and the pages of the current section."""

    menu: list[Link]
    sections: list[Link]
    pages: list[Link]


def navigation(session: Session, path: str) -> Navigation:
    shown = [(label, _visible(pages, session)) for label, pages in _SECTIONS]
    shown = [(label, pages) for label, pages in shown if pages]
    here = next((pages for _, pages in shown if any(_is_within(path, href) for href, _ in pages)), None)
    account = "/account" if session.account_id is not None else "/account/choose"
    is_cards = _is_within(path, "/desk/cards") or path == "/desk"
    menu = [Link("/desk", later("Cards"), is_cards, "layout-grid")]
    if session.role == "owner":
        menu.append(Link("/desk/calendar", later("Calendar"), _is_within(path, "/desk/calendar"), "calendar"))
    menu.append(Link(account, later("Account"), here is not None, "users"))
    if session.account_id is not None:
        menu.append(Link("/desk/bundles", later("Buy cards"), _is_within(path, "/desk/bundles"), "sticker"))
    develops = next((pages[0][0] for label, pages in shown if label == _DEVELOPERS), None)
    if develops is not None:
        menu.append(Link(develops, _DEVELOPERS, icon="keyboard"))
    if here is None:
        return Navigation(menu, [], [])
    return Navigation(
        menu,
        [Link(pages[0][0], label, is_here=pages is here) for label, pages in shown],
        [Link(href, label, is_here=_is_within(path, href)) for href, label in here],
    )


def _visible(pages: tuple[tuple[str, str, Needs], ...], session: Session) -> list[tuple[str, str]]:
    held = {"user"}
    if session.account_id is not None:
        held |= {"member"} | ({"owner"} if session.role == "owner" else set())
    return [(href, label) for href, label, needs in pages if needs in held]


def _is_within(path: str, href: str) -> bool:
    """Whether the path is the page or below it; ``/account`` matches only itself."""
    return path == href or (href != "/account" and path.startswith(f"{href}/"))
