"""Confirmations: only the texts in the table are shown, and each of them follows some form."""

from pathlib import Path

import pytest

from wellwish.base.language import LANGUAGES
from wellwish.web.desk import flash

ENGLISH = LANGUAGES["en"]
TABLE = [
    ({"said": "saved"}, "Saved."),
    ({"said": "reminded", "n": "1"}, "1 person was reminded."),
    ({"said": "reminded", "n": "9"}, "9 people were reminded."),
    ({"said": "reminded"}, ""),
    ({"said": "reminded", "n": "nine"}, ""),
    ({"said": "reminded", "n": "-1"}, ""),
    ({"said": "reminded", "n": "9" * 40}, ""),
    ({"said": "<b>hello</b>"}, ""),
    ({}, ""),
]


@pytest.mark.parametrize(("query", "text"), TABLE)
def test_says_only_what_the_table_has(query: dict[str, str], text: str) -> None:
    assert flash.said(ENGLISH, query) == text


def test_leads_to_the_confirmation() -> None:
    def place(path: str, count: int | None = None) -> str:
        return flash.after(path, "saved", count).headers["location"]

    assert place("/desk") == "/desk?said=saved"
    assert place("/desk?a=b#c", 3) == "/desk?a=b&said=saved&n=3#c"


def test_each_text_is_used() -> None:
    sources = Path(flash.__file__).parent.rglob("*.py")
    code = "".join(each.read_text(encoding="utf-8") for each in sources if each.name != "flash.py")
    code += (Path(flash.__file__).parents[1] / "paying" / "pay.py").read_text(encoding="utf-8")
    assert [each for each in flash.NAMES if f'"{each}"' not in code and f"said={each}" not in code] == []
