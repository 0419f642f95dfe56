"""The token endpoint and the ways to authenticate, by hand: their wire format is not ours (RFC 6749)."""

from typing import Any, Final

from wellwish.errors import (
    CATALOGUE,
    BodyTooLarge,
    BodyTooSlow,
    InternalError,
    InvalidClient,
    InvalidTokenRequest,
    Refusal,
    TooManyFailures,
    TooManyRequests,
    Unavailable,
    UnknownApiVersion,
    UnsupportedGrantType,
)
from wellwish.http.answer import PROBLEM
from wellwish.openapi.examples import EXAMPLES
from wellwish.openapi.headers import of_problem, references
from wellwish.openapi.known import TIME, Schema, secret
from wellwish.openapi.names import id_schema
from wellwish.openapi.problems import MEMBERS, example
from wellwish.openapi.schema import Schemas

PATH: Final = "/account/api-access/token"
TAG: Final = "Credentials"
OPERATION_ID: Final = "credentials_exchange"

SCHEMES: Final[dict[str, Any]] = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "An access token (RFC 6750). It is opaque, lasts an hour, ends with its pair.",
    },
    "client_credentials": {
        "type": "oauth2",
        "description": (
            "The same access token by OAuth 2.0 (RFC 6749 section 4.4). There is no refresh token: a new "
            "token is got at the same place with the same pair. Tokens are opaque and no JSON Web Tokens, "
            "so RFC8725 has nothing to say of them. Metadata: `/.well-known/oauth-authorization-server` "
            "(RFC 8414)."
        ),
        "flows": {"clientCredentials": {"tokenUrl": PATH, "refreshUrl": PATH, "scopes": {}}},
    },
    "api_key": {
        "type": "apiKey",
        "in": "header",
        "name": "x-api-key",
        "description": "The API key of a pair; goes with the client secret.",
    },
    "client_secret": {
        "type": "apiKey",
        "in": "header",
        "name": "x-client-secret",
        "description": "The client secret of a pair; goes with the API key.",
    },
}

_ERRORS: Final[dict[type[Refusal], str]] = {
    UnknownApiVersion: "invalid_request",
    InvalidTokenRequest: "invalid_request",
    UnsupportedGrantType: "unsupported_grant_type",
    InvalidClient: "invalid_client",
    BodyTooSlow: "invalid_request",
    BodyTooLarge: "invalid_request",
    TooManyFailures: "temporarily_unavailable",
    TooManyRequests: "temporarily_unavailable",
    InternalError: "",
    Unavailable: "temporarily_unavailable",
}
_TOKEN: Final[Schema] = {
    "title": "Token",
    "description": "An access token (RFC 6749 section 5.1).",
    "type": "object",
    "required": ["access_token", "token_type", "expires_in", "expires_at", "account_id"],
    "properties": {
        "access_token": {"description": "Send it as `Authorization: Bearer ...`.", **secret("wwt_")},
        "token_type": {"description": "How to send it.", "type": "string", "enum": ["Bearer"]},
        "expires_in": {
            "description": "Seconds; fewer when the pair itself ends sooner.",
            "type": "integer",
            "format": "int32",
            "minimum": 0,
            "maximum": 3600,
        },
        "expires_at": {"description": "The same as an instant.", **TIME},
        "account_id": {
            "description": "The account that the token acts for.",
            **(id_schema("account_id") or {}),
        },
    },
}


def operation(tag: str, schemas: Schemas) -> dict[str, Any]:
    """Returns the operation and adds its schema to the components."""
    schemas.components["Token"] = _TOKEN
    given = EXAMPLES.get(OPERATION_ID)
    return {
        "operationId": OPERATION_ID,
        "tags": [tag],
        "summary": "Exchange an API key and its client secret for an access token",
        "description": (
            "No body. OAuth clients may send `grant_type=client_credentials` as a form instead, with the "
            "pair by Basic authentication or as `client_id` and `client_secret` in the form. An "
            "`Idempotency-Key` is ignored: a repeat gives another token. Failed exchanges are slowed down "
            "for the key and the address that they come from."
        ),
        "security": [{"api_key": [], "client_secret": []}],
        "parameters": [{"$ref": "#/components/parameters/ApiVersion"}],
        "responses": {
            "200": {
                "description": "An access token.",
                "headers": references(),
                "content": {
                    "application/json": {
                        "schema": {"$ref": "#/components/schemas/Token"},
                        **({"example": given.response} if given else {}),
                    }
                },
            },
            **_problems(schemas),
        },
    }


def _problems(schemas: Schemas) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for refusal, word in sorted(_ERRORS.items(), key=lambda item: (item[0].status, item[0].code)):
        response = found.setdefault(
            str(refusal.status),
            {
                "description": "",
                "headers": of_problem(refusal.status),
                "content": {PROBLEM: {"schema": schemas.problem(MEMBERS), "examples": {}}},
            },
        )
        response["description"] = f"{response['description']} {CATALOGUE[refusal.code].title}.".strip()
        shown = example(refusal.code)
        if word:
            shown["value"]["error"] = word
        response["content"][PROBLEM]["examples"][refusal.code] = shown
    return found
