"""The pictures of mails in the documentation: one for every occasion in every language."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from PIL import Image

from wellwish.base.language import LANGUAGES

FOLDER = Path(__file__).parents[2] / "docs" / "mails"


def test_there_is_a_picture_for_every_occasion_and_language() -> None:
    text = (files("wellwish.designs.templates") / "catalogue.toml").read_text(encoding="utf-8")
    templates = cast("list[dict[str, Any]]", tomllib.loads(text)["template"])
    names = {f"{each['occasion']}-{code}" for each in templates for code in LANGUAGES}
    names |= {f"{other}-{code}" for other in ("card_news", "logo") for code in LANGUAGES}
    pictures = sorted(FOLDER.glob("*.webp"))
    assert [each.stem for each in pictures] == sorted(names)
    assert sum(each.stat().st_size for each in pictures) < 3_000_000
    for each in pictures:
        with Image.open(each) as picture:
            assert picture.width == 390
