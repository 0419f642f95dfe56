"""The overview of a card: its next step, who has signed, who is missing, and the latest events."""

from datetime import datetime
from typing import Any, Final

from msgspec import UNSET
from starlette.responses import Response

from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.web.desk.cards import next_step, story
from wellwish.web.desk.cards.gift import gift_panel
from wellwish.web.desk.cards.latest_events import latest
from wellwish.web.desk.cards.next_step import NextStep, Press
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import part, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_MAY: Final = {
    "can_update": later("Edit the card, and close or reopen it"),
    "invite_contributors": later("Invite people to sign"),
    "admin_management": later("Manage its organisers"),
}
AUDIENCES: Final = (
    ("recipient", later("Recipient")),
    ("contributor", later("Someone who signs")),
    ("everyone", later("Anyone with the link")),
    ("admin", later("Organiser")),
)
_PAGES: Final[dict[Press, str]] = {
    "thanks": "/give/thanks",
    "give": "/give",
    "review": "/notes?show=pending",
    "invite": "/invitations/new",
    "address": "/invitations?show=failing",
    "close": "/closing",
    "share": "/share",
    "another": "/another",
    "date": "/settings?open=people#people-group",
    "copy": "/share",
}
_ICONS: Final[dict[Press, str]] = {
    "thanks": "heart", "see": "eye", "give": "gift", "review": "check", "invite": "send",
    "remind": "bell", "address": "mail", "close": "gift", "share": "link", "another": "copy",
    "date": "calendar", "copy": "copy",
}  # fmt: skip


@signed_in
async def card_page(visit: Visit) -> Response:
    """Returns the card's page. Raises NotFound if the card does not exist or the user may not see it."""
    card, language = await find(visit), choose(visit.request)
    found = await part(story.people(visit, card, language))
    notes = await part(story.notes(visit, card))
    thanks = await story.thanks(visit, card)
    people = story.People() if found is UNSET else found
    names = {**({} if notes is UNSET else notes.names), **people.names}
    events = await part(latest(visit, card, language, names))
    facts = story.facts(card, people, thanks)
    step = next_step.next_step(facts)
    name = _only_name(card)
    privileges = [] if card.privilege is UNSET else [each for each in _MAY if getattr(card.privilege, each)]
    return await card_paper(
        visit,
        "desk/card.html",
        card,
        says="",
        step=step,
        head=next_step.head(language, step, facts, name),
        why=_why(language, card, step, facts, people),
        thanks=thanks[0] if thanks else None,
        main=_button(language, card, step.main, step.count if people.due is None else people.due, name),
        second=_button(language, card, step.second, step.count, name),
        reminded_at=_reminded(language, card, people) if step.main == "remind" else "",
        facts=facts,
        people=people,
        notes=story.Notes() if notes is UNSET else notes,
        lacks=notes is UNSET or found is UNSET,
        signed=_signed(language, facts),
        gift=gift_panel(language, card),
        events=events or [],
        lacks_events=events is UNSET,
        name=name,
        audiences=[(value, language.gettext(label)) for value, label in AUDIENCES],
        may=[language.gettext(_MAY[each]) for each in privileges],
    )


def _only_name(card: Card) -> str:
    """Returns the name of the only recipient, or an empty text."""
    return (card.recipients[0].name or "") if len(card.recipients) == 1 else ""


def _button(language: Language, card: Card, press: Press, count: int, name: str) -> dict[str, Any] | None:
    """Returns the text, icon and page of a button. `see` and `remind` submit forms and have no page."""
    if not press:
        return None
    page = _PAGES.get(press)
    return {
        "press": press,
        "label": next_step.label(language, press, count, name),
        "icon": _ICONS[press],
        "href": f"/desk/cards/{card.id}{page}" if page else "",
    }


def _why(language: Language, card: Card, step: NextStep, facts: next_step.Facts, people: story.People) -> str:
    """Returns the explanation below the heading."""
    _ = language.gettext
    if step.kind == "closed" and card.role != "owner":
        return _(later("Only the card's owner has the links that open the card."))
    if step.kind in ("unsigned", "last_day") and people.due == 0 and people.reminded_at is None:
        return _(later("They already got a message today. You can remind them tomorrow."))
    if step.main == "remind" and people.due != 0:
        # The reminder also goes to anonymous signers, who are unknown.
        return _(_TO_ANONYMOUS if facts.anonymous else _TO_THEM)
    if step.kind == "nobody" and not step.main:
        return ""  # the reader may not invite
    return _(_WHY[step.kind]) if step.kind in _WHY else ""


_TO_THEM: Final = later("Only these people get a message.")
_TO_ANONYMOUS: Final = later("Only these people get a message. Anyone who signed anonymously can ignore it.")
_WHY: Final = {
    "thanked": later("Everyone who signed can read it."),
    "opened": later("There's nothing left to do. A thank-you will appear here."),
    "closed": later("Nobody else has the link yet: you choose when to share it."),
    "review": later("They appear on the card only once you publish them."),
    "nobody": later("Invite people by email and see who has signed, or put the link in the team chat."),
    "address": later("The invitation did not arrive. Correct the address to send it again."),
    "all": later("Everyone you invited has signed by name or would rather not."),
    "shared": later("You haven't invited anyone by email, so only people who sign appear here."),
}


def _reminded(language: Language, card: Card, people: story.People) -> str:
    """Returns the time of today's reminder; empty if there was none or another can still reach somebody."""
    if people.due or people.reminded_at is None:
        return ""
    at: datetime = people.reminded_at
    return language.gettext(later("Reminded today at %(time)s")) % {"time": language.time(at, card.timezone)}


def _signed(language: Language, facts: next_step.Facts) -> str:
    """Returns the heading of the notes."""
    names = {"signed": language.number(facts.notes), "invited": language.number(facts.invited)}
    if not facts.notes:
        return language.gettext(later("Notes appear here"))
    if facts.by_invitation:
        return language.gettext(later("%(signed)s of %(invited)s have signed")) % names
    return language.ngettext("%(count)s note", "%(count)s notes", facts.notes) % {
        "count": language.number(facts.notes)
    }
