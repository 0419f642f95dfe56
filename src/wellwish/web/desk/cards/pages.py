"""The pages of cards: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.cards.batch import batch_page, batch_sent, batch_shown
from wellwish.web.desk.cards.close import card_moved, close_page
from wellwish.web.desk.cards.copy import another_made, another_page
from wellwish.web.desk.cards.ending import cancel_page, card_cancelled, card_deleted, delete_page
from wellwish.web.desk.cards.links import link_replaced
from wellwish.web.desk.cards.list import cards_page
from wellwish.web.desk.cards.new import new_made, new_page
from wellwish.web.desk.cards.poster import sign_poster_page
from wellwish.web.desk.cards.preview import card_previewed
from wellwish.web.desk.cards.settings import settings_page, settings_saved
from wellwish.web.desk.cards.share import share_page
from wellwish.web.desk.cards.show import card_page
from wellwish.web.desk.cards.wall import wall_created, wall_deleted, wall_page

_ANOTHER: Final = ("desk/card_another.html", "desk/no_right.html")
_BATCH: Final = ("desk/batch_form.html", "desk/batch_check.html")
_ENDING: Final = ("desk/card_ending.html", "desk/no_right.html")
_SETTINGS: Final = ("desk/card_settings.html", "desk/no_right.html")
_POSTER: Final = ("desk/poster.html", "desk/no_right.html")
_WALL: Final = ("desk/card_wall.html", "desk/no_right.html")

# fmt: off
CARDS: Final = (
    Raw("GET", "/desk", cards_page, ("desk/cards.html",)),
    Raw("GET", "/desk/cards/new", new_page, ("desk/card_new.html",)),
    Raw("POST", "/desk/cards/new", new_made, ("desk/card_new.html",)),
    Raw("GET", "/desk/cards/batch", batch_page, _BATCH),
    Raw("POST", "/desk/cards/batch", batch_sent, _BATCH),
    Raw("GET", "/desk/cards/batch/{card_batch_id}", batch_shown, ("desk/batch.html",)),
    Raw("GET", "/desk/cards/{card_id}", card_page, ("desk/card.html",)),
    Raw("GET", "/desk/cards/{card_id}/settings", settings_page, _SETTINGS),
    Raw("POST", "/desk/cards/{card_id}/settings", settings_saved, _SETTINGS),
    Raw("GET", "/desk/cards/{card_id}/another", another_page, _ANOTHER),
    Raw("POST", "/desk/cards/{card_id}/another", another_made, _ANOTHER),
    Raw("GET", "/desk/cards/{card_id}/cancel", cancel_page, _ENDING),
    Raw("POST", "/desk/cards/{card_id}/cancel", card_cancelled, _ENDING),
    Raw("GET", "/desk/cards/{card_id}/delete", delete_page, _ENDING),
    Raw("POST", "/desk/cards/{card_id}/delete", card_deleted, _ENDING),
    Raw("POST", "/desk/cards/{card_id}/preview", card_previewed),
    Raw("GET", "/desk/cards/{card_id}/poster", sign_poster_page, _POSTER),
    Raw("GET", "/desk/cards/{card_id}/wall", wall_page, _WALL),
    Raw("POST", "/desk/cards/{card_id}/wall", wall_created, _WALL),
    Raw("POST", "/desk/cards/{card_id}/wall/delete", wall_deleted, ("desk/no_right.html",)),
    Raw("POST", "/desk/cards/{card_id}/links", link_replaced, ("desk/no_right.html",)),
    Raw("GET", "/desk/cards/{card_id}/share", share_page, ("desk/share.html", "desk/no_right.html")),
    Raw("GET", "/desk/cards/{card_id}/closing", close_page, ("desk/card_close.html", "desk/no_right.html")),
    Raw("POST", "/desk/cards/{card_id}/{action}", card_moved, ("desk/give.html", "desk/no_right.html")),
)
# fmt: on
