"""Describe the token endpoint to OAuth clients (RFC 8414)."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.credentials.client import GRANT_TYPE
from wellwish.infra.http import Services

TOKEN_PATH = "/account/api-access/token"  # noqa: S105 - the path of the token endpoint


async def metadata(services: Services, request: Request) -> Response:
    del request
    base_url = services.settings.base_url
    document: dict[str, Any] = {
        "issuer": base_url,
        "token_endpoint": base_url + TOKEN_PATH,
        "grant_types_supported": [GRANT_TYPE],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "response_types_supported": [],
        "service_documentation": f"{base_url}/docs",
    }
    headers = {"Cache-Control": "public, max-age=300"}
    return Response(msgspec.json.encode(document), 200, headers, "application/json")
