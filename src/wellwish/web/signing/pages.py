"""The signing pages: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.kit.framed import PREFIX, UNFRAMED, framed
from wellwish.web.signing.attachments import upload
from wellwish.web.signing.element import element
from wellwish.web.signing.invitation import invitation_declined, invitation_opened
from wellwish.web.signing.own_gift import ask_refund, cancel_payment
from wellwish.web.signing.own_link import hand_over, handed_over, keep, send_link, send_links
from wellwish.web.signing.sign import sign_form, sign_page
from wellwish.web.signing.signed import removed, signed, take_back

# fmt: off
_OF_LINKS: Final = (
    Raw("GET", "/s/{token}", sign_page, ("signing/sign.html", "signing/shut.html")),
    Raw("POST", "/s/{token}", sign_form, ("signing/sign.html", "signing/shut.html")),
    Raw("GET", "/s/{token}/signed", signed, ("signing/signed.html",)),
    Raw("POST", "/s/{token}/mail", send_link, ("signing/signed.html",)),
    Raw("POST", "/s/{token}/mail-invited", send_links),
    Raw("POST", "/s/{token}/hand-over", hand_over, ("signing/handed_over.html",)),
    Raw("GET", "/s/{token}/handed-over", handed_over, ("signing/handed_over.html",)),
    Raw("POST", "/s/{token}/keep", keep),
    Raw("POST", "/s/{token}/remove", take_back, ("signing/removed.html",)),
    Raw("POST", "/s/{token}/cancel-payment", cancel_payment, ("signing/signed.html",)),
    Raw("POST", "/s/{token}/refund", ask_refund, ("signing/signed.html",)),
    Raw("POST", "/s/{token}/decline", invitation_declined),
    Raw("POST", "/s/{token}/seen", invitation_opened),
    Raw("POST", "/s/{token}/media", upload),
)
# fmt: on
SIGNING: Final = (
    *_OF_LINKS,
    Raw("GET", "/removed", removed, ("signing/removed.html",)),
    # The same pages for frames on other sites.
    *(
        Raw(each.method, each.path.replace(UNFRAMED, PREFIX), framed(each.handler), each.templates)
        for each in _OF_LINKS
    ),
    Raw("GET", "/embed.js", element),
)
