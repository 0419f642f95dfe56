"""Create a restricted key, whose secret is shown once, and end one.

Creating one requires an owner who signed in recently.
"""

from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from starlette.responses import Response

from wellwish.auth.credentials.restricted_keys.create import NewRestrictedKey
from wellwish.base import clock
from wellwish.base.errors import (
    Fault,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NotFound,
    SecretNoLongerAvailable,
    TooManyRestrictedKeys,
)
from wellwish.base.language import later
from wellwish.infra.http.scopes import SCOPES
from wellwish.web.desk.develop.keys import PATH as KEYS
from wellwish.web.desk.develop.keys import owned_account
from wellwish.web.desk.develop.scope_words import SCOPE_WORDS
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.form import Form

PATH: Final = f"{KEYS}/restricted"
_CREATE: Final = "POST /account/api-access/restricted-keys"
_END: Final = "DELETE /api/account/restricted-keys/{restricted_key_id}"
_DAYS: Final = {"30": 30, "90": 90, "365": 365}
_NEVER: Final = "never"
_USUAL: Final = "90"
_TOO_MANY: Final = later("The account has 20 restricted keys. End one first.")
_DONE: Final = later("This form has already been submitted, and the secret can't be shown again.")
_MESSAGES: Final = {
    "name": later("Enter a name of at most 80 characters."),
    "scopes": later("Choose what the key can do."),
    "networks": later("Enter each network once, in CIDR notation and on its own line."),
    "expires_at": later("Choose when the key expires."),
}


@signed_in
async def restricted_key_page(visit: Visit) -> Response:
    """Returns the form of a new key. Raises OwnerRequired."""
    owned_account(visit.session)
    return needs_recent(visit.session, PATH) or _page(visit)


@signed_in
async def restricted_key_created(visit: Visit) -> Response:
    """Creates a key and shows its secret, once for each form. Raises OwnerRequired, ForeignForm."""
    owned_account(visit.session)
    sent = await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    key = sent.text("form_key") or None
    try:
        result = await call(visit, _CREATE, body=_body_of(sent), idempotency_key=key)
    except InvalidRequest as refusal:
        return _page(visit, sent, faults=_messages(refusal.faults), status=422)
    except TooManyRestrictedKeys:
        return _page(visit, sent, says=_TOO_MANY, status=409)
    except (SecretNoLongerAvailable, IdempotencyKeyReused, IdempotencyKeyRunning):
        return _page(visit, says=_DONE, status=409)
    return desk_paper(visit, "desk/restricted_key.html", pair=result.record)


@signed_in
async def restricted_key_ended(visit: Visit) -> Response:
    """Ends a key and its tokens; a key that has already ended is unchanged.

    Raises OwnerRequired, ForeignForm.
    """
    owned_account(visit.session)
    sent = await read_form(visit)
    with suppress(NotFound):
        await call(visit, _END, path={"restricted_key_id": sent.text("restricted_key_id")})
    return after(KEYS, "key_ended")


def _body_of(sent: Form) -> dict[str, Any]:
    """Returns the body of the operation.

    A choice that is not understood never widens the key's permissions.
    """
    ends = sent.text("ends")
    return {
        "name": sent.text("name"),
        "scopes": sent.texts("scopes"),
        "networks": sent.text("networks").replace(",", " ").split() or None,
        "expires_at": None if ends == _NEVER else _end_in(_DAYS.get(ends)),
    }


def _end_in(days: int | None) -> str:
    """Returns the end of the day after that many days, so that a form sent again is the same request.

    Returns what the operation refuses for an unknown choice.
    """
    if days is None:
        return "unknown"
    today = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return clock.rfc3339(today + timedelta(days=days + 1))


def _messages(faults: list[Fault]) -> dict[str, str]:
    """Returns a message for each field with an error."""
    named = (name.partition("-")[0] for name in by_id(faults))
    return {name: _MESSAGES[name] for name in named if name in _MESSAGES}


def _page(
    visit: Visit,
    typed: Form | None = None,
    *,
    faults: dict[str, str] | None = None,
    says: str = "",
    status: int = 200,
) -> Response:
    return desk_paper(
        visit,
        "desk/restricted_key.html",
        status=status,
        pair=None,
        fields=Fields(NewRestrictedKey, {"/name": typed.text("name") if typed else ""}, faults or {}),
        scopes=[(each, SCOPE_WORDS[each]) for each in SCOPES],
        chosen=typed.texts("scopes") if typed else [],
        networks=typed.text("networks") if typed else "",
        ends=typed.text("ends") if typed else _USUAL,
        days=_DAYS,
        faults=faults or {},
        says=says,
        form_key=cookie.random(),
    )
