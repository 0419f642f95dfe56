"""The token endpoint and the security schemes, written by hand because RFC 6749 defines their format."""

from typing import Any, Final

from wellwish.base.errors import (
    AccountSuspended,
    BodyTooLarge,
    BodyTooSlow,
    InternalError,
    InvalidClient,
    InvalidTokenRequest,
    NetworkNotAllowed,
    Refusal,
    TooManyFailures,
    TooManyRequests,
    Unavailable,
    UnknownApiVersion,
    UnsupportedGrantType,
)
from wellwish.infra.http.scopes import Scope
from wellwish.infra.openapi.known_fields import TIME, Schema, secret
from wellwish.infra.openapi.names import id_schema
from wellwish.infra.openapi.problems import responses
from wellwish.infra.openapi.schema import Schemas
from wellwish.infra.openapi.shared import Shared

PATH: Final = "/account/api-access/token"
TAG: Final = "Credentials"
OPERATION_ID: Final = "credentials.exchange"

SCOPES: Final[dict[Scope, str]] = {
    "cards.read": "Read cards with their notes, admins and links, and the designs.",
    "cards.write": "Create, change, close and delete cards and their notes; remove admins.",
    "people.invite": "Invite and remind people, and read invitations.",
    "people.read": "Read people, groups, suppressed addresses and upcoming occasions.",
    "people.write": "Add, change and delete people and groups.",
    "money.read": "Read payments, refunds and purchases.",
    "money.write": "Refund and confirm money, and buy bundles.",
    "events.read": "Read events, and webhook endpoints with their deliveries.",
    "account.read": "Read the account, its members, its limits and its audit log.",
}

SCHEMES: Final[dict[str, Any]] = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "Opaque access token (RFC 6750). It is valid for one hour and ends with its key.",
    },
    "client_credentials": {
        "type": "oauth2",
        "description": (
            "The same access token through OAuth 2.0 client credentials (RFC 6749 section 4.4). There is no "
            "refresh token: request a new token with the same key pair. Tokens are opaque, not JSON Web "
            "Tokens, so RFC8725 does not apply. Metadata: `/.well-known/oauth-authorization-server` "
            "(RFC 8414)."
        ),
        "flows": {"clientCredentials": {"tokenUrl": PATH, "refreshUrl": PATH, "scopes": SCOPES}},
    },
    "api_key": {
        "type": "apiKey",
        "in": "header",
        "name": "x-api-key",
        "description": "API key; send it together with the client secret.",
    },
    "client_secret": {
        "type": "apiKey",
        "in": "header",
        "name": "x-client-secret",
        "description": "Client secret; send it together with the API key.",
    },
}

_REFUSALS: Final[list[type[Refusal]]] = [
    InvalidTokenRequest,
    UnknownApiVersion,
    UnsupportedGrantType,
    InvalidClient,
    AccountSuspended,
    NetworkNotAllowed,
    BodyTooSlow,
    BodyTooLarge,
    TooManyFailures,
    TooManyRequests,
    InternalError,
    Unavailable,
]
_TOKEN: Final[Schema] = {
    "description": "An access token (RFC 6749 section 5.1).",
    "type": "object",
    "required": ["access_token", "token_type", "expires_in", "expires_at", "account_id"],
    "properties": {
        "access_token": {
            "description": "Access token; send it as `Authorization: Bearer ...`.",
            **secret("ww[tl]_"),
        },
        "token_type": {
            "description": "Authentication scheme of the token.",
            "type": "string",
            "enum": ["Bearer"],
        },
        "expires_in": {
            "description": "Lifetime in seconds; shorter if the key ends sooner.",
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "maximum": 3600,
        },
        "expires_at": {"description": "Time when the token expires.", **TIME},
        "scope": {
            "description": "Scopes of a restricted key, separated by spaces; absent for the key pair.",
            "type": "string",
            "pattern": "^[a-z.]+( [a-z.]+)*$",
            "maxLength": 255,
        },
        "account_id": {
            "description": "Account to which the token belongs.",
            **(id_schema("account_id") or {}),
        },
    },
}


def operation(tag: str, schemas: Schemas, shared: Shared) -> dict[str, Any]:
    """Returns the operation, and adds its schema to the components."""
    schemas.components["Token"] = _TOKEN
    success = {
        "description": "An access token.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Token"}}},
    }
    problems = responses("Token", _REFUSALS, schemas, shared)
    return {
        "operationId": OPERATION_ID,
        "tags": [tag],
        "summary": "Create an access token",
        "description": (
            "Exchanges an API key and its client secret for an access token. Restricted keys work like the "
            "key pair, and their tokens permit only the operations of their scopes. The request has no body. "
            "OAuth clients can send `grant_type=client_credentials` as a form instead, with the credentials "
            "as Basic authentication or as `client_id` and `client_secret` form fields. An "
            "`Idempotency-Key` is ignored: each request creates a token. Failed attempts are limited for "
            "each key and address."
        ),
        "security": [{"api_key": [], "client_secret": []}],
        "parameters": [],
        "responses": {
            "200": shared.refer("responses", "Token", "", success),
            "400": problems["default"],
            **problems,
        },
    }
