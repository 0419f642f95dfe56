"""`ww clock advance`: moves the clock of test data, and waits until it reaches the new time."""

import re
import time
from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from wellwish_sdk.cli import console
from wellwish_sdk.cli.call import Call, Common, connected, request
from wellwish_sdk.cli.values import UsageError
from wellwish_sdk.core import Input

_ADVANCE: Final = Call("POST", "/api/test-clock/advance", "record", keyed=True)
_RETRIEVE: Final = Call("GET", "/api/test-clock", "record")
_SHORT: Final = re.compile(r"([0-9]{1,9})([smhdw])")
_POLL_S: Final = 0.2
# Long advances with many jobs take minutes; the clock keeps moving after this command gives up.
_LONGEST_S: Final = 600.0

clock: Final = App(name="clock", help="Clock of test data.")


@clock.command
def advance(
    by: Annotated[str, Parameter(name="BY", help="How far: `30m`, `12h`, `3d`, `2w`, or as ISO 8601.")],
    /,
    *,
    common: Common = Common(),  # noqa: B008 - frozen
) -> None:
    """Move the clock of test data forwards, and wait until everything in between has happened.

    Works only with a test key.
    """
    body = {"by": _duration(by)}
    with connected(common) as client:
        found: dict[str, Any] = request(client, _ADVANCE, {}, Input(body))
        until = time.monotonic() + _LONGEST_S
        while found["status"] != "ready":
            if time.monotonic() > until:
                raise UsageError(
                    f"It is {found['now']}, and the clock is still moving: ww test-clock retrieve"
                )
            time.sleep(_POLL_S)
            found = request(client, _RETRIEVE, {}, Input())
    console.show(found, as_json=common.as_json)


def _duration(given: str) -> str:
    """Returns ``3d`` in ISO 8601, other texts as they are: the server checks them. Raises UsageError."""
    if given.isdecimal():
        raise UsageError(f"{given} of what? Add a unit, such as {given}d for days: s, m, h, d or w.")
    short = _SHORT.fullmatch(given.lower())
    if short is None:
        return given
    number, unit = short.groups()
    return f"P{number}{unit.upper()}" if unit in "dw" else f"PT{number}{unit.upper()}"
