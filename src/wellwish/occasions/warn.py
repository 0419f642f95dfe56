"""Warn the owners of an account two weeks ahead that it has too few cards for its plan."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from wellwish.delivery import owner, wording
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.wording import Shortage
from wellwish.delivery.words import Words
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.occasions.plan import Planned

AHEAD: Final = timedelta(days=14)


async def owners(tx: Tx, services: Services, account_id: str, planned: Sequence[Planned]) -> None:
    """Writes one email to each owner per calendar week while cards are missing."""
    short = [each for each in planned if each.state == "no_cards" and each.opens_at <= tx.now + AHEAD]
    if not short:
        return
    year, week, _ = tx.now.isocalendar()
    mail = OwnerMail("cards_needed", f"cards_needed:{year}-{week}", partial(_written, short))
    await owner.mail_owners(tx, services, account_id, mail)


def _written(short: Sequence[Planned], to: Owner) -> tuple[str, Words]:
    shortage = Shortage(
        account_name=to.account_name,
        name=to.name,
        cards=len(short),
        opens_on=min(each.opens_on for each in short),
        locale=to.locale,
    )
    return wording.shortage_subject(shortage), wording.shortage_email(shortage)
