"""Callbacks of payment providers: signed bodies, or the ID of a payment to fetch."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.infra.http.request import body_of
from wellwish.payments.callback import receive, receive_for, receive_named

_BODY_BYTES: Final = 256 * 1024


async def provider_callback(services: Services, request: Request) -> Response:
    """Processes a callback of the operator's provider. Raises NotFound, InvalidCallback, Unavailable."""
    named = request.path_params["provider"]
    merchant = next((each for each in services.checkout.merchants if each.provider == named), None)
    if merchant is None:
        raise NotFound
    body = await body_of(services, request, _BODY_BYTES)
    await receive(services, merchant, body, dict(request.headers))
    return Response(status_code=204)


async def account_callback(services: Services, request: Request) -> Response:
    """Processes a callback of an account's own provider without revealing whether the account exists.

    Raises NotFound, InvalidCallback, TooManyRequests, Unavailable.
    """
    named, account_id = request.path_params["provider"], request.path_params["account_id"]
    body = await body_of(services, request, _BODY_BYTES)
    if named == "stripe":
        await receive_for(services, "stripe", account_id, body, dict(request.headers))
    elif named == "mollie":
        await receive_named(services, account_id, request.query_params.get("payment", ""), body)
        return Response(status_code=200)  # the only status that Mollie documents as a success
    elif named == "sandbox" and services.checkout.plays:
        await receive_for(services, "sandbox", account_id, body, dict(request.headers))
    else:
        raise NotFound
    return Response(status_code=204)
