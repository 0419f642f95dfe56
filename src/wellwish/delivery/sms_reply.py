"""Handle a reply to a text message: STOP suppresses the number for all accounts, START lifts this, HELP
helps.
"""

from typing import Final

from wellwish.base.language import later
from wellwish.delivery import keywords, suppression, text_language
from wellwish.delivery.channel import SMS
from wellwish.delivery.suppression import STOPPED
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

_STOPPED: Final = later(
    "You're unsubscribed and won't get any more texts from Wellwish. Reply START to resubscribe."
)
_STARTED: Final = later("You'll get texts from Wellwish again. Reply STOP to opt out.")
_HELP: Final = later(
    "Wellwish group cards: someone gave us your number to invite you to a card. Reply STOP to opt out. "
    "%(url)s"
)


async def answer(tx: Tx, services: Services, number: str, said: str) -> str | None:
    """Applies the reply for all accounts, and returns the text that confirms it, or None.

    The confirmation uses the language of the last text to the number. 47 CFR 64.1200(a)(12) allows one
    confirmation, so a second STOP gets none.
    """
    meant = keywords.meaning(said)
    key = suppression.key(SMS, number)
    hashed = suppression.address_hash(services.keys, key)
    language = await text_language.find_language(tx, hashed)
    found = await suppression.among(tx, services.keys, suppression.EVERYWHERE, [key])
    # A bounce expires and STOP does not, so STOP also counts for a number that is already suppressed.
    if meant == "stop" and found.get(key) != STOPPED:
        address = suppression.seal(services.keys, key)
        await suppression.suppress(tx, address, suppression.EVERYWHERE, STOPPED, everywhere=True)
        return language.gettext(_STOPPED)
    if meant == "start" and found:
        await suppression.lift(tx, hashed)
        return language.gettext(_STARTED)
    if meant == "help":
        return language.gettext(_HELP) % {"url": services.settings.base_url}
    return None
