"""A new card: design, texts, people and rules on one page."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from starlette.responses import RedirectResponse, Response

from wellwish.accounts.settings import AccountSettings
from wellwish.base.errors import (
    BundleCapacityExhausted,
    BundleNotActive,
    Fault,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NoBundleAvailable,
    NotFound,
)
from wellwish.base.language import Language, later
from wellwish.cards import cover
from wellwish.cards.body import CoverText
from wellwish.infra.http import Body
from wellwish.infra.http.read import convert
from wellwish.web.desk import kept_form
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards import choices, fields, presets, summaries
from wellwish.web.desk.guard import (
    call,
    coloured,
    desk_paper,
    owners_to_ask,
    read_form,
    signed_in,
    signed_in_typing,
)
from wellwish.web.desk.money import bundles
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

# The fields behind "More options".
MORE: Final = frozenset(
    ("cover_text", "custom_effect", "locale", "shared_link", "auto_reminders", "see_notes", "moderation",
     "see_contributor_names", "organiser_mail")
)  # fmt: skip
_ON_FORM: Final = MORE | {
    "design", "who", "people", "title", "sender", "end_day", "end_time", "goal_amount", "currency",
    "see_total", "see_contributors", "suggested_amounts",
}  # fmt: skip
_WHO: Final = later("Enter a name, or a name and an email address like Maya <maya@example.com>")
PATH: Final = "/desk/cards/new"
ALREADY: Final = later("This form was already used for a card. Send it again to create another one.")


@signed_in
async def new_page(visit: Visit) -> Response:
    """Returns the form; redirects a user without a chosen account to choose one."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    account = await _account(visit)
    found = await kept_form.find(visit)
    if found is not None:
        values = presets.typed(found, account)
        return await _page(visit, account, values, says=found.says, is_kept=True)
    return await _page(visit, account, presets.first(account))


@signed_in_typing
async def new_made(visit: Visit) -> Response:
    """Creates the card and redirects to its sharing page. Resubmitting the form does not create another card.

    Raises ForeignForm.
    """
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    sent = await read_form(visit)
    account = await _account(visit)
    typed = presets.typed(sent, account)
    if sent.text("draw"):
        return await _page(visit, account, typed)
    language = choose(visit.request)
    designs = await choices.designs(visit)
    picked = choices.chosen(designs, typed["design"])
    suggested = presets.title(
        presets.of_card(language, typed["locale"]), picked.design.occasion, typed["who"] or typed["people"]
    )
    resolved = presets.resolved(typed, presets.zone(typed, account), suggested)
    design = picked.value if not typed["design"] or picked.is_of(typed["design"]) else typed["design"]
    given, faults = fields.body_of({**resolved, "design": design}, language)
    if faults:
        said = _said(language, faults, typed)
        return await _page(visit, account, typed, faults=said)
    try:
        made = await call(
            visit,
            "POST /api/cards",
            body=_present(given),
            idempotency_key=sent.text("form_key") or None,
        )
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, account, typed, says=ALREADY, status=409)
    except (NoBundleAvailable, BundleCapacityExhausted, BundleNotActive):
        is_kept = await kept_form.keep_sent(visit, PATH, sent, waits=True)
        response = await _page(visit, account, typed, is_kept=is_kept, status=409)
        if is_kept:
            kept_form.mark(visit.services, response)
        return response
    except (InvalidRequest, NotFound) as refusal:
        said = _said(language, refusal.faults, typed)
        return await _page(visit, account, typed, faults=said)
    return RedirectResponse(f"/desk/cards/{msgspec.json.decode(made.body)['id']}/share?said=created", 303)


def _said(language: Language, faults: Sequence[Fault], typed: fields.Values) -> dict[str, str]:
    """Returns the message of each field with an error; the first person has a separate field."""
    found = fields.said(language, faults)
    for name in found.keys() - _ON_FORM:
        found[""] = found.pop(name)
    if typed["who"] and any(fault.pointer.startswith(("/recipients/0", "/recipient")) for fault in faults):
        others = [each.pointer for each in faults if each.pointer.startswith("/recipients/")]
        if all(each.startswith("/recipients/0") for each in others):
            found.pop("people", None)
        found["who"] = language.gettext(_WHO)
    return found


