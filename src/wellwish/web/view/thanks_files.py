"""The photo and the recording of a thank-you form."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from wellwish.base.errors import MediaNotAccepted, Refusal
from wellwish.base.language import later
from wellwish.base.limiter import Key
from wellwish.infra.http import Services
from wellwish.media import store_upload
from wellwish.media.media import Kind, ThanksKey
from wellwish.media.store_upload import StoredFile, Upload
from wellwish.web.kit.file_faults import FILE_FAULTS, file_fault
from wellwish.web.kit.form import Form

MAX_BYTES: Final = 26 * 1024 * 1024  # a photo of 20 MB, a recording, and the rest of the form
MAX_FILE_BYTES: Final = 20 * 1024 * 1024 + 1  # a longer file is truncated, and refused for its size

_KINDS: Final[tuple[Kind, ...]] = ("photo", "voice")
_ACCEPTED: Final = {
    "photo": later("Choose a JPEG, PNG or WebP image"),
    "voice": later("Choose an MP3, MP4, WebM or Ogg voice note"),
}


@dataclass
class ThanksFiles:
    """The stored files of a form, which have no rows yet, and the messages for refused files by field."""

    stored: list[StoredFile] = field(default_factory=list[StoredFile])
    faults: dict[str, str] = field(default_factory=dict[str, str])

    async def forget(self, services: Services) -> None:
        for each in self.stored:
            await store_upload.forget(services, each)


async def store_files(
    services: Services, place: Key, key: ThanksKey, sent: Form, present: Mapping[str, str | None]
) -> ThanksFiles:
    """Stores the files of a form, outside any transaction.

    ``present`` contains the sources of the existing files by kind, so that no file is stored twice.
    """
    files = ThanksFiles()
    for kind in _KINDS:
        chosen = sent.file(kind)
        if chosen is None:
            continue
        content = await chosen.read()
        source = f"sha256:{hashlib.sha256(content).hexdigest()}"
        if present.get(kind) == source:
            continue
        upload = Upload(kind, content=content, source=source, thanks=key)
        try:
            files.stored.append(await store_upload.prepare(services, place, upload))
        except Refusal as refusal:
            files.faults[kind] = _says(refusal, kind)
        except BaseException:
            await files.forget(services)
            raise
    return files


def _says(refusal: Refusal, kind: str) -> str:
    return file_fault(refusal, {**FILE_FAULTS, MediaNotAccepted: _ACCEPTED[kind]})
