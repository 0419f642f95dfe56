"""Parse the container of a picture without decoding it, in linear time and a limited number of steps."""

import struct
from collections.abc import Callable
from typing import Final

from wellwish.media.untrusted import gif, jpeg, png, trailing_data, webp
from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.container import Container

_PARSED: Final[dict[str, Callable[[bytes], Container]]] = {
    "image/jpeg": jpeg.parsed,
    "image/png": png.parsed,
    "image/gif": gif.parsed,
    "image/webp": webp.parsed,
}
_END_OF_COMMENT: Final = b"*/"  # In a polyglot file, the size of a GIF can start a script comment.


def parsed(content: bytes, media_type: str) -> Container:
    """Returns the pictures in a file, without the data after them.

    Raises RefusedError for a picture that is truncated, too large, or followed by an archive, a document or a
    script.
    """
    try:
        container = _PARSED[media_type](content)
    except (IndexError, struct.error) as error:
        raise RefusedError("truncated") from error
    more = (_END_OF_COMMENT,) if media_type == "image/gif" else ()
    trailing_data.check(content[container.end :], *more)
    return container
