"""The public keys that verify receipts of erasures, as a set of JSON Web Keys (RFC 7517, RFC 8037)."""

from base64 import urlsafe_b64encode
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wellwish.base import clock
from wellwish.base.receipt_key import ReceiptKey
from wellwish.infra.http import Services


async def receipt_keys(services: Services, request: Request) -> Response:
    """Returns the key in use first. Former keys stay, because receipts do not expire."""
    del request
    keys = [_public(ReceiptKey(seed)) for seed in services.keys.receipt_seeds(clock.now())]
    return JSONResponse({"keys": keys}, headers={"Cache-Control": "public, max-age=300"})


def _public(key: ReceiptKey) -> dict[str, Any]:
    return {
        "kty": "OKP",
        "crv": "Ed25519",
        "kid": key.id,
        "use": "sig",
        "x": urlsafe_b64encode(key.public_bytes).rstrip(b"=").decode(),
        "pem": key.pem,
    }
