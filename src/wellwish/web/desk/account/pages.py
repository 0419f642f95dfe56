"""The pages of the user and the account: method, path, handler, templates."""

from typing import Final

from wellwish.auth.consents.consent import is_served
from wellwish.infra.http import Raw
from wellwish.web.desk.account.account_export import (
    account_export_downloaded,
    account_export_page,
    account_export_started,
)
from wellwish.web.desk.account.accounts import (
    account_chosen,
    account_created,
    accounts_page,
    invitation_answered,
)
from wellwish.web.desk.account.assistants import assistant_ended, assistants_page
from wellwish.web.desk.account.audit import audit_file, audit_page
from wellwish.web.desk.account.authorize import authorize_page, authorized
from wellwish.web.desk.account.data_requests import (
    erasure_page,
    export_downloaded,
    export_page,
    receipt_downloaded,
)
from wellwish.web.desk.account.deletion import deletion_asked, deletion_page, deletion_withdrawn
from wellwish.web.desk.account.email import email_asked, email_confirmed, email_page
from wellwish.web.desk.account.holidays import holidays_changed, holidays_page
from wellwish.web.desk.account.logo import logo_updated
from wellwish.web.desk.account.member_link import member_link, member_link_pressed
from wellwish.web.desk.account.members import (
    member_invited,
    member_removed,
    member_updated,
    members_page,
)
from wellwish.web.desk.account.passkeys import passkey_added, passkey_deleted, passkeys_page
from wellwish.web.desk.account.platform import platform_updated
from wellwish.web.desk.account.privacy import (
    erasure_created,
    export_created,
    person_looked_up,
    person_page,
    privacy_page,
)
from wellwish.web.desk.account.reply_to import reply_to_confirmed, reply_to_link, reply_to_updated
from wellwish.web.desk.account.sessions import session_ended, sessions_page, signed_out
from wellwish.web.desk.account.settings import settings_page, settings_updated

_EXPORT: Final = ("desk/privacy_account.html", "desk/no_right.html")
_AUTHORIZE = ("desk/authorize.html", "desk/authorize_refused.html")
_REQUESTS: Final = ("desk/privacy_requests.html", "desk/no_right.html")
_DELETION: Final = ("desk/privacy_deletion.html", "desk/no_right.html")
_PREVIEW: Final = ("desk/privacy_preview.html", *_REQUESTS)
# fmt: off
_ASSISTANTS: Final = (
    Raw("GET", "/oauth/authorize", authorize_page, _AUTHORIZE),
    Raw("POST", "/oauth/authorize", authorized, _AUTHORIZE),
    Raw("GET", "/account/assistants", assistants_page, ("desk/assistants.html",)),
    Raw("POST", "/account/assistants", assistant_ended),
)
ACCOUNT: Final = (
    *(_ASSISTANTS if is_served() else ()),
    Raw("POST", "/sign-out", signed_out),
    Raw("GET", "/account", settings_page, ("desk/settings.html",)),
    Raw("POST", "/account", settings_updated, ("desk/settings.html", "desk/no_right.html")),
    Raw("POST", "/account/platform", platform_updated, ("desk/no_right.html",)),
    Raw("POST", "/account/logo", logo_updated, ("desk/settings.html", "desk/no_right.html")),
    Raw("POST", "/account/reply-to", reply_to_updated, ("desk/settings.html", "desk/no_right.html")),
    Raw("GET", "/reply-to/{account_id}/{link_id}/{token}", reply_to_link, ("desk/reply_to.html",)),
    Raw("POST", "/reply-to/{account_id}/{link_id}/{token}", reply_to_confirmed, ("desk/reply_to.html",)),
    Raw("GET", "/account/holidays", holidays_page, ("desk/holidays.html", "desk/no_right.html")),
    Raw("POST", "/account/holidays", holidays_changed, ("desk/holidays.html", "desk/no_right.html")),
    Raw("GET", "/account/choose", accounts_page, ("desk/accounts.html",)),
    Raw("POST", "/account/choose", account_chosen),
    Raw("POST", "/account/create", account_created, ("desk/accounts.html",)),
    Raw("POST", "/account/invitations", invitation_answered),
    Raw("GET", "/account/members", members_page, ("desk/members.html", "desk/no_right.html")),
    Raw("POST", "/account/members", member_invited, ("desk/members.html", "desk/no_right.html")),
    Raw("POST", "/account/members/role", member_updated, ("desk/members.html", "desk/no_right.html")),
    Raw("POST", "/account/members/remove", member_removed, ("desk/members.html", "desk/no_right.html")),
    Raw("GET", "/member/{account_id}/{member_id}/{token}", member_link, ("desk/member_link.html",)),
    Raw("POST", "/member/{account_id}/{member_id}/{token}", member_link_pressed),
    Raw("GET", "/account/email", email_page, ("desk/email.html",)),
    Raw("POST", "/account/email", email_asked, ("desk/email.html",)),
    Raw("POST", "/account/email/confirm", email_confirmed, ("desk/email.html",)),
    Raw("GET", "/account/audit", audit_page, ("desk/audit.html", "desk/no_right.html")),
    Raw("GET", "/account/audit.csv", audit_file),
    Raw("GET", "/account/privacy/account", account_export_page, _EXPORT),
    Raw("POST", "/account/privacy/account", account_export_started, _EXPORT),
    Raw("GET", "/account/privacy/account/{export_id}/archive", account_export_downloaded),
    Raw("GET", "/account/privacy", privacy_page, _REQUESTS),
    Raw("POST", "/account/privacy", person_looked_up, _PREVIEW),
    Raw("GET", "/account/privacy/people/{person_id}", person_page, _PREVIEW),
    Raw("POST", "/account/privacy/exports", export_created, _REQUESTS),
    Raw("POST", "/account/privacy/erasures", erasure_created, _PREVIEW),
    Raw("GET", "/account/privacy/exports/{export_id}", export_page, ("desk/privacy_export.html",)),
    Raw("GET", "/account/privacy/exports/{export_id}/file", export_downloaded),
    Raw("GET", "/account/privacy/erasures/{erasure_id}", erasure_page, ("desk/privacy_erasure.html",)),
    Raw("GET", "/account/privacy/erasures/{erasure_id}/receipt", receipt_downloaded),
    Raw("GET", "/account/privacy/deletion", deletion_page, _DELETION),
    Raw("POST", "/account/privacy/deletion", deletion_asked, _DELETION),
    Raw("POST", "/account/privacy/deletion/withdraw", deletion_withdrawn, _DELETION),
    Raw("GET", "/account/sessions", sessions_page, ("desk/sessions.html",)),
    Raw("POST", "/account/sessions", session_ended),
    Raw("GET", "/account/passkeys", passkeys_page, ("desk/passkeys.html",)),
    Raw("POST", "/account/passkeys", passkey_added, ("desk/passkeys.html",)),
    Raw("POST", "/account/passkeys/delete", passkey_deleted),
)
# fmt: on