async def _account(visit: Visit) -> AccountSettings:
    found: AccountSettings = (await call(visit, "GET /api/account")).record
    return found


def _present(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the members of the body that are not empty."""
    kept = {name: value for name, value in given.items() if value not in (None, [])}
    kept["collection"] = {name: value for name, value in given["collection"].items() if value is not None}
    return kept


async def _page(
    visit: Visit,
    account: AccountSettings,
    values: fields.Values,
    *,
    faults: Mapping[str, str] | None = None,
    says: str = "",
    is_kept: bool = False,
    status: int = 200,
) -> Response:
    language = choose(visit.request)
    room = await capacity(visit)
    buys = not room["cards_left"] and visit.session.role == "owner"
    found = await choices.designs(visit)
    picked = choices.chosen(found, values["design"])
    spoken = presets.of_card(language, values["locale"])
    rules = choices.rules(language, values, account.currency)
    timezone = presets.zone(values, account)
    chosen = values["occasion"] if values["occasion"] in presets.TITLES else picked.design.occasion
    has_faults_inside = not (faults or {}).keys().isdisjoint(MORE)
    return desk_paper(
        visit,
        "desk/card_new.html",
        language=language,
        look=coloured(colours=(("d-shown", picked.palette),)),
        status=422 if faults else status,
        says=says,
        # If no card is left, the form is stored until the payment. A form that cannot be stored is shown
        # again.
        shows_form=bool(room["cards_left"]) or (status != HTTPStatus.OK and not is_kept),
        is_kept=is_kept,
        offers=await bundles.offers(visit) if buys else [],
        **room,
        values={**values, "design": picked.value},
        picked=picked,
        cover=await _cover(visit, account, values, picked),
        occasion="" if values["occasion"] == "all" else chosen,
        suggested=presets.title(spoken, picked.design.occasion, values["who"] or values["people"]),
        titles={
            name: (spoken.gettext(named), spoken.gettext(plain))
            for name, (named, plain) in presets.TITLES.items()
        },
        faults=faults or {},
        others={},
        hidden=frozenset[str](),
        occasions=choices.occasions(language, found, picked.value),
        rules=rules,
        ends=[(name, _short_day(language, days, timezone)) for name, days in presets.ENDS.items()],
        timezone=timezone,
        more=summaries.new_card(language, values),
        is_more_open=has_faults_inside or bool(values["cover_text"]),
        form_key=cookie.random(),
    )


class _CoverWords(Body, frozen=True, kw_only=True):
    cover_text: CoverText | None = None


async def _cover(
    visit: Visit, account: AccountSettings, values: fields.Values, picked: choices.Chosen
) -> cover.Draft | None:
    """Returns the cover of the future card; None for the packaged cover and for invalid words."""
    try:
        given = convert({"cover_text": fields.cover_lines(values)}, _CoverWords, strict=True, warnings=[])
    except InvalidRequest:
        return None
    return await cover.draft(
        visit.services,
        picked.design.slug,
        picked.palette.name,
        values["locale"] or account.locale,
        given.cover_text or (),
        whose=(account.id, visit.session.user_id),
    )


def _short_day(language: Language, days: int, timezone: str) -> str:
    day = presets.day_in(days, timezone)
    return language.day(datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(timezone)), timezone)


async def capacity(visit: Visit, *, left: int | None = None, needed: int = 1) -> dict[str, Any]:
    """Returns the number of cards left in the account, and the owners to ask for more."""
    if left is None:
        found = (await call(visit, "GET /api/bundle-purchases/available")).record.data
        left = sum(each.cards_remaining for each in found)
    asks = left < needed and visit.session.role == "member"
    return {"cards_left": left, "owners": await owners_to_ask(visit) if asks else ""}
