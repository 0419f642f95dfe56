"""Mail the owners of an account, the controller, that a person used their rights.

The mail names no one. The account shows whose invitation has disappeared, but nothing about anonymous notes.
"""

from functools import partial
from typing import Literal

from wellwish.delivery import owner
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.wording.person import person_request_email, person_request_subject
from wellwish.delivery.words import Words
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

What = Literal["exported", "erased"]


async def inform_owners(tx: Tx, services: Services, account_id: str, what: What, request_id: str) -> None:
    """Enqueues one mail to each owner; a second run adds none."""
    mail = OwnerMail("person_request", f"person_{what}:{request_id}", partial(_written, what))
    await owner.mail_owners(tx, services, account_id, mail)


def _written(what: What, to: Owner) -> tuple[str, Words]:
    subject = person_request_subject(what == "erased", to.locale)
    return subject, person_request_email(what == "erased", to.account_name, to.name, to.locale)
