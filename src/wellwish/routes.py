"""The whole HTTP surface on one screen: method, path, handler, success, who may call."""

from typing import Final

from wellwish.bundles.available import available
from wellwish.bundles.browse import browse as purchases_browse
from wellwish.cards import archive, cancel, close, delete, reopen
from wellwish.cards import browse as cards_browse
from wellwish.cards import create as cards_create
from wellwish.cards import read as cards_read
from wellwish.cards import update as cards_update
from wellwish.cards.access import ByCard
from wellwish.cards.admins import add, remove, replace
from wellwish.cards.admins import browse as admins_browse
from wellwish.cards.admins.admin import by_admin
from wellwish.credentials.authenticate import bearer, pair
from wellwish.credentials.exchange import exchange
from wellwish.credentials.metadata import metadata
from wellwish.credentials.rotate import rotate
from wellwish.events.browse import browse as events_browse
from wellwish.http import Raw, Route
from wellwish.templates.browse import browse as templates_browse
from wellwish.web.health import livez, readyz

# fmt: off
OPERATIONS: Final = (
    # Credentials and tokens
    Route("POST", "/account/api-access/credentials/rotate", rotate, 201, pair, lenient=True, secret=True),

    # Bundle purchases and templates
    Route("GET", "/api/bundle-purchases/available", available, 200, bearer, lenient=True),
    Route("GET", "/api/bundle-purchases", purchases_browse, 200, bearer),
    Route("GET", "/api/templates", templates_browse, 200, bearer, lenient=True),

    # Cards
    Route("GET", "/api/cards", cards_browse.browse, 200, bearer, lenient=True),
    Route("POST", "/api/cards", cards_create.create, 201, bearer, lenient=True),
    Route("GET", "/api/cards/{card_id}", cards_read.read, 200, bearer, ByCard("path", "read")),
    Route("PATCH", "/api/cards/{card_id}", cards_update.update, 200, bearer, ByCard("path", "can_update")),
    Route("DELETE", "/api/cards/{card_id}", delete.delete, 200, bearer, ByCard("path", "owner")),
    Route("POST", "/api/cards/{card_id}/close", close.close, 200, bearer, ByCard("path", "can_update")),
    Route("POST", "/api/cards/{card_id}/reopen", reopen.reopen, 200, bearer, ByCard("path", "can_update")),
    Route("POST", "/api/cards/{card_id}/cancel", cancel.cancel, 200, bearer, ByCard("path", "owner")),
    Route("POST", "/api/cards/{card_id}/archive", archive.archive, 200, bearer, ByCard("path", "owner")),

    # Card admins
    Route("POST", "/api/card-admins", add.add, 201, bearer, ByCard("body", "admin_management"), lenient=True),
    Route("GET", "/api/card-admins/card/{card_id}", admins_browse.browse, 200, bearer, ByCard("path", "admin_management"), lenient=True),
    Route("PUT", "/api/card-admins/{card_admin_id}", replace.replace, 200, bearer, by_admin("admin_management"), lenient=True),
    Route("DELETE", "/api/card-admins/{card_admin_id}", remove.remove, 200, bearer, by_admin("read"), lenient=True),
    # Events
    Route("GET", "/api/events", events_browse, 200, bearer),
)

PAGES: Final = (
    Raw("POST", "/account/api-access/token", exchange),
    Raw("GET", "/.well-known/oauth-authorization-server", metadata),
    Raw("GET", "/livez", livez),
    Raw("GET", "/readyz", readyz),
)
# fmt: on
