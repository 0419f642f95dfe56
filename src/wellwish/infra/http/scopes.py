"""Scopes: what a restricted key or a consent permits. Each route names the scope that it needs, if any.

There is no hierarchy: a key that reads and writes has two scopes.
"""

from typing import Final, Literal, get_args

from wellwish.base.errors import MissingScope
from wellwish.infra.http.caller import Caller

Scope = Literal[
    "cards.read", "cards.write", "people.invite", "people.read", "people.write", "money.read", "money.write",
    "events.read", "account.read",
]  # fmt: skip
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)


def check_scope(caller: Caller, scope: Scope | None) -> None:
    """Raises MissingScope if the caller's key does not permit the scope; without a scope, only the pair may.

    Callers other than restricted keys have all scopes.
    """
    if caller.scopes is None or scope in caller.scopes:
        return
    if scope is None:
        raise MissingScope("No scope permits this operation: only the account's key pair can call it.")
    # RFC 6750 section 3.1
    challenge = f'Bearer realm="wellwish", error="insufficient_scope", scope="{scope}"'
    raise MissingScope(
        f"The restricted key lacks the scope `{scope}`.",
        members={"scope": scope},
        headers={"WWW-Authenticate": challenge},
    )
