"""The settings of the account: owners change them, members read them."""

from typing import Final

from starlette.responses import RedirectResponse, Response

from wellwish.accounts.settings import AccountSettings
from wellwish.accounts.update import AccountChange
from wellwish.base.errors import InvalidRequest, PreconditionFailed
from wellwish.base.language import later
from wellwish.web.desk import standards
from wellwish.web.desk.account.platform import find_platform
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.language import choose

PATH: Final = "/account"
_NAMES: Final = (
    "name",
    "country",
    "currency",
    "timezone",
    "locale",
    "erase_cards_after_days",
    "embed_origins",
    "members_see_dates",
    "people_notice",
)
_CHANGED: Final = later(
    "Someone changed the settings in the meantime. Compare them with yours, then save again."
)
_FAULTS: Final = {
    "name": later("Enter a name of 1 to 255 characters."),
    "country": later("Enter a two-letter country code, such as DE or US."),
    "currency": later("Enter a three-letter currency code, such as EUR or USD."),
    "timezone": later("Enter a time zone, such as Europe/Berlin."),
    "locale": later("Enter a language, such as en or pt-BR."),
    "erase_cards_after_days": later("Enter a number of days from 1 to 3650, or leave this empty."),
    "embed_origins": later(
        "Enter up to 20 origins, one per line, without a path, such as https://portal.example.com."
    ),
    "people_notice": later("Use 500 characters or fewer."),
}


@signed_in
async def settings_page(visit: Visit) -> Response:
    """Returns the settings; redirects a user without a chosen account to the list of accounts."""
    if visit.session.account_id is None:
        return RedirectResponse("/account/choose", 303)
    return await page(visit)


@signed_in
async def settings_updated(visit: Visit) -> Response:
    """Saves the settings unless someone else has changed them. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    typed = {name: sent.text(name).strip() for name in _NAMES}
    try:
        await call(
            visit,
            "PATCH /api/account",
            body={**{name: value or None for name, value in typed.items()}, **_exact(typed)},
            if_match=f'"{sent.text("version")}"',
        )
    except PreconditionFailed:
        return await page(visit, typed=typed, says=_CHANGED, status=409)
    except InvalidRequest as refusal:
        named = {name.partition("-")[0] for name in by_id(refusal.faults)}
        faults = {name: said for name, said in _FAULTS.items() if name in named}
        version = sent.text("version")
        return await page(visit, typed=typed, faults=faults, version=version, status=422)
    return after(PATH, "saved")


def _exact(typed: dict[str, str]) -> dict[str, str | int | bool | list[str] | None]:
    """Returns the members of the body that are not nullable strings."""
    days = typed["erase_cards_after_days"]
    is_number = days.isascii() and days.isdecimal() and len(days) < 10
    return {
        "name": typed["name"],
        "erase_cards_after_days": int(days) if is_number else days or None,
        "embed_origins": typed["embed_origins"].split(),
        "members_see_dates": bool(typed["members_see_dates"]),
    }


async def page(
    visit: Visit,
    *,
    typed: dict[str, str] | None = None,
    faults: dict[str, str] | None = None,
    reply_to: str | None = None,
    logo_fault: str = "",
    says: str = "",
    version: str = "",
    status: int = 200,
) -> Response:
    """Returns the page with the stored settings, or with the typed ones."""
    account: AccountSettings = (await call(visit, "GET /api/account")).record
    stored = {name: str(getattr(account, name) or "") for name in _NAMES}
    stored["embed_origins"] = "\n".join(account.embed_origins)
    stored["members_see_dates"] = "1" if account.members_see_dates else ""
    shown, language = typed or stored, choose(visit.request)
    values = {f"/{name}": value for name, value in shown.items()}
    values["/reply_to"] = (account.reply_to or "") if reply_to is None else reply_to
    return desk_paper(
        visit,
        "desk/settings.html",
        status=status,
        account=account,
        platform=await find_platform(visit),
        fields=Fields(AccountChange, values, faults or {}),
        choices={
            "country": standards.countries(language, shown["country"]),
            "currency": standards.currencies(language, shown["currency"]),
            "locale": standards.languages(shown["locale"]),
        },
        zones=standards.TIME_ZONES,
        members_see_dates=bool(shown["members_see_dates"]),
        version=version or account.version,
        others={name: value for name, value in stored.items() if typed and typed[name] != value}
        if status == 409
        else {},
        logo_fault=logo_fault,
        wrong={"logo": logo_fault},
        says=says,
        demo=visit.services.settings.demo,
    )
