"""The account's payment provider, for owners: its state and fees, and connecting, checking and removing a
key.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import Struct
from starlette.responses import Response

from wellwish.accounts.settings import AccountSettings
from wellwish.base.errors import (
    Fault,
    InvalidRequest,
    NotFound,
    PaymentProviderMissing,
    PaymentProviderRefused,
    PreconditionFailed,
    Refusal,
    Unavailable,
)
from wellwish.base.language import Language, later
from wellwish.base.money import EXPONENTS, Money
from wellwish.infra.checkout import ProviderRefusedError
from wellwish.infra.checkout.stripe_setup import ENDPOINT_EVENTS, PERMISSIONS
from wellwish.infra.http import line
from wellwish.payments.fee import can_cover
from wellwish.payments.fee_schedule import StatedFee
from wellwish.payments.own_provider import PaymentProvider
from wellwish.payments.provider.update import NewProvider
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import instant
from wellwish.web.desk.guard import call, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.amount import amount_of
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.pot import said

PATH: Final = "/account/payment-provider"
_SECRETS: Final = ("secret_key", "webhook_secret")
_FEE: Final = ("currency", "basis_points", "fixed")
_LONGEST: Final = 20  # maximum length of a percentage or an amount
_PERCENT_SIGNS: Final = "%\u066a \u00a0"  # U+066A: the Arabic percent sign
_ZONE: Final = "UTC"
_AFTER: Final = {"connect": ("", "accepted"), "check": ("", "accepted"), "fees": ("#fees", "saved")}
_CURRENCY: Final = later("Choose a currency.")
_PERCENTAGE: Final = later("Enter a percentage from 0 to 20, such as 1.5.")
_FIXED: Final = later("Enter an amount in the currency, such as 0.25, or 0.")
_CHANGED: Final = later("Someone changed the provider in the meantime. Check it below, then try again.")
_AWAY: Final = later(
    "The provider can't be reached right now, so nothing was changed. Try again in a few minutes."
)
_NONE: Final = later("No provider is connected, so there is nothing to check.")
_LACKS: Final = later("The key lacks permissions. In Stripe, also allow it to: %(permissions)s.")
_KEY: Final = later(
    "Enter a Stripe key, which starts with sk_ or rk_, or a Mollie key, which starts with live_ or test_."
)
_WEBHOOK: Final = later(
    "Enter the signing secret of the Stripe webhook endpoint, which starts with whsec_. For Mollie, leave "
    "this empty."
)
# The messages of infra/checkout/stripe_account.py and infra/checkout/mollie.py when they refuse a key.
REFUSED: Final = (
    later("Stripe does not accept this key: it is invalid, expired or revoked."),
    later("Stripe rejected the account or the key."),
    later("The Stripe account cannot accept payments yet. Complete its onboarding with Stripe."),
    later("Mollie does not accept this key: it is invalid or revoked."),
    later("The Mollie profile cannot accept payments yet. Complete its verification with Mollie."),
)


@signed_in
async def provider_page(visit: Visit) -> Response:
    """Returns the state of the provider, and the form for a key. Raises OwnerRequired."""
    return await _page(visit)


@signed_in
async def provider_changed(visit: Visit) -> Response:
    """Connects, checks or removes a key, or saves the fees. All except checks require a recent sign-in.

    Raises NotFound, OwnerRequired, ForeignForm.
    """
    sent, action = await read_form(visit), visit.request.path_params["action"]
    if action not in ("connect", "check", "remove", "fees"):
        raise NotFound
    if action != "check" and (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    version = f'"{sent.text("version")}"'
    try:
        if action == "connect":
            typed = {name: sent.text(name).strip() or None for name in _SECRETS}
            is_mollie = (typed["secret_key"] or "").startswith(("live_", "test_"))
            body = {"provider": "mollie" if is_mollie else "stripe", **typed}
            await call(visit, "PUT /api/payment-provider", body=body, if_match=version)
        elif action == "fees":
            fees = await _fees(visit, sent)
            body = {"fees": fees}
            await call(visit, "PUT /api/payment-provider/fees", body=body, if_match=version)
        elif action == "check":
            await call(visit, "POST /api/payment-provider/check")
        else:
            await call(visit, "DELETE /api/payment-provider", if_match=version)
    except PreconditionFailed:
        return await _page(visit, says=_CHANGED, status=409)
    except Unavailable as refusal:
        return await _page(visit, says=_AWAY, status=503, headers=refusal.headers)
    except PaymentProviderMissing:
        return await _page(visit, says=_NONE, status=409)
    except PaymentProviderRefused as refusal:
        says = reason(choose(visit.request), refusal, refusal.detail or "")
        return await _page(visit, says=says, status=409)
    except InvalidRequest as refusal:
        faults = _faults(choose(visit.request), refusal)
        return await _page(visit, faults=faults, typed=_typed(sent), status=422)
    place, what = _AFTER.get(action, ("", "provider_removed"))
    return after(f"{PATH}{place}", what)


def _typed(sent: Form) -> dict[str, str]:
    """Returns the entered fee, without secrets."""
    return {name: sent.text(name).strip() for name in _FEE}


async def _fees(visit: Visit, sent: Form) -> list[dict[str, str | int]]:
    """Returns the stated fees, with the form's fee added or removed.

    Raises InvalidRequest for an invalid percentage or amount.
    """
    provider: PaymentProvider = (await call(visit, "GET /api/payment-provider")).record
    language, typed, forgotten = choose(visit.request), _typed(sent), sent.text("forget")
    currency = forgotten or typed["currency"]
    others: list[dict[str, str | int]] = [
        {"currency": each.currency, "basis_points": each.basis_points, "fixed": each.fixed}
        for each in provider.fees
        if each.currency != currency
    ]
    if forgotten:
        return others
    # A percentage is parsed like an amount in euros: both have two decimals.
    values = {
        "basis_points": amount_of(typed["basis_points"].rstrip(_PERCENT_SIGNS), "EUR", language),
        "fixed": amount_of(typed["fixed"], currency, language) if currency in EXPONENTS else None,
    }
    faults = [Fault(f"/fees/0/{name}", "wrong_type", "") for name, value in values.items() if value is None]
    if faults:
        raise InvalidRequest(faults=faults)
    stated = {name: value for name, value in values.items() if value is not None}
    return [{"currency": currency, **stated}, *others]


def reason(language: Language, refusal: Refusal, detail: str) -> str:
    """Returns why the provider refused a key, with the missing permissions."""
    cause = refusal.__cause__
    missing = cause.missing if isinstance(cause, ProviderRefusedError) else ()
    if missing:
        named = ", ".join(language.gettext(each) for each in missing)
        return language.gettext(_LACKS) % {"permissions": named}
    return language.gettext(detail) if detail in REFUSED else language.gettext(_KEY)


def _faults(language: Language, refusal: InvalidRequest) -> dict[str, str]:
    if any(fault.code == "refused_by_provider" for fault in refusal.faults):
        return {"secret_key": reason(language, refusal, refusal.faults[0].detail)}
    messages = {
        "secret_key": _KEY,
        "webhook_secret": _WEBHOOK,
        "fees-0-currency": _CURRENCY,
        "fees-0-basis_points": _PERCENTAGE,
        "fees-0-fixed": _FIXED,
    }
    found = [name for name in by_id(refusal.faults) if name in messages]
    return {name.removeprefix("fees-0-"): language.gettext(messages[name]) for name in found}


async def _page(
    visit: Visit,
    *,
    faults: dict[str, str] | None = None,
    typed: dict[str, str] | None = None,
    says: str = "",
    status: int = 200,
    headers: Any = None,
) -> Response:
    provider: PaymentProvider = (await call(visit, "GET /api/payment-provider")).record
    account: AccountSettings = (await call(visit, "GET /api/account")).record
    language, values = choose(visit.request), {"currency": account.currency, **(typed or {})}
    # The page never contains a submitted secret, even if it shows the secret's error.
    return desk_paper(
        visit,
        "desk/provider.html",
        language=language,
        status=status,
        headers=headers,
        provider=provider,
        checked_at="" if provider.checked_at is None else instant(language, provider.checked_at, _ZONE),
        fields=Fields(NewProvider, {}, faults or {}),
        fees=_fee_fields(values, faults or {}),
        currencies=[
            (each, each) for each in sorted(EXPONENTS) if can_cover(provider.provider or "sandbox", each)
        ],
        stated_fees=[(each.currency, _said(language, each)) for each in provider.fees],
        permissions=language.listed([language.gettext(each) for each in PERMISSIONS]),
        events=ENDPOINT_EVENTS,
        may_change=needs_recent(visit.session, PATH) is None,
        says=says,
    )


class _TypedFee(Struct):
    """A fee as typed."""

    currency: str
    basis_points: Annotated[str, line(_LONGEST, "Percentage.", required=True)]
    fixed: Annotated[str, line(_LONGEST, "Fixed part.", required=True)]


def _fee_fields(values: Mapping[str, str], faults: Mapping[str, str]) -> Fields:
    return Fields(_TypedFee, {f"/{name}": text for name, text in values.items()}, faults)


def _said(language: Language, fee: StatedFee) -> str:
    """Returns a fee as text, such as "1.5 % and €0.25"."""
    percent, fixed = language.percent(fee.basis_points), said(language, Money(fee.fixed, fee.currency))
    if not fee.fixed:
        return percent
    return language.gettext(later("%(percent)s and %(fixed)s")) % {"percent": percent, "fixed": fixed}
