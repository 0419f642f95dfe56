"""Copy short videos in a child process to new files without metadata, and make posters.

Accepts MP4 with H.264 and AAC, and WebM with VP9 and Opus. Requires the extra ``video``. Without it
(``is_there``), videos are refused.
"""

from functools import cache
from importlib.util import find_spec
from typing import Final

from wellwish.base.errors import Fault, MediaNotAccepted
from wellwish.base.limiter import Key, Limiter
from wellwish.media import sniff
from wellwish.media.child import Program, Uploads, broken, too_large
from wellwish.media.renditions import Piece, Renditions

MAX_BYTES: Final = 25_000_000
MAX_S: Final = 30
_COPY: Final = Program("wellwish.media.untrusted.film", Limiter(2), Uploads(256 * 1024**2), 32 * 1024**2)
_SAYS: Final = "A video must be an MP4 file with H.264 and AAC, or a WebM file with VP9 and Opus."
_SAYS_WITHOUT: Final = "This server does not accept videos."


@cache
def is_there() -> bool:
    """Returns whether the extra is installed."""
    return find_spec("av") is not None


async def copied(content: bytes, key: Key) -> Renditions:
    """Returns the new file. Raises MediaBroken, MediaTooLarge, MediaNotAccepted, Unavailable."""
    if not is_there():
        raise _not_accepted(_SAYS_WITHOUT)
    if not content:
        raise broken("The file is empty.")
    if len(content) > MAX_BYTES:
        raise too_large("A video can be at most 25 MB.")
    media_type = sniff.film(content)
    if media_type is None:
        raise _not_accepted(_SAYS)
    says, contents = await _COPY.run(key, content, media_type)
    if says.refused == "duration":
        raise too_large(f"A video can be at most {MAX_S} seconds long.")
    if says.refused is not None or says.duration_ms is None:
        raise _not_accepted(_SAYS)
    pieces = [
        Piece(file.name, file.type, each, file.width, file.height)
        for file, each in zip(says.files, contents, strict=True)
    ]
    return Renditions(media_type, len(content), pieces, pieces[0].width, pieces[0].height, says.duration_ms)


def _not_accepted(says: str) -> MediaNotAccepted:
    return MediaNotAccepted(faults=[Fault("/content", "not_accepted", says)])
