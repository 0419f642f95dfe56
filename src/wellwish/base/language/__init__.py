"""The languages of pages, emails and text messages.

Translations are in locale/*.po and are compiled in memory on first use. The English text in the code is the
key of its translation; tools/translations.py extracts the keys.
"""

from wellwish.base.language.language import (
    ENGLISH,
    LANGUAGES,
    Language,
    later,
    later_many,
    spoken,
    untranslated,
)

__all__ = ["ENGLISH", "LANGUAGES", "Language", "later", "later_many", "spoken", "untranslated"]
