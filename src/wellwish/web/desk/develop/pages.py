"""The developers' pages: method, path, handler, templates."""

from typing import Final

from wellwish.http import Raw
from wellwish.web.desk.develop.keys import keys_page, keys_rotated

# fmt: off
DEVELOP: Final = (
    Raw("GET", "/account/keys", keys_page, ("desk/keys.html", "desk/no_right.html")),
    Raw("POST", "/account/keys", keys_rotated, ("desk/keys.html", "desk/no_right.html")),
)
# fmt: on
