"""The pages of invitations and admins: method, path, handler, templates."""

from typing import Final

from wellwish.http import Raw

PEOPLE: Final[tuple[Raw, ...]] = ()
