"""List the account's keys, rotate its pair, or create one for test data, and show the new pair once. A new
pair requires an owner with a recent sign-in.
"""

from datetime import datetime
from typing import Final

from msgspec import structs
from starlette.responses import Response

from wellwish.auth.credentials.credential import NO_CREDENTIAL
from wellwish.auth.credentials.newest import find_newest
from wellwish.auth.credentials.rotate import DEFAULT_OVERLAP_S
from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import OwnerRequired
from wellwish.web.desk.develop.scope_words import SCOPE_WORDS
from wellwish.web.desk.guard import call, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie

PATH: Final = "/account/keys"
_ROTATE: Final = "POST /account/api-access/credentials/rotate"
_CREATE_TEST: Final = "POST /account/api-access/credentials/test"


@signed_in
async def keys_page(visit: Visit) -> Response:
    """Returns the form. Raises OwnerRequired."""
    owned_account(visit.session)
    return await _page(visit)


@signed_in
async def keys_rotated(visit: Visit) -> Response:
    """Rotates the newest pair, assigning it to the signed-in owner, or creates a test pair.

    Resubmitting the form has no effect.

    Raises OwnerRequired, ForeignForm, SecretNoLongerAvailable.
    """
    account_id = owned_account(visit.session)
    sent = await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    key = sent.text("form_key") or None
    if sent.text("mode") == "test":
        result = await call(visit, _CREATE_TEST, idempotency_key=key)
        return await _page(visit, result.record)
    async with visit.services.db.statement() as tx:
        newest = await find_newest(tx, account_id)
    overlap_s = 0 if sent.text("overlap") == "none" else DEFAULT_OVERLAP_S
    result = await call(
        visit,
        _ROTATE,
        caller=structs.replace(visit.session.caller, credential_id=newest or NO_CREDENTIAL),
        body={"overlap_seconds": overlap_s},
        idempotency_key=key,
    )
    return await _page(visit, result.record)


async def _page(visit: Visit, pair: object = None) -> Response:
    found = (await call(visit, "GET /api/account/credentials")).record.data
    restricted = (await call(visit, "GET /api/account/restricted-keys")).record.data
    return desk_paper(
        visit,
        "desk/keys.html",
        pair=pair,
        pairs=[(each, _instant(each.last_used_at), _instant(each.expires_at)) for each in found],
        restricted=[(each, _instant(each.last_used_at), _instant(each.expires_at)) for each in restricted],
        words=SCOPE_WORDS,
        form_key=cookie.random(),
        test_form_key=cookie.random(),
    )


def _instant(given: str | None) -> datetime | None:
    return None if given is None else datetime.fromisoformat(given)


def owned_account(session: Session) -> str:
    """Returns the ID of the account that the user owns. Raises OwnerRequired."""
    if session.account_id is None or session.role != "owner":
        raise OwnerRequired
    return session.account_id
