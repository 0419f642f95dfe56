"""The form for the account's logo, for owners."""

from base64 import b64encode
from typing import Final

from starlette.responses import Response

from wellwish.base.errors import (
    MediaBroken,
    MediaInfected,
    MediaNotAccepted,
    MediaTooLarge,
    MissingPrivilege,
    OwnerRequired,
    PreconditionFailed,
    Refusal,
)
from wellwish.base.language import later
from wellwish.logos.update import MAX_BYTES
from wellwish.web.desk.account import settings
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.file_faults import FILE_FAULTS, file_fault
from wellwish.web.kit.form import Form
from wellwish.web.kit.multipart import Sizes

_NONE: Final = later("Choose a picture.")
_FAULTS: Final[dict[type[Refusal], str]] = {
    **FILE_FAULTS,
    MediaTooLarge: later("This picture is too large. A logo can be up to 2 MB."),
    MediaNotAccepted: later("Choose a PNG, JPEG or WebP picture."),
    MediaBroken: later("We couldn't read this file. Choose another one"),
    MediaInfected: later("The virus scanner found a problem with this file. Choose another one"),
    PreconditionFailed: later(
        "Someone changed the account in the meantime. Check the logo, then choose it again."
    ),
}


@signed_in
async def logo_updated(visit: Visit) -> Response:
    """Sets the logo, or removes it with ``remove``. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit, Sizes(total=MAX_BYTES * 4, file=MAX_BYTES + 1))
    try:
        return await _updated(visit, sent)
    finally:
        await sent.close()


async def _updated(visit: Visit, sent: Form) -> Response:
    name, given = "DELETE /api/account/logo", {}
    if not sent.text("remove"):
        chosen = sent.file("logo")
        content = b"" if chosen is None else await chosen.read()
        if not content:
            return await settings.page(visit, logo_fault=_NONE, status=422)
        name, given = "PUT /api/account/logo", {"body": {"content": b64encode(content).decode()}}
        if len(content) > MAX_BYTES:
            return await settings.page(visit, logo_fault=_FAULTS[MediaTooLarge], status=422)
    try:
        await call(visit, name, if_match=f'"{sent.text("version")}"', **given)
    except (MissingPrivilege, OwnerRequired):
        raise
    except Refusal as refusal:
        fault = file_fault(refusal, _FAULTS)
        return await settings.page(visit, logo_fault=fault, status=refusal.status)
    return after(settings.PATH, "saved")
