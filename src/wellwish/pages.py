"""The routes that are not operations of the API: pages, files, callbacks, probes."""

from dataclasses import replace
from typing import Final

from wellwish.assistants.pages import ASSISTANTS
from wellwish.auth.credentials.exchange import exchange
from wellwish.auth.credentials.metadata import metadata
from wellwish.infra.http import Raw
from wellwish.routes import OPERATIONS
from wellwish.web.callbacks.pages import CALLBACKS
from wellwish.web.desk.pages import DESK
from wellwish.web.docs.home import home
from wellwish.web.docs.reference import pages
from wellwish.web.files.covers import cover
from wellwish.web.files.logos import logo
from wellwish.web.files.media import media
from wellwish.web.kit.page import page
from wellwish.web.kit.static import static
from wellwish.web.mail.person_choice import choice_form, choice_saved
from wellwish.web.mail.report_mail import report_form, report_sent
from wellwish.web.mail.unsubscribe import unsubscribe, unsubscribed
from wellwish.web.operating.crawlers import favicon, robots, security
from wellwish.web.operating.health import livez, readyz
from wellwish.web.operating.metrics import metrics
from wellwish.web.operating.outbox import outbox, outbox_mail
from wellwish.web.operating.receipt_keys import receipt_keys
from wellwish.web.paying.pay import paid, pay
from wellwish.web.paying.sandbox import sandbox, sandbox_pressed
from wellwish.web.signing.pages import SIGNING
from wellwish.web.view.pages import VIEW

# fmt: off
PAGES: Final = (
    Raw("POST", "/account/api-access/token", exchange),
    *(ASSISTANTS or (Raw("GET", "/.well-known/oauth-authorization-server", metadata),)),
    Raw("GET", "/.well-known/security.txt", security),
    Raw("GET", "/.well-known/wellwish-keys.json", receipt_keys),
    Raw("GET", "/robots.txt", robots),
    Raw("GET", "/favicon.ico", favicon),
    Raw("GET", "/", home, ("docs/home.html",), indexed=True),
    *(replace(each, indexed=True) for each in pages(OPERATIONS)),
    Raw("GET", "/static/{version}/{name}", page(static)),
    Raw("GET", "/covers/{slug}/{name}", page(cover), indexed=True),
    Raw("GET", "/logos/{account_id}/{token}/{name}", page(logo)),
    Raw("GET", "/media/{token}/{name}", page(media)),
    Raw("GET", "/outbox", outbox, ("operating/outbox.html",)),
    Raw("GET", "/outbox/{message_id}", outbox_mail),
    *SIGNING,
    *VIEW,
    *DESK,
    Raw("GET", "/u/{token}", unsubscribe, ("mail/unsubscribe.html",)),
    Raw("POST", "/u/{token}", unsubscribed, ("mail/unsubscribe.html",)),
    Raw("GET", "/report/{account_id}/{message_id}/{token}", report_form, ("mail/report_mail.html",)),
    Raw("POST", "/report/{account_id}/{message_id}/{token}", report_sent, ("mail/report_mail.html",)),
    Raw("GET", "/person/{account_id}/{person_id}/{token}", choice_form, ("mail/person_choice.html",)),
    Raw("POST", "/person/{account_id}/{person_id}/{token}", choice_saved, ("mail/person_choice.html",)),
    Raw("GET", "/pay/{token}", pay),
    Raw("GET", "/pay/{token}/done", paid, ("paying/paid.html",)),
    Raw("GET", "/sandbox/{token}", sandbox, ("paying/sandbox.html",)),
    Raw("POST", "/sandbox/{token}", sandbox_pressed),
    *CALLBACKS,
    Raw("GET", "/livez", livez),
    Raw("GET", "/metrics", metrics),
    Raw("GET", "/readyz", readyz),
)
# fmt: on
