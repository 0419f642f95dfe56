"""The routes for assistants; there are none without the extra ``mcp``."""

from typing import Final

from wellwish.assistants.metadata import (
    METADATA_PATH,
    PATH,
    REVOKE_PATH,
    ROOT_PATH,
    TOKEN_PATH,
    authorization_server,
    protected_resource,
)
from wellwish.assistants.serve import mcp
from wellwish.assistants.token import revoke_token, token
from wellwish.auth.consents.consent import is_served
from wellwish.infra.http import Raw


def addresses(*, installed: bool) -> tuple[Raw, ...]:
    if not installed:
        return ()
    return (
        Raw("POST", PATH, mcp),
        Raw("GET", METADATA_PATH, protected_resource),
        Raw("GET", ROOT_PATH, protected_resource),  # the next path that clients try
        Raw("POST", TOKEN_PATH, token),
        Raw("POST", REVOKE_PATH, revoke_token),
        # Replaces the document that describes only the exchange of key pairs.
        Raw("GET", "/.well-known/oauth-authorization-server", authorization_server),
    )


ASSISTANTS: Final = addresses(installed=is_served())
