"""The program that rewrites a recording to a new file that contains only its sound.

Run as ``python -I -m wellwish.media.untrusted.rewrite TYPE`` with the recording on standard input. It writes
a line of JSON and then the file. The sound is copied, never decoded.
"""

import sys
from typing import Final

from wellwish.media.untrusted import mp3, mp4, ogg, webm
from wellwish.media.untrusted.confine import Result, confine, handle

CPU_S: Final = 5  # the largest files take a few tenths of a second
MEMORY_BYTES: Final = 512 * 1024**2
_REWRITTEN: Final = {
    "audio/ogg": ogg.rewritten,
    "audio/webm": webm.rewritten,
    "audio/mp4": mp4.rewritten,
    "audio/mpeg": mp3.rewritten,
}


def answer(media_type: str, content: bytes) -> Result:
    made, duration_ms = _REWRITTEN[media_type](content)
    file = {"name": "", "type": media_type, "bytes": len(made)}
    return {"duration_ms": duration_ms, "files": [file]}, [made]


if __name__ == "__main__":
    confine(CPU_S, MEMORY_BYTES)
    handle(lambda content: answer(sys.argv[1], content))
