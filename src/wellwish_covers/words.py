"""The default text of the designs by language, from words.toml."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import cast


@lru_cache
def _words() -> Mapping[str, Mapping[str, list[str]]]:
    text = (files("wellwish_covers") / "words.toml").read_text(encoding="utf-8")
    return cast("Mapping[str, Mapping[str, list[str]]]", tomllib.loads(text))


def _of(slug: str, palette: str) -> Mapping[str, list[str]]:
    """Returns the lines by language. A palette may override those of its design."""
    words = _words()
    return words.get(f"{slug}.{palette}", words[slug])


def default_lines(slug: str, palette: str, locale: str) -> tuple[str, ...]:
    """Returns the default lines in a locale, or in English if the locale has none."""
    by_language = _of(slug, palette)
    language = re.split("[-_]", locale)[0].lower()
    return tuple(by_language.get(language, by_language["en"]))


def has_words(slug: str, palette: str, language: str) -> bool:
    """Raises KeyError for an unknown slug."""
    return language in _of(slug, palette)
