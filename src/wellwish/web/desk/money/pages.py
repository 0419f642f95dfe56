"""The pages of money and bundles: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.money.bundles import bundle_bought, bundles_page
from wellwish.web.desk.money.gifts_file import gifts_downloaded
from wellwish.web.desk.money.handover import handed_over, handover_form
from wellwish.web.desk.money.payments import payment_changed, payments_downloaded, payments_page
from wellwish.web.desk.money.provider import provider_changed, provider_page
from wellwish.web.desk.money.refund import refund_form, refunded
from wellwish.web.desk.money.show import money_moved, money_page

_PROVIDER: Final = ("desk/provider.html", "desk/no_right.html")
_PAYMENTS: Final = ("desk/payments.html", "desk/no_right.html")

# fmt: off
MONEY: Final[tuple[Raw, ...]] = (
    Raw("GET", "/account/payment-provider", provider_page, _PROVIDER),
    Raw("POST", "/account/payment-provider/{action}", provider_changed, _PROVIDER),
    Raw("GET", "/desk/bundles", bundles_page, ("desk/bundles.html",)),
    Raw("POST", "/desk/bundles", bundle_bought, ("desk/bundles.html", "desk/no_right.html")),
    Raw("GET", "/desk/payments", payments_page, _PAYMENTS),
    Raw("GET", "/desk/payments.csv", payments_downloaded),
    Raw("POST", "/desk/payments/{payment_id}/{action}", payment_changed, _PAYMENTS),
    Raw("GET", "/desk/cards/{card_id}/money", money_page, ("desk/money.html",)),
    Raw("GET", "/desk/cards/{card_id}/money.csv", gifts_downloaded),
    Raw("GET", "/desk/cards/{card_id}/money/handover", handover_form, ("desk/handover.html",)),
    Raw("POST", "/desk/cards/{card_id}/money/handover", handed_over, ("desk/handover.html",)),
    Raw("GET", "/desk/cards/{card_id}/money/refund/{payment_id}", refund_form, ("desk/refund.html",)),
    Raw("POST", "/desk/cards/{card_id}/money/refund/{payment_id}", refunded, ("desk/refund.html",)),
    Raw("POST", "/desk/cards/{card_id}/money/{record_id}/{action}", money_moved, ("desk/money.html",)),
)
# fmt: on
