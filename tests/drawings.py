"""A fake of the process that draws covers, which occupies a core for seconds."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from tests.waiting import until
from wellwish.designs.covers import draw
from wellwish.designs.covers.files import Kind

# The function that the fake replaces.
really_draw = draw._drawn


class Drawings:
    """Records the drawings, and completes each of them while ``go`` is set."""

    def __init__(self) -> None:
        self.began: list[dict[str, Any]] = []
        self.running = 0
        self.failing = False
        self.padding = ""
        self.go = asyncio.Event()
        self.go.set()

    @property
    def lines(self) -> list[list[str]]:
        """The text lines of each drawing."""
        return [each["lines"] for each in self.began]

    async def __call__(self, order: bytes) -> Mapping[Kind, bytes]:
        asked = json.loads(order)
        self.began.append(asked)
        self.running += 1
        try:
            await self.go.wait()
        finally:
            self.running -= 1
        if self.failing:
            raise draw.NotDrawn
        title = " ".join(asked["lines"] or [asked["locale"]])
        svg = f'<svg xmlns="http://www.w3.org/2000/svg"><title>{title}</title><!--{self.padding}--></svg>'.encode()
        return {"svg": svg, "avif_480": b"480" + svg, "avif_240": b"240" + svg, "og": b"og" + svg}

    async def until(self, running: int) -> None:
        """Waits until that many drawings run, then briefly, in case more begin."""
        await until(lambda: self.running >= running)
        await asyncio.sleep(0.3)  # another would begin by then, and no event shows that none does
