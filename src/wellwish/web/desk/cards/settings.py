"""The settings of a card in groups, each with a form and a one-line summary.

The form contains the values shown to its reader. If someone else has saved other values in the meantime, the
form keeps the reader's changes, with the saved value next to each conflict, and shows the saved values in all
other fields.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET
from starlette.responses import Response

from wellwish.base.errors import (
    CardState,
    CurrencyFixed,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    PreconditionFailed,
)
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.designs.templates.template import Template
from wellwish.web.desk import kept_form, names, standards
from wellwish.web.desk.cards import choices, fields, summaries
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find, may
from wellwish.web.desk.guard import call, read_form, signed_in, signed_in_typing
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_CHANGED: Final = later(
    "Someone saved other settings in the meantime. Your changes are still here, with the saved value at "
    "each. Save again to keep yours."
)
_NOT_NOW: Final = later("The card's state has changed, so its settings can't be changed any more.")
_FIXED: Final = later("The currency can't be changed any more, because money was given or pledged in it.")
WORDS: Final = "words"
GIFT: Final = "gift"
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    WORDS: ("title", "sender", "cover_text", "design", "custom_effect", "locale", "custom_logo"),
    "people": ("people", "end_day", "end_time", "timezone"),
    "signers": ("shared_link", "contribution_limit", "auto_reminders"),
    "notes": ("moderation", "see_notes", "see_contributor_names"),
    GIFT: (
        "add_money", "goal_amount", "currency", "see_total", "see_contributors", "suggested_amounts",
        "min_amount", "max_amount", "add_cash", "restrict_cash",
    ),
    "emails": ("organiser_mail", "reply_to"),
    "links": ("public_read",),
}  # fmt: skip
_SWITCHES: Final = frozenset(
    {"auto_reminders", "shared_link", "public_read", "add_cash", "restrict_cash"}
)  # fmt: skip


@signed_in
async def settings_page(visit: Visit) -> Response:
    """Returns the form. Raises NotFound, MissingPrivilege."""
    card = await _editable(visit)
    found = await kept_form.find(visit)
    if found is None:
        return await _page(visit, card, fields.values_of(card, choose(visit.request)))
    typed = _typed(found, card, choose(visit.request))
    if found.text("version") != str(card.version):
        return await _changed(visit, card, typed, found)
    group = _group(found)
    return await _page(visit, card, typed, group=group, was=found.text("was"), says=found.says)


@signed_in_typing
async def settings_saved(visit: Visit) -> Response:
    """Saves the form's changes. Raises NotFound, MissingPrivilege, ForeignForm."""
    sent = await read_form(visit)
    card = await _editable(visit)
    language = choose(visit.request)
    typed, group = _typed(sent, card, language), _group(sent)
    if sent.text("draw"):
        return await _page(visit, card, typed, group=group, was=sent.text("was"))
    if sent.text("version") != str(card.version):
        return await _changed(visit, card, typed, sent)
    if typed["design"] != fields.values_of(card, language)["design"]:
        designs = await choices.designs(visit)
        picked = choices.chosen(designs, typed["design"])
        typed["design"] = picked.value if picked.is_of(typed["design"]) else typed["design"]
    given, faults = fields.changes(typed, card, language)
    if faults:
        said = fields.said(language, faults)
        return await _page(visit, card, typed, group=group, faults=said, status=422)
    if given:
        refused = await _save(visit, card, typed, given, sent)
        if refused is not None:
            return refused
    return after(f"/desk/cards/{card.id}/settings?open={group}#{group}-group", "saved")


def _group(sent: Form) -> str:
    given = sent.text("group")
    return given if given in GROUPS else WORDS


def _names(sent: Form) -> Sequence[str]:
    """Returns the fields of the form's group, or all fields without a group."""
    return GROUPS.get(sent.text("group"), fields.NAMES)


def _typed(sent: Form, card: Card, page: Language) -> fields.Values:
    """Returns the typed values of the form's group, and the card's values of other fields and of those that
    the reader may not change.
    """
    now, typed, names = fields.values_of(card, page), fields.typed(sent), _names(sent)
    if typed["design"] and " " not in typed["design"]:
        typed["design"] = f"{typed['design']} {sent.text('palette')}"
    kept = [name for name in fields.NAMES if name not in names or name in fields.hidden(card)]
    typed |= {name: now[name] for name in kept}
    typed["design"] = typed["design"] or now["design"]  # the form does not offer a retired design
    if sent.text("group") == GIFT and "add_money" not in fields.hidden(card):
        typed["add_money"] = _who_gives(sent, now["add_money"])
    return typed


