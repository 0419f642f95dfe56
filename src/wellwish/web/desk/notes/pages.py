"""The pages of notes and of giving the card: method, path, handler, templates."""

from typing import Final

from wellwish.http import Raw

NOTES: Final[tuple[Raw, ...]] = ()
