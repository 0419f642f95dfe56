"""Describe ``/mcp`` to OAuth clients as a protected resource (RFC 9728)."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wellwish.http import Services

PATH: Final = "/mcp"
ROOT_PATH: Final = "/.well-known/oauth-protected-resource"
METADATA_PATH: Final = ROOT_PATH + PATH  # RFC 9728 section 3.1


async def protected_resource(services: Services, request: Request) -> Response:
    del request
    base_url = services.settings.base_url
    document: dict[str, Any] = {
        "resource": base_url + PATH,
        "resource_name": "Wellwish",
        "authorization_servers": [base_url],
        "bearer_methods_supported": ["header"],
        "resource_documentation": f"{base_url}/docs/guides/assistants",
    }
    headers = {"Cache-Control": "public, max-age=300"}
    return Response(msgspec.json.encode(document), 200, headers, "application/json")