def _who_gives(sent: Form, now: str) -> str:
    """Returns who can add money: nobody if the gift is switched off, otherwise everyone by default."""
    if not sent.text("gift"):
        return "nobody"
    chosen = sent.text("add_money").strip() or now
    return "everyone" if chosen == "nobody" else chosen


async def _save(
    visit: Visit,
    card: Card,
    typed: fields.Values,
    given: Mapping[str, Any],
    sent: Form,
) -> Response | None:
    """Updates the card. Returns the page for a refusal, or None. Raises NotFound, MissingPrivilege."""
    language, said, status, says = choose(visit.request), dict[str, str](), 409, ""
    try:
        await call(
            visit,
            "PATCH /api/cards/{card_id}",
            path={"card_id": card.id},
            body=given,
            if_match=f'"{card.version}"',
        )
    except PreconditionFailed:
        card = await find(visit)
        return await _changed(visit, card, typed, sent)
    except CardState:
        card, says = await find(visit), _NOT_NOW
    except CurrencyFixed:
        said = {"currency": language.gettext(_FIXED)}
    except (InvalidRequest, NotFound) as refusal:
        if not refusal.faults:
            raise
        said, status = fields.said(language, refusal.faults), 422
    else:
        return None
    return await _page(visit, card, typed, group=_group(sent), faults=said, says=says, status=status)


async def _editable(visit: Visit) -> Card:
    card = await find(visit)
    if not may(card, "can_update"):
        raise MissingPrivilege
    return card


async def _changed(visit: Visit, card: Card, typed: fields.Values, sent: Form) -> Response:
    """Returns the form with the reader's changes and the values saved by others."""
    now, before = fields.values_of(card, choose(visit.request)), _read(sent.text("was"))
    mine = {name for name in _names(sent) if typed[name] != before.get(name, now[name])}
    both = [
        name for name in fields.NAMES if name in mine and now[name] not in (typed[name], before.get(name))
    ]
    kept = now | {name: typed[name] for name in mine}
    return await _page(visit, card, kept, group=_group(sent), others=both, says=_CHANGED, status=409)


def _read(was: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(was, type=dict[str, str])
    except msgspec.DecodeError:
        return {}


async def _page(
    visit: Visit,
    card: Card,
    values: fields.Values,
    *,
    group: str = "",
    was: str = "",
    faults: Mapping[str, str] | None = None,
    others: Sequence[str] = (),
    says: str = "",
    status: int = 200,
) -> Response:
    language = choose(visit.request)
    found = await choices.designs(visit)
    now = fields.values_of(card, language)
    rules = choices.rules(language, values, now["currency"])
    asked = visit.request.query_params.get("open", "")
    picked = choices.chosen(found, values["design"]) if choices.is_known(found, values["design"]) else None
    return await card_paper(
        visit,
        "desk/card_settings.html",
        card,
        status=status,
        says=says,
        values=values,
        was=was or msgspec.json.encode(now).decode(),
        faults=faults or {},
        others={name: _shown(language, name, now[name], rules, found) for name in others},
        hidden=fields.hidden(card),
        occasions=choices.occasions(language, found, values["design"]),
        occasion="" if picked is None else picked.design.occasion,
        picked=picked,
        opened=group or (asked if asked in (*GROUPS, "organisers", "links") else ""),
        lines=summaries.of_card(
            language, card, now, rules, "" if picked is None else names.design(language, picked.design).name
        ),
        endings=_endings(card),
        may_admins=may(card, "admin_management"),
        rules=rules,
        zones=standards.TIME_ZONES,
    )


def _endings(card: Card) -> dict[str, bool]:
    """Returns the ways of ending the card, and whether its state allows each."""
    has_money = card.collected is not UNSET and card.collected.amount > 0
    return {
        "archive": card.status == "closed" and card.cancelling_at is None,
        "cancel": card.status in ("open", "closed"),
        "delete": not has_money,
    }


def _shown(language: Language, name: str, value: str, rules: Mapping[str, Any], found: list[Template]) -> str:
    """Returns the label of a value in the form."""
    if name in _SWITCHES:
        return language.gettext(later("On")) if value else language.gettext(later("Off"))
    if name == "design":
        template_id, _, palette = value.partition(" ")
        designs = [names.design(language, each).name for each in found if each.id == template_id]
        return ", ".join([*designs, palette])
    return dict(rules.get(name, ())).get(value, value)
