"""One-line summaries of the groups of a card's settings."""

from collections.abc import Mapping, Sequence
from typing import Final

from wellwish.base.language import Language, later
from wellwish.base.money import Money
from wellwish.cards.card import Card
from wellwish.web.desk.cards.gift import takes_money
from wellwish.web.desk.status_line import closes
from wellwish.web.kit.pot import briefly

Rules = Mapping[str, Sequence[tuple[str, str]]]
_NAMED: Final = 3
_READ_BY: Final = {
    "signed": later("people who have signed can read them"),
    "everyone": later("everyone with the link can read them"),
    "nobody": later("nobody can read them before the card is closed"),
}
_NAMES_FOR: Final = {
    0: later("names shown to everyone"),
    1: later("names shown to people who signed and the recipients"),
    2: later("names shown to the recipients and the organisers"),
    3: later("names shown to the organisers"),
}
_TOTAL_FOR: Final = {
    "everyone": later("everyone with a link sees the total"),
    "contributors": later("everyone who signs sees the total"),
    "recipient": later("the recipients and the organisers see the total"),
    "admins": later("only the organisers see the total"),
    "nobody": later("only the account sees the total"),
}
_MAILS: Final = {
    "daily": later("one email a day, if there is news"),
    "each": later("an email for each event"),
    "none": later("no emails"),
}


def new_card(language: Language, values: Mapping[str, str]) -> str:
    """Returns the summary of the settings behind "More options"."""
    return joined(who_signs(language, values), notes(language, values), reminders(language, values))


def who_signs(language: Language, values: Mapping[str, str]) -> str:
    _ = language.gettext
    if values["shared_link"]:
        return _(later("everyone with the link can sign"))
    return _(later("only invited people can sign"))


def notes(language: Language, values: Mapping[str, str]) -> str:
    _ = language.gettext
    texts = {
        "off": later("notes appear at once"),
        "pre": later("notes wait for your review"),
        "post": later("notes appear at once, and you review them"),
    }
    return _(texts.get(values["moderation"], texts["off"]))


def reminders(language: Language, values: Mapping[str, str]) -> str:
    _ = language.gettext
    return _(later("reminders before the end")) if values["auto_reminders"] else _(later("no reminders"))


def of_card(
    language: Language, card: Card, values: Mapping[str, str], rules: Rules, design: str
) -> dict[str, str]:
    """Returns the summary of each group of settings."""
    _ = language.gettext
    effect = _label(rules, values, "custom_effect")
    names = language.listed([each.name for each in card.recipients if each.name][:_NAMED])
    end = closes(language, card)
    limit = _(later("at most %(count)s notes")) % {"count": language.number(card.contribution_limit or 0)}
    return {
        "words": joined(card.title, design, effect, _label(rules, values, "locale")),
        "people": joined(
            names or _(later("nobody named yet")),
            _(later("closes on %(day)s")) % {"day": end} if end else _(later("open until you close it")),
            card.timezone if end else "",
        ),
        "signers": joined(
            who_signs(language, values),
            limit if card.contribution_limit else _(later("no limit")),
            reminders(language, values),
        ),
        "notes": joined(
            notes(language, values),
            _(_READ_BY[card.see_notes]),
            _(_NAMES_FOR[card.collection.see_contributor_names]),
        ),
        "gift": gift(language, card),
        "emails": joined(
            _(_MAILS[card.organiser_mail]),
            _(later("replies go to %(address)s")) % {"address": f"\u2068{values['reply_to']}\u2069"}
            if values["reply_to"]
            else _(later("replies go to the account's address")),
        ),
        "links": joined(
            _(later("one link to sign")) if card.sign_url else _(later("no shared link to sign")),
            _(later("a public link")) if card.public_read else _(later("no public link")),
        ),
    }


def gift(language: Language, card: Card) -> str:
    _ = language.gettext
    if not takes_money(card):
        return _(later("No gift"))
    goal = card.collection.goal_amount
    amount = "" if not goal else briefly(language, Money(goal, card.collection.currency))
    return joined(
        _(later("people can chip in")),
        _(later("goal %(amount)s")) % {"amount": amount} if amount else _(later("no goal")),
        _(_TOTAL_FOR[card.collection.see_total]),
    )


def _label(rules: Rules, values: Mapping[str, str], name: str) -> str:
    return dict(rules.get(name, ())).get(values[name], "")


def joined(*parts: str) -> str:
    """Returns the parts as one line that begins with a capital letter."""
    line = " · ".join(filter(None, parts))
    return line[:1].upper() + line[1:]
