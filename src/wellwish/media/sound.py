"""Rewrite recordings in a child process to new files that contain only their sound.

Accepts MP3 (ISO/IEC 11172-3), and Ogg (RFC 3533, RFC 7845), WebM (RFC 8794, RFC 9559) and MP4
(ISO/IEC 14496-12) without other streams. The sound is copied, never decoded.
"""

from typing import Final, Literal

from wellwish.base.errors import Fault, MediaNotAccepted
from wellwish.base.limiter import Key, Limiter
from wellwish.media import sniff
from wellwish.media.child import Program, Uploads, broken, too_large
from wellwish.media.renditions import Piece, Renditions

MAX_BYTES: Final = 1_000_000
MAX_MS: Final = 60_000
GRACE_MS: Final = 1_000  # because recorders stop a little late
MAX_MUSIC_BYTES: Final = 5 * 1024 * 1024  # the limit of net/reply.py
MAX_MUSIC_MS: Final = 10 * 60_000
# Rewriting a recording takes a few hundredths of a second, so recordings have their own limit and do not wait
# for pictures to be processed. The size hardly changes.
_REWRITE: Final = Program("wellwish.media.untrusted.rewrite", Limiter(3), Uploads(64 * 1024**2), 8 * 1024**2)

_ENDINGS: Final = {"audio/mp4": "m4a", "audio/webm": "webm", "audio/ogg": "ogg", "audio/mpeg": "mp3"}
_SAYS: Final = {
    "voice": "A recording must be an MP3, MP4, WebM or Ogg file that contains only audio.",
    "audio": "Music must be an MP3, MP4, WebM or Ogg file that contains only audio.",
}
_SAYS_LOSSLESS: Final = (
    "This recording is in the format Apple Lossless, which most browsers do not play. Record it as AAC: on "
    "an iPhone, choose Settings, Apps, Voice Memos, Audio Quality, Compressed."
)


async def rewritten(content: bytes, kind: Literal["voice", "audio"], key: Key) -> Renditions:
    """Returns the new file. Raises MediaBroken, MediaTooLarge, MediaNotAccepted, Unavailable."""
    if not content:
        raise broken("The file is empty.")
    most_bytes, most_ms = (MAX_BYTES, MAX_MS) if kind == "voice" else (MAX_MUSIC_BYTES, MAX_MUSIC_MS)
    if len(content) > most_bytes:
        raise too_large(f"A recording can be at most {most_bytes // 1000:,} kB.")
    what = sniff.sound(content)
    if what is None:
        raise _not_accepted(kind)
    says, contents = await _REWRITE.run(key, content, what)
    if says.refused == "lossless":
        raise MediaNotAccepted(faults=[Fault("/content", "lossless", _SAYS_LOSSLESS)])
    if says.refused is not None or says.duration_ms is None:
        raise _not_accepted(kind)
    if says.duration_ms > most_ms + GRACE_MS:
        raise too_large(f"A recording can be at most {most_ms // 1000} seconds long.")
    pieces = [Piece(f"{kind}.{_ENDINGS[what]}", what, each) for each in contents]
    return Renditions(what, len(content), pieces, None, None, says.duration_ms)


def _not_accepted(kind: str) -> MediaNotAccepted:
    return MediaNotAccepted(faults=[Fault("/content", "not_accepted", _SAYS[kind])])
