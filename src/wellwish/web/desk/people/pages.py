"""The pages of invitations and admins: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.people.admins import admin_added, admin_changed, admins_page
from wellwish.web.desk.people.group import group_changed, group_page
from wellwish.web.desk.people.groups import group_created, group_new, groups_page
from wellwish.web.desk.people.invitation import invitation_changed, invitation_page
from wellwish.web.desk.people.invitations import invitations_page
from wellwish.web.desk.people.invite import invite_page, invite_sent
from wellwish.web.desk.people.live import invitations_stream
from wellwish.web.desk.people.remind import reminders_sent
from wellwish.web.desk.people.suppressions import suppression_lifted, suppressions_page

_NO_RIGHT: Final = "desk/no_right.html"
_LIST, _ONE = ("desk/invitations.html", _NO_RIGHT), ("desk/invitation.html", _NO_RIGHT)
_INVITE: Final = ("desk/invite.html", "desk/invite_check.html", _NO_RIGHT)
_ADMINS: Final = ("desk/admins.html", _NO_RIGHT)
_GROUP: Final = ("desk/group.html", "desk/group_check.html", _NO_RIGHT)
_SUPPRESSIONS: Final = ("desk/suppressions.html", _NO_RIGHT)
_OF_CARD: Final = "/desk/cards/{card_id}/invitations"

# fmt: off
PEOPLE: Final = (
    Raw("GET", _OF_CARD, invitations_page, _LIST),
    Raw("GET", _OF_CARD + "/new", invite_page, _INVITE),
    Raw("POST", _OF_CARD + "/new", invite_sent, _INVITE),
    Raw("POST", _OF_CARD + "/remind", reminders_sent, _LIST),
    Raw("GET", _OF_CARD + "/stream", invitations_stream, (_NO_RIGHT,)),
    Raw("GET", _OF_CARD + "/{invite_id}", invitation_page, _ONE),
    Raw("POST", _OF_CARD + "/{invite_id}/{action}", invitation_changed, _ONE),
    Raw("GET", "/desk/groups", groups_page, ("desk/groups.html",)),
    Raw("GET", "/desk/groups/new", group_new, _GROUP),
    Raw("POST", "/desk/groups/new", group_created, _GROUP),
    Raw("GET", "/desk/groups/{group_id}", group_page, _GROUP),
    Raw("POST", "/desk/groups/{group_id}/{action}", group_changed, _GROUP),
    Raw("GET", "/account/suppressions", suppressions_page, _SUPPRESSIONS),
    Raw("POST", "/account/suppressions/{suppression_id}", suppression_lifted, _SUPPRESSIONS),
    Raw("GET", "/desk/cards/{card_id}/admins", admins_page, _ADMINS),
    Raw("POST", "/desk/cards/{card_id}/admins", admin_added, _ADMINS),
    Raw("POST", "/desk/cards/{card_id}/admins/{card_admin_id}", admin_changed, _ADMINS),
)
# fmt: on
