"""Set the account's logo."""

import hashlib
import secrets
from typing import Annotated, Final

from msgspec import Meta

from wellwish.accounts import account
from wellwish.accounts.access import Owning
from wellwish.accounts.logo import Logo
from wellwish.accounts.settings import AccountSettings, load_settings, record, set_logo
from wellwish.base.errors import Fault, MediaTooLarge, Unavailable
from wellwish.base.limiter import Key
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, IfMatch, Services
from wellwish.media import erase, store_upload
from wellwish.media.store_upload import StoredFile, Upload

MAX_BYTES: Final = 2 * 1024**2
MAX_BODY_BYTES: Final = MAX_BYTES * 4 // 3 + 64 * 1024  # the file in base64, with the other members


class NewLogo(Body, frozen=True, kw_only=True):
    """The picture for the logo."""

    content: Annotated[
        bytes,
        Meta(
            min_length=1,
            max_length=MAX_BYTES,
            description="A PNG, JPEG or WebP file in base64 (RFC 4648 section 4). The type is detected.",
            extra_json_schema={"pattern": "^[A-Za-z0-9+/]*={0,2}$"},
        ),
    ]


async def prepare(services: Services, owning: Owning, new: NewLogo) -> StoredFile:
    """Creates and stores the file outside transactions. Raises the errors of a media upload."""
    if len(new.content) > MAX_BYTES:
        raise MediaTooLarge(faults=[Fault("/content", "too_large", "A logo can be at most 2 MB.")])
    key = Key(owning.account_id, owning.account_id)
    kept = await store_upload.prepare(services, key, Upload("account_logo", new.content))
    if kept.status != "ready":  # the virus scanner is unavailable
        await store_upload.forget(services, kept)
        raise Unavailable
    return kept


async def update_logo(
    tx: Tx, owning: Owning, services: Services, kept: StoredFile, if_match: IfMatch
) -> AccountSettings:
    """The picture is scaled to at most 320 by 96 pixels and 10 KB, without metadata or transparency.

    Emails about cards, including emails already sent, show the logo, as do opened cards without their own
    logo.

    Raises PreconditionFailed, MediaTooLarge, MediaNotAccepted, MediaBroken, MediaInfected, Unavailable.
    """
    await account.lock(tx, owning.account_id)
    row = await load_settings(tx, owning.account_id)
    if_match.check(row.version)
    [piece] = kept.made.pieces
    logo = Logo(
        folder=kept.folder,
        token=secrets.token_hex(16) if row.logo is None else row.logo.token,
        digest=hashlib.sha256(kept.folder.encode()).hexdigest()[:16],
        width=piece.width or 1,
        height=piece.height or 1,
        bytes=len(piece.content),
    )
    changed = await set_logo(tx, owning.account_id, logo)
    await erase.files(tx, [] if row.logo is None else [row.logo.folder])
    return record(changed, services)
