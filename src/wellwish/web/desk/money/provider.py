"""The account's payment provider: its state; connect, check and remove a key. Owners only."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import (
    InvalidRequest,
    NotFound,
    PaymentProviderMissing,
    PaymentProviderRefused,
    PreconditionFailed,
    Refusal,
    Unavailable,
)
from wellwish.base.language import Language, later
from wellwish.infra.checkout import ProviderRefusedError
from wellwish.infra.http import Services
from wellwish.payments.own_provider import PaymentProvider
from wellwish.payments.provider.update import NewProvider
from wellwish.web.desk.frame import instant
from wellwish.web.desk.guard import call, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.language import choose

PATH: Final = "/account/payment-provider"
_SECRETS: Final = ("secret_key", "webhook_secret")
_ZONE: Final = "UTC"
_CHANGED: Final = later("Someone changed the provider in the meantime. Check it below, then try again.")
_AWAY: Final = later("The provider can't be reached now, so nothing was changed. Try again in a few minutes.")
_NONE: Final = later("No provider is connected, so there is nothing to check.")
_LACKS: Final = later("The key lacks permissions. At Stripe, also allow it to: %(permissions)s.")
_KEY: Final = later(
    "Enter a key of Stripe, which starts with sk_ or rk_, or a key of Mollie, which starts with live_ or "
    "test_."
)
_WEBHOOK: Final = later(
    "Enter the signing secret of the webhook endpoint at Stripe, which starts with whsec_. For Mollie, leave "
    "this empty."
)
# The permissions and refusals of checkout/stripe_account.py, and the refusals of checkout/mollie.py.
PERMISSIONS: Final = (
    later("read events"),
    later("read payment intents"),
    later("read charges and refunds"),
    later("read balance transactions"),
    later("read Checkout Sessions"),
    later("write Checkout Sessions"),
    later("write charges and refunds"),
)
REFUSED: Final = (
    later("Stripe does not accept this key: it is invalid, expired or revoked."),
    later("The key cannot read the account."),
    later("Stripe rejected the account or the key."),
    later("The Stripe account cannot accept payments yet. Complete its onboarding at Stripe."),
    later("Mollie does not accept this key: it is invalid or revoked."),
    later("The Mollie profile cannot accept payments yet. Complete its verification at Mollie."),
)


@signed_in
async def provider_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the state of the provider, and the form for a key. Raises OwnerRequired."""
    return await _page(services, request, session)


@signed_in
async def provider_changed(services: Services, request: Request, session: Session) -> Response:
    """Connects a key, checks the current one, or removes it. All but a check need a recent sign-in.

    Raises NotFound, OwnerRequired, ForeignForm.
    """
    sent, action = await read_form(services, request, session), request.path_params["action"]
    if action not in ("connect", "check", "remove"):
        raise NotFound
    if action != "check" and (confirm := needs_recent(session, PATH)) is not None:
        return confirm
    version = f'"{sent.text("version")}"'
    try:
        if action == "connect":
            typed = {name: sent.text(name).strip() or None for name in _SECRETS}
            is_mollie = (typed["secret_key"] or "").startswith(("live_", "test_"))
            body = {"provider": "mollie" if is_mollie else "stripe", **typed}
            await call(services, request, session, "PUT /api/payment-provider", body=body, if_match=version)
        elif action == "check":
            await call(services, request, session, "POST /api/payment-provider/check")
        else:
            await call(services, request, session, "DELETE /api/payment-provider", if_match=version)
    except PreconditionFailed:
        return await _page(services, request, session, says=_CHANGED, status=409)
    except Unavailable as refusal:
        return await _page(services, request, session, says=_AWAY, status=503, headers=refusal.headers)
    except PaymentProviderMissing:
        return await _page(services, request, session, says=_NONE, status=409)
    except PaymentProviderRefused as refusal:
        says = reason(choose(request), refusal, refusal.detail or "")
        return await _page(services, request, session, says=says, status=409)
    except InvalidRequest as refusal:
        faults = _faults(choose(request), refusal)
        return await _page(services, request, session, faults=faults, status=422)
    return RedirectResponse(PATH if action == "remove" else f"{PATH}?accepted=1", 303)


def reason(language: Language, refusal: Refusal, detail: str) -> str:
    """Returns why the provider refused a key, with the permissions that it lacks."""
    cause = refusal.__cause__
    missing = cause.missing if isinstance(cause, ProviderRefusedError) else ()
    if missing:
        named = ", ".join(language.gettext(each) for each in missing)
        return language.gettext(_LACKS) % {"permissions": named}
    return language.gettext(detail) if detail in REFUSED else language.gettext(_KEY)


def _faults(language: Language, refusal: InvalidRequest) -> dict[str, str]:
    if any(fault.code == "refused_by_provider" for fault in refusal.faults):
        return {"secret_key": reason(language, refusal, refusal.faults[0].detail)}
    messages = {"secret_key": language.gettext(_KEY), "webhook_secret": language.gettext(_WEBHOOK)}
    return {name: messages[name] for name in by_id(refusal.faults) if name in messages}


async def _page(
    services: Services,
    request: Request,
    session: Session,
    *,
    faults: dict[str, str] | None = None,
    says: str = "",
    status: int = 200,
    headers: Any = None,
) -> Response:
    provider: PaymentProvider = (await call(services, request, session, "GET /api/payment-provider")).record
    language = choose(request)
    # The page never contains a typed secret, not even when it shows the secret's error.
    return desk_paper(
        services,
        request,
        "desk/provider.html",
        session,
        language=language,
        status=status,
        headers=headers,
        provider=provider,
        checked_at="" if provider.checked_at is None else instant(language, provider.checked_at, _ZONE),
        fields=Fields(NewProvider, {}, faults or {}),
        may_change=needs_recent(session, PATH) is None,
        says=says,
        accepted="accepted" in request.query_params,
    )
