"""The pages for signing in: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.entry.admin_link import admin_link, admin_link_pressed
from wellwish.web.desk.entry.demo import demo_pressed
from wellwish.web.desk.entry.passkey import passkey_used
from wellwish.web.desk.entry.sign_in import (
    code_form,
    code_sent,
    link_form,
    link_pressed,
    sign_in,
    sign_in_asked,
)

# fmt: off
ENTRY: Final = (
    Raw("GET", "/sign-in", sign_in, ("desk/sign_in.html",)),
    Raw("POST", "/sign-in", sign_in_asked, ("desk/sign_in.html",)),
    Raw("GET", "/sign-in/code", code_form, ("desk/code.html",)),
    Raw("POST", "/sign-in/code", code_sent, ("desk/code.html",)),
    Raw("POST", "/sign-in/demo", demo_pressed),
    Raw("POST", "/sign-in/passkey", passkey_used, ("desk/sign_in.html",)),
    Raw("GET", "/sign-in/{token}", link_form, ("desk/link.html", "desk/sign_in_gone.html")),
    Raw("POST", "/sign-in/{token}", link_pressed, ("desk/link.html", "desk/sign_in_gone.html")),
    Raw("GET", "/admin/{account_id}/{card_admin_id}/{token}", admin_link, ("desk/admin_link.html",)),
    Raw("POST", "/admin/{account_id}/{card_admin_id}/{token}", admin_link_pressed),
)
# fmt: on
