"""Draw a cover with a different text from the built one, in a child process.

Drawing occupies a core for seconds, so only jobs draw. Needs the extra `covers`; ``is_available`` returns
whether it is installed.
"""

import asyncio
import json
import sys
from base64 import b64decode
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Final

from wellwish.designs.covers.files import backdrops
from wellwish_covers import Kind

_DEADLINE_S: Final = 45.0  # drawing takes up to 5 s of CPU time and is limited to 15 s


class NotDrawn(Exception):  # noqa: N818 - what happened
    """The drawing failed or did not end in time."""


@cache
def is_available() -> bool:
    return all(find_spec(name) is not None for name in ("resvg_py", "uharfbuzz"))


async def draw(slug: str, palette: str, *, lines: list[str] | None, locale: str) -> Mapping[Kind, bytes]:
    """Runs ``wellwish_covers.draw`` in a child process. Raises NotDrawn."""
    backdrop = backdrops().get(slug, {}).get(palette)
    if backdrop is None:
        raise NotDrawn("no such design")
    order = {"slug": slug, "palette": palette, "backdrop": backdrop, "lines": lines, "locale": locale}
    try:
        async with asyncio.timeout(_DEADLINE_S):
            return await _drawn(json.dumps(order).encode())
    except TimeoutError as error:
        raise NotDrawn("no end in time") from error


async def _drawn(order: bytes) -> Mapping[Kind, bytes]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "wellwish_covers", env={},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        written, _ = await process.communicate(order)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise NotDrawn(f"ended with {process.returncode}")
    return {kind: b64decode(content) for kind, content in json.loads(written).items()}
