"""The pages of people: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.staff.list import PATH, people_page
from wellwish.web.desk.staff.person import person_added, person_changed, person_new, person_page
from wellwish.web.desk.staff.upload import list_page, list_sent

_NO_RIGHT: Final = "desk/no_right.html"
_PERSON: Final = ("desk/person.html", _NO_RIGHT)
_LIST: Final = ("desk/people_list.html", "desk/people_check.html", _NO_RIGHT)

# fmt: off
STAFF: Final = (
    Raw("GET", PATH, people_page, ("desk/people.html",)),
    Raw("GET", PATH + "/new", person_new, _PERSON),
    Raw("POST", PATH + "/new", person_added, _PERSON),
    Raw("GET", PATH + "/list", list_page, _LIST),
    Raw("POST", PATH + "/list", list_sent, _LIST),
    Raw("GET", PATH + "/{person_id}", person_page, _PERSON),
    Raw("POST", PATH + "/{person_id}/{action}", person_changed, _PERSON),
)
# fmt: on
