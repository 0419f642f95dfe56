"""The callbacks of providers and carriers: method, path, handler."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.callbacks.carriers import carrier_inbound, carrier_status
from wellwish.web.callbacks.postmark import postmark
from wellwish.web.callbacks.provider import account_callback, provider_callback

# fmt: off
CALLBACKS: Final = (
    Raw("POST", "/callbacks/postmark", postmark),
    Raw("POST", "/callbacks/payments/{provider}", provider_callback),
    Raw("POST", "/callbacks/payments/{provider}/{account_id}", account_callback),
    Raw("POST", "/callbacks/sms/{carrier}/status", carrier_status),
    Raw("POST", "/callbacks/sms/{carrier}/inbound", carrier_inbound),
)
# fmt: on
