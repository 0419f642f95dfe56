"""Ready-made rules, with title, designs and signers for an occasion and the account."""

from collections.abc import Sequence
from typing import Any, Final

from wellwish.base.language import Language, later
from wellwish.designs.templates.template import Template
from wellwish.occasions.rule_body import (
    ANNIVERSARY,
    BIRTHDAY,
    DATE,
    MANAGER_AND_PEERS,
    MAX_TEMPLATES,
    TEAM,
    WELCOME,
)
from wellwish.web.desk.cards import choices
from wellwish.web.desk.guard import call
from wellwish.web.desk.teams import load_teams
from wellwish.web.desk.visit import Visit

# The rules that one press creates, in the order of the page.
READY: Final = (BIRTHDAY, ANNIVERSARY, WELCOME)
_TITLES: Final = {
    BIRTHDAY: later("Happy birthday, {name}"),
    ANNIVERSARY: later("Happy work anniversary, {name}"),
    WELCOME: later("Welcome, {name}"),
    DATE: later("All the best, {name}"),
}
_SENDER: Final = later("Everyone at %(account)s")
# The occasions of designs that differ from those of rules.
_DESIGNS: Final = {DATE: "congratulations"}
_MAX_CARDS: Final = 100  # a month: above what most companies need, and below what an error could cost


async def ready_body(visit: Visit, language: Language, occasion: str) -> dict[str, Any]:
    """Returns the body of a rule for the occasion. It is in the reader's language.

    In an account without teams, the rule invites the manager and peers of each person.
    """
    account = (await call(visit, "GET /api/account")).record
    return {
        "occasion": occasion,
        "title": title(language, occasion),
        "sender": sender(language, account.name),
        "template_ids": designs(await choices.designs(visit), occasion),
        "invites": TEAM if await load_teams(visit) else MANAGER_AND_PEERS,
        "max_cards_a_month": _MAX_CARDS,
    }


def title(language: Language, occasion: str) -> str:
    return language.gettext(_TITLES.get(occasion, _TITLES[DATE]))


def sender(language: Language, account_name: str) -> str:
    return (language.gettext(_SENDER) % {"account": account_name})[:255]


def designs(known: Sequence[Template], occasion: str) -> list[str]:
    """Returns the IDs of the designs for the occasion, or of the first one if there are none for it."""
    wanted = _DESIGNS.get(occasion, occasion)
    found = [each.id for each in known if each.occasion == wanted] or [each.id for each in known[:1]]
    return found[:MAX_TEMPLATES]
