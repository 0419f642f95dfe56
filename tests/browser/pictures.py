"""A picture of every page in every state, and contact sheets; script/pictures runs this file.

The widths are 390, 768 and 1280 px, light and dark, in English, German and Arabic. WELLWISH_SHOTS is the
folder, and WELLWISH_ROWS may select rows, such as "390 light en,1280 dark ar".
"""

import os
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageDraw

from tests.browser.conftest import Visiting
from tests.browser.states import STATES
from tests.world import World

pytestmark = pytest.mark.anyio

ROWS: Final = [
    f"{width} {look} {code}"
    for width, look, code in product((390, 768, 1280), ("light", "dark"), ("en", "de", "ar"))
]
TAKEN: Final = [row for row in ROWS if row in os.environ.get("WELLWISH_ROWS", ",".join(ROWS)).split(",")]
FOLDER: Final = Path(os.environ.get("WELLWISH_SHOTS", "pictures"))
_THUMB: Final = {390: (300, 640), 768: (420, 620), 1280: (620, 460)}  # px; taller pages show their top


@pytest.mark.parametrize("name", STATES)
async def test_takes_pictures(world: World, visitor: Visiting, name: str) -> None:
    arrive = await STATES[name][0](world)
    async with visitor() as one:
        for row in TAKEN:
            width, look, code = row.split()
            await one.become(int(width), dark=look == "dark", language=code, calm=True)
            await arrive(one)
            await one.page.evaluate("document.fonts.ready.then(() => true)")
            folder = FOLDER / row.replace(" ", "-")
            folder.mkdir(parents=True, exist_ok=True)
            await one.page.screenshot(path=folder / f"{name.replace(' ', '-')}.png", full_page=True)
            one.faults.clear()


def sheets(each: int = 12) -> None:
    """Writes the contact sheets, with up to ``each`` pictures."""
    for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
        wide, high = _THUMB[int(folder.name.partition("-")[0])]
        files = [folder / f"{name.replace(' ', '-')}.png" for name in STATES]
        files = [file for file in files if file.exists()]
        across = max(1, 1900 // wide)
        for first in range(0, len(files), each):
            some = files[first : first + each]
            sheet = Image.new("RGB", (across * wide, -(-len(some) // across) * (high + 24)), "#888888")
            for place, file in enumerate(some):
                picture = Image.open(file).convert("RGB")
                picture = picture.resize((wide - 8, picture.height * (wide - 8) // picture.width))
                x, y = place % across * wide, place // across * (high + 24)
                sheet.paste(picture.crop((0, 0, wide - 8, min(high, picture.height))), (x + 4, y + 20))
                ImageDraw.Draw(sheet).text((x + 6, y + 4), file.stem, fill="#ffffff")
            sheet.save(FOLDER / f"{folder.name}-{first // each + 1:02}.png")


if __name__ == "__main__":
    sheets()
