"""Describe ``/mcp`` and its authorization server to OAuth clients (RFC 9728, RFC 8414)."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.consents.consent import SCOPES
from wellwish.auth.credentials.client import GRANT_TYPE
from wellwish.infra.http import Services

PATH: Final = "/mcp"
ROOT_PATH: Final = "/.well-known/oauth-protected-resource"
METADATA_PATH: Final = ROOT_PATH + PATH  # RFC 9728 section 3.1
TOKEN_PATH: Final = "/oauth/token"  # noqa: S105 - the path of the token endpoint
REVOKE_PATH: Final = "/oauth/revoke"


async def protected_resource(services: Services, request: Request) -> Response:
    del request
    base_url = services.settings.base_url
    return _json(
        {
            "resource": base_url + PATH,
            "resource_name": "Wellwish",
            "authorization_servers": [base_url],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": ["header"],
            "resource_documentation": f"{base_url}/docs/guides/assistants",
        }
    )


async def authorization_server(services: Services, request: Request) -> Response:
    del request
    base_url = services.settings.base_url
    return _json(
        {
            "issuer": base_url,
            "authorization_endpoint": f"{base_url}/oauth/authorize",
            "token_endpoint": base_url + TOKEN_PATH,
            "grant_types_supported": ["authorization_code", "refresh_token", GRANT_TYPE],
            "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
            "revocation_endpoint": base_url + REVOKE_PATH,  # RFC 7009
            "revocation_endpoint_auth_methods_supported": ["none"],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "code_challenge_methods_supported": ["S256"],
            "scopes_supported": SCOPES,
            "authorization_response_iss_parameter_supported": True,  # RFC 9207
            "client_id_metadata_document_supported": True,
            "service_documentation": f"{base_url}/docs",
        }
    )


def _json(document: dict[str, Any]) -> Response:
    headers = {"Cache-Control": "public, max-age=300"}
    return Response(msgspec.json.encode(document), 200, headers, "application/json")
