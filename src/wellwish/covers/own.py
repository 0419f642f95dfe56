"""Draws one cover with words of its own, in a process of its own: ``python -m wellwish.covers.own``.

Reads an order as JSON, writes what was drawn as JSON: pictures cost a core for a second, and a page that waits
for them must not hold up the others. Needs the extra `covers`; ``is_there`` tells.
"""

import asyncio
import json
import resource
import sys
from base64 import b64decode, b64encode
from functools import cache
from importlib.util import find_spec
from typing import Final

from wellwish.covers.files import Kind
from wellwish.turns import NoTurn, Turns

DEADLINE_S: Final = 20.0
TURNS: Final = Turns(2)
MAX_CPU_S: Final = 15
MAX_MEMORY_BYTES: Final = 2 * 1024**3


class NotDrawn(Exception):  # noqa: N818 - what happened
    """The drawing did not end in time, or did not end well."""


@cache
def is_there() -> bool:
    """Tells whether the extra is installed."""
    return all(find_spec(name) is not None for name in ("resvg_py", "uharfbuzz"))


async def draw(
    slug: str, palette: str, locale: str, lines: list[str] | None, kind: Kind
) -> dict[Kind, bytes]:
    """Returns the drawing, or with a picture all of them. Raises NotDrawn."""
    order = json.dumps([slug, palette, locale, lines, kind]).encode()
    try:
        async with asyncio.timeout(DEADLINE_S), TURNS.one(DEADLINE_S):
            return await _drawn(order)
    except (NoTurn, TimeoutError) as error:
        raise NotDrawn("no end in time") from error


async def _drawn(order: bytes) -> dict[Kind, bytes]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "wellwish.covers.own", env={},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        said, _ = await process.communicate(order)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise NotDrawn(f"ended with {process.returncode}")
    return {kind: b64decode(content) for kind, content in json.loads(said).items()}


def main() -> None:
    """Draws what standard input orders."""
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    from wellwish.covers.build import pictures
    from wellwish.covers.design import designs, render

    slug, palette, locale, lines, kind = json.load(sys.stdin)
    svg = render(slug, palette, lines, locale)
    made: dict[Kind, bytes] = {"svg": svg.encode()}
    if kind != "svg":
        made |= pictures(svg, designs()[slug], palette)
    json.dump({each: b64encode(content).decode() for each, content in made.items()}, sys.stdout)


if __name__ == "__main__":
    main()
