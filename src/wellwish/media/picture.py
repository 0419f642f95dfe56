"""Re-encode pictures in a child process that can access only the picture, with a time limit."""

from typing import Final, Literal

from wellwish.base.errors import Fault, MediaNotAccepted
from wellwish.base.limiter import Key, Limiter
from wellwish.media import sniff
from wellwish.media.child import Program, Uploads, broken, too_large
from wellwish.media.renditions import Piece, Renditions

MAX_BYTES: Final = 20_000_000
# Three concurrent processes, so that two accounts that flood the pool leave a slot for a third. Each may use
# 1.5 GiB of memory. Animated noise of 20 megapixels results in 20 MB.
_REDRAW: Final = Program("wellwish.media.untrusted.redraw", Limiter(3), Uploads(256 * 1024**2), 64 * 1024**2)

_ACCEPTED: Final = {
    "photo": ("image/jpeg", "image/png", "image/webp"),
    "still": ("image/jpeg", "image/png", "image/webp"),
    "gif": ("image/gif", "image/webp", "image/png"),
    "logo": ("image/jpeg", "image/png", "image/webp", "image/gif"),
    "account_logo": ("image/jpeg", "image/png", "image/webp"),
}
_SAYS: Final = {
    "photo": "A photo must be a JPEG, PNG or WebP file. Send a GIF file with the kind `gif`.",
    "still": "A photo must be a JPEG, PNG or WebP file.",
    "gif": "A GIF must be a GIF file, or an animated WebP or PNG file. A still picture has the kind `photo`.",
    "logo": "A logo must be a JPEG, PNG, WebP or GIF file.",
    "account_logo": "A logo must be a JPEG, PNG or WebP file.",
}
# Advice for photo formats of phones that many browsers and programs cannot show.
_FOREIGN: Final = {
    "heic": "This photo is in the format HEIC. Send it as a JPEG: on an iPhone, choose Settings, Camera, "
    "Formats, Most Compatible for new photos, or export the photo from a photo program.",
    "avif": "This picture is in the format AVIF. Open it in a photo program, and save it as a JPEG or PNG.",
}

PictureKind = Literal["photo", "still", "gif", "logo", "account_logo"]


async def redrawn(content: bytes, kind: PictureKind, key: Key) -> Renditions:
    """Returns the re-encoded picture. A ``photo`` may be animated, a ``still`` shows its first frame.

    Raises MediaBroken, MediaTooLarge, MediaNotAccepted, Unavailable.
    """
    if not content:
        raise broken("The file is empty.")
    if len(content) > MAX_BYTES:
        raise too_large("A picture can be at most 20 MB.")
    what = sniff.picture(content)
    if (foreign := sniff.foreign_picture(content)) is not None:
        raise MediaNotAccepted(faults=[Fault("/content", foreign, _FOREIGN[foreign])])
    if what is None or what not in _ACCEPTED[kind]:
        raise _not_accepted(kind)
    says, contents = await _REDRAW.run(key, content, kind, what)
    if says.refused is not None:
        raise _not_accepted(kind)
    pieces = [
        Piece(file.name, file.type, each, file.width, file.height)
        for file, each in zip(says.files, contents, strict=True)
    ]
    largest = max(pieces, key=lambda piece: piece.width or 0)
    return Renditions(
        what, len(content), pieces, largest.width, largest.height, None, is_gif=says.kind == "gif"
    )


def _not_accepted(kind: PictureKind) -> MediaNotAccepted:
    return MediaNotAccepted(faults=[Fault("/content", "not_accepted", _SAYS[kind])])
