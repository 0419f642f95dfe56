"""The options that few rules change: the organiser, a gift, and the order of bundle purchases."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wellwish.accounts.settings import AccountSettings
from wellwish.base.errors import Fault
from wellwish.base.language import Language, later, later_many
from wellwish.bundles.purchase import BundlePurchase
from wellwish.cards.collection import Collection
from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rule_body import MAX_PURCHASES
from wellwish.web.desk import names
from wellwish.web.desk.cards import choices, fields
from wellwish.web.desk.guard import call
from wellwish.web.desk.occasions.typed import MONEY, Typed
from wellwish.web.desk.visit import Visit

_YOU: Final = later("You")
_ANOTHER: Final = later("Another member, as now")
_MANAGER: Final = later("The person's manager organises")
_ORGANISES: Final = later("You organise")
_OTHER_ORGANISES: Final = later("Another member organises")
_GIFT: Final = later("people can chip in for a gift")
_NO_GIFT: Final = later("no gift")
_ANY: Final = later("any bundle")
_BUNDLES: Final = later_many("%(count)s bundle first", "%(count)s bundles in order")
_GONE: Final = later("A bundle that is no longer listed")
_LEFT: Final = later_many("%(count)s card left", "%(count)s cards left")


def typed_of(rule: OccasionRule, page: Language) -> dict[str, str]:
    """Returns the fields of a stored rule, without the purchases."""
    values = _money(rule.collection, page)
    gift = {name: values[name] for name in MONEY} if _has_gift(rule) else {}
    return {
        **gift,
        "gift": "1" if _has_gift(rule) else "",
        "organiser_id": rule.organiser_id,
        "manager_organises": "1" if rule.manager_organises else "",
    }


def body_of(typed: Typed, page: Language) -> tuple[dict[str, Any], list[Fault]]:
    """Returns the members of a new rule, None for unset ones, and the errors of amounts."""
    faults: list[Fault] = []
    gift = None
    if typed.gift:
        money = fields.collection_of({**_money(None, page), **_typed_money(typed, "everyone")}, page, faults)
        gift = {name: value for name, value in money.items() if value is not None}
    return {
        "organiser_id": typed.organiser_id or None,
        "manager_organises": bool(typed.manager_organises),
        "bundle_purchase_ids": [*typed.purchases] or None,
        "collection": gift,
    }, faults


def change_of(typed: Typed, rule: OccasionRule, page: Language) -> tuple[dict[str, Any], list[Fault]]:
    """Returns the members that differ from the rule. Money settings that the form lacks are unchanged."""
    faults: list[Fault] = []
    change: dict[str, Any] = {}
    if typed.organiser_id and typed.organiser_id != rule.organiser_id:
        change["organiser_id"] = typed.organiser_id
    if bool(typed.manager_organises) != rule.manager_organises:
        change["manager_organises"] = bool(typed.manager_organises)
    if [*typed.purchases] != (rule.bundle_purchase_ids or []):
        change["bundle_purchase_ids"] = [*typed.purchases] or None
    if not typed.gift and not _has_gift(rule):
        return change, faults
    stored = _money(rule.collection, page)
    wanted = stored | {"add_money": "nobody"}
    if typed.gift:
        who = stored["add_money"] if _has_gift(rule) else "everyone"
        wanted = stored | _typed_money(typed, who)
    before, after = fields.collection_of(stored, page, []), fields.collection_of(wanted, page, faults)
    money = {name: value for name, value in after.items() if value != before[name]}
    return change | ({"collection": money} if money else {}), faults


def _has_gift(rule: OccasionRule) -> bool:
    return rule.collection is not None and rule.collection.add_money != "nobody"


def _money(collection: Collection | None, page: Language) -> fields.Values:
    return fields.NEW if collection is None else {**fields.NEW, **fields.money_values(collection, page)}


def _typed_money(typed: Typed, who: str) -> fields.Values:
    return {**{name: getattr(typed, name) for name in MONEY}, "add_money": who}


async def shown(
    visit: Visit, language: Language, typed: Typed, saved: Typed, account: AccountSettings
) -> dict[str, Any]:
    """Returns the choices of the fields, also of the saved ones, and the line that says what holds."""
    user_id = visit.session.user_id
    organisers = {user_id: language.gettext(_YOU)}
    for organiser_id in filter(None, (typed.organiser_id, saved.organiser_id)):
        organisers.setdefault(organiser_id, language.gettext(_ANOTHER))
    purchases = await _purchases(visit, language, [*typed.purchases, *saved.purchases])
    count = min(len(typed.purchases) + 1, len(purchases), MAX_PURCHASES)
    given: Mapping[str, str] = {"locale": "", "currency": typed.currency or account.currency}
    return {
        "organisers": [*organisers.items()],
        "purchases": purchases,
        "places": [*typed.purchases, ""][:count] if len(purchases) > 1 or typed.purchases else [],
        "money": choices.rules(language, given, account.currency),
        "currency": given["currency"],
        "line": _line(language, typed, user_id),
    }


def _line(language: Language, typed: Typed, user_id: str) -> str:
    organises = _ORGANISES if typed.organiser_id in ("", user_id) else _OTHER_ORGANISES
    count = len(typed.purchases)
    bundles = language.ngettext(*_BUNDLES, count) % {"count": language.number(count)}
    said = (
        language.gettext(_MANAGER if typed.manager_organises else organises),
        language.gettext(_GIFT if typed.gift else _NO_GIFT),
        bundles if count else language.gettext(_ANY),
    )
    return " · ".join(said)


async def _purchases(visit: Visit, language: Language, chosen: Sequence[str]) -> list[tuple[str, str]]:
    """Returns the active purchases, and the chosen ones in any state."""
    query = {"limit": "200"}
    found: list[BundlePurchase] = (await call(visit, "GET /api/bundle-purchases", query=query)).record.data
    listed = [
        (each.id, f"{names.bundle(language, each.name)} · {_left(language, each.cards_remaining)}")
        for each in found
        if each.status == "active" or each.id in chosen
    ]
    known = {purchase_id for purchase_id, _ in listed}
    gone = language.gettext(_GONE)
    return [*listed, *((each, gone) for each in chosen if each not in known)]


def _left(language: Language, count: int) -> str:
    return language.ngettext(*_LEFT, count) % {"count": language.number(count)}
