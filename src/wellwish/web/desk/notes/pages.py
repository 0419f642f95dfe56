"""The pages of notes and of giving the card: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.notes.create import note_form, note_written
from wellwish.web.desk.notes.give import give_page, poster_page
from wellwish.web.desk.notes.list import note_moved, notes_downloaded, notes_page
from wellwish.web.desk.notes.publish_all import all_published
from wellwish.web.desk.notes.thanks import file_removed, thanks_page

# fmt: off
NOTES: Final = (
    Raw("GET", "/desk/cards/{card_id}/notes", notes_page, ("desk/notes.html",)),
    Raw("GET", "/desk/cards/{card_id}/notes.csv", notes_downloaded),
    Raw("GET", "/desk/cards/{card_id}/notes/new", note_form, ("desk/note_new.html", "desk/no_right.html")),
    Raw("POST", "/desk/cards/{card_id}/notes/new", note_written, ("desk/note_new.html",)),
    Raw("POST", "/desk/cards/{card_id}/notes/publish", all_published, ("desk/no_right.html",)),
    Raw("POST", "/desk/cards/{card_id}/notes/{contribution_id}/{action}", note_moved, ("desk/notes.html",)),
    Raw("GET", "/desk/cards/{card_id}/give/thanks", thanks_page, ("desk/thanks.html",)),
    Raw("POST", "/desk/cards/{card_id}/files/{media_id}/remove", file_removed, ("desk/no_right.html",)),
    Raw("GET", "/desk/cards/{card_id}/give", give_page, ("desk/give.html",)),
    Raw("GET", "/desk/cards/{card_id}/give/{recipient_id}", poster_page, ("desk/poster.html",)),
)
# fmt: on
