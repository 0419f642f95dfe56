"""The pages of the user and the account: method, path, handler, templates."""

from typing import Final

from wellwish.http import Raw
from wellwish.web.desk.account.accounts import account_chosen, account_created, accounts_page
from wellwish.web.desk.account.passkeys import passkey_added, passkey_deleted, passkeys_page
from wellwish.web.desk.account.sessions import session_ended, sessions_page, signed_out

# fmt: off
ACCOUNT: Final = (
    Raw("POST", "/sign-out", signed_out),
    Raw("GET", "/account/choose", accounts_page, ("desk/accounts.html",)),
    Raw("POST", "/account/choose", account_chosen),
    Raw("POST", "/account/create", account_created, ("desk/accounts.html",)),
    Raw("GET", "/account/sessions", sessions_page, ("desk/sessions.html",)),
    Raw("POST", "/account/sessions", session_ended),
    Raw("GET", "/account/passkeys", passkeys_page, ("desk/passkeys.html",)),
    Raw("POST", "/account/passkeys", passkey_added, ("desk/passkeys.html",)),
    Raw("POST", "/account/passkeys/delete", passkey_deleted),
)
# fmt: on
