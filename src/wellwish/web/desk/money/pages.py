"""The pages of money and bundles: method, path, handler, templates."""

from typing import Final

from wellwish.http import Raw

MONEY: Final[tuple[Raw, ...]] = ()
