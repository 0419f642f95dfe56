"""The pages of the desk: method, path, handler, templates."""

from typing import Final

from wellwish.http import Raw
from wellwish.web.desk.accounts import account_chosen, account_created, accounts_page
from wellwish.web.desk.admin_link import admin_link, admin_link_pressed
from wellwish.web.desk.card import card_moved, card_page
from wellwish.web.desk.cards import cards_page
from wellwish.web.desk.demo import demo_pressed
from wellwish.web.desk.keys import keys_page, keys_rotated
from wellwish.web.desk.passkeys import passkey_added, passkey_deleted, passkey_used, passkeys_page
from wellwish.web.desk.sessions import session_ended, sessions_page, signed_out
from wellwish.web.desk.sign_in import (
    code_form,
    code_sent,
    link_form,
    link_pressed,
    sign_in,
    sign_in_asked,
)

# fmt: off
DESK: Final = (
    Raw("GET", "/sign-in", sign_in, ("desk/sign_in.html",)),
    Raw("POST", "/sign-in", sign_in_asked, ("desk/sign_in.html",)),
    Raw("GET", "/sign-in/code", code_form, ("desk/code.html",)),
    Raw("POST", "/sign-in/code", code_sent, ("desk/code.html",)),
    Raw("POST", "/sign-in/demo", demo_pressed),
    Raw("POST", "/sign-in/passkey", passkey_used, ("desk/sign_in.html",)),
    Raw("GET", "/sign-in/{token}", link_form, ("desk/link.html", "desk/sign_in_gone.html")),
    Raw("POST", "/sign-in/{token}", link_pressed, ("desk/link.html", "desk/sign_in_gone.html")),
    Raw("POST", "/sign-out", signed_out),
    Raw("GET", "/admin/{account_id}/{card_admin_id}/{token}", admin_link, ("desk/admin_link.html",)),
    Raw("POST", "/admin/{account_id}/{card_admin_id}/{token}", admin_link_pressed),
    Raw("GET", "/account/choose", accounts_page, ("desk/accounts.html",)),
    Raw("POST", "/account/choose", account_chosen),
    Raw("POST", "/account/create", account_created, ("desk/accounts.html",)),
    Raw("GET", "/account/sessions", sessions_page, ("desk/sessions.html",)),
    Raw("POST", "/account/sessions", session_ended),
    Raw("GET", "/account/passkeys", passkeys_page, ("desk/passkeys.html",)),
    Raw("POST", "/account/passkeys", passkey_added, ("desk/passkeys.html",)),
    Raw("POST", "/account/passkeys/delete", passkey_deleted),
    Raw("GET", "/account/keys", keys_page, ("desk/keys.html", "desk/no_right.html")),
    Raw("POST", "/account/keys", keys_rotated, ("desk/keys.html", "desk/no_right.html")),
    Raw("GET", "/desk", cards_page, ("desk/cards.html",)),
    Raw("GET", "/desk/cards/{card_id}", card_page, ("desk/card.html",)),
    Raw("POST", "/desk/cards/{card_id}/{action}", card_moved, ("desk/card.html", "desk/no_right.html")),
)
# fmt: on
