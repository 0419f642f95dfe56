"""The languages that people are spoken to in: on pages, in mails and in texts.

The words stand in locale/*.po and are compiled in memory at the start. The text in the code is English and
is the key of its translation; tools/translations.py gathers the keys.
"""

from wellwish.language.language import ENGLISH, LANGUAGES, Language, later, spoken

__all__ = ["ENGLISH", "LANGUAGES", "Language", "later", "spoken"]
