"""The developers' pages: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.develop.events import events_page
from wellwish.web.desk.develop.keys import keys_page, keys_rotated
from wellwish.web.desk.develop.restricted_keys import (
    restricted_key_created,
    restricted_key_ended,
    restricted_key_page,
)
from wellwish.web.desk.develop.webhook import webhook_changed, webhook_page
from wellwish.web.desk.develop.webhooks import webhook_created, webhooks_page

_RESTRICTED_KEY: Final = ("desk/restricted_key.html", "desk/no_right.html")
_WEBHOOK: Final = ("desk/webhook.html", "desk/webhook_secret.html")

# fmt: off
DEVELOP: Final = (
    Raw("GET", "/account/keys", keys_page, ("desk/keys.html", "desk/no_right.html")),
    Raw("POST", "/account/keys", keys_rotated, ("desk/keys.html", "desk/no_right.html")),
    Raw("GET", "/account/keys/restricted", restricted_key_page, _RESTRICTED_KEY),
    Raw("POST", "/account/keys/restricted", restricted_key_created, _RESTRICTED_KEY),
    Raw("POST", "/account/keys/restricted/end", restricted_key_ended, ("desk/no_right.html",)),
    Raw("GET", "/account/events", events_page, ("desk/events.html",)),
    Raw("GET", "/account/webhooks", webhooks_page, ("desk/webhooks.html",)),
    Raw("POST", "/account/webhooks", webhook_created, ("desk/webhooks.html", "desk/webhook_secret.html")),
    Raw("GET", "/account/webhooks/{webhook_endpoint_id}", webhook_page, ("desk/webhook.html",)),
    Raw("POST", "/account/webhooks/{webhook_endpoint_id}/{action}", webhook_changed, _WEBHOOK),
)
# fmt: on
