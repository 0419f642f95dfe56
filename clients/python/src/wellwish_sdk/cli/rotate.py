"""`ww credentials rotate`: creates a new key pair and stores it in the profile."""

from typing import Annotated, Any, Final

from cyclopts import Parameter

from wellwish_sdk.cli import console, profiles
from wellwish_sdk.cli.call import Call, Common, IdempotencyKey, connected, request
from wellwish_sdk.cli.values import nested
from wellwish_sdk.core import Input

_ROTATE: Final = Call("POST", "/account/api-access/credentials/rotate", "record", keyed=True)


def rotate(
    *,
    overlap_seconds: Annotated[
        int | None,
        Parameter(
            help="Seconds for which the previous pair can still get tokens; 0 ends it and its tokens "
            "immediately. Default: `86400`."
        ),
    ] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),  # noqa: B008 - frozen
) -> None:
    """Rotate credentials.

    Creates a new API key and client secret for the same user, keeps them in the profile, and prints them
    once.
    """
    profile = profiles.chosen(common.profile)
    body = nested({"overlap_seconds": overlap_seconds}, (), ())
    with connected(common) as client:
        chosen = client.with_options(idempotency_key=idempotency_key)
        made: dict[str, Any] = request(chosen, _ROTATE, {}, Input(body))
    kept = profiles.keep(profile, api_key=made["api_key"], client_secret=made["client_secret"])
    console.show(made, as_json=common.as_json)
    console.say("The profile uses the new pair." if kept else "No profile has this pair: keep the new one.")
