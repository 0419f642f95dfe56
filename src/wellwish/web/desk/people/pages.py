"""The pages of invitations and admins: method, path, handler, templates."""

from typing import Final

from wellwish.http import Raw
from wellwish.web.desk.people.admins import admin_added, admin_changed, admins_page
from wellwish.web.desk.people.invitation import invitation_changed, invitation_page
from wellwish.web.desk.people.invitations import invitations_page
from wellwish.web.desk.people.invite import invite_page, invite_sent
from wellwish.web.desk.people.remind import reminders_sent

_NO_RIGHT: Final = "desk/no_right.html"
_LIST, _ONE = ("desk/invitations.html", _NO_RIGHT), ("desk/invitation.html", _NO_RIGHT)
_INVITE: Final = ("desk/invite.html", "desk/invite_check.html", _NO_RIGHT)
_ADMINS: Final = ("desk/admins.html", _NO_RIGHT)
_OF_CARD: Final = "/desk/cards/{card_id}/invitations"

# fmt: off
PEOPLE: Final = (
    Raw("GET", _OF_CARD, invitations_page, _LIST),
    Raw("GET", _OF_CARD + "/new", invite_page, _INVITE),
    Raw("POST", _OF_CARD + "/new", invite_sent, _INVITE),
    Raw("POST", _OF_CARD + "/remind", reminders_sent, _LIST),
    Raw("GET", _OF_CARD + "/{invite_id}", invitation_page, _ONE),
    Raw("POST", _OF_CARD + "/{invite_id}/{action}", invitation_changed, _ONE),
    Raw("GET", "/desk/cards/{card_id}/admins", admins_page, _ADMINS),
    Raw("POST", "/desk/cards/{card_id}/admins", admin_added, _ADMINS),
    Raw("POST", "/desk/cards/{card_id}/admins/{card_admin_id}", admin_changed, _ADMINS),
)
# fmt: on
