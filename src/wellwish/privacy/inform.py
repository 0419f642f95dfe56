"""Email the owners of an account, the controller, when a person has exercised their rights.

The email does not name the person. The account can see whose invitation is missing, but nothing about
anonymous notes.
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
    """Enqueues an email to each owner. A second run has no effect."""
    mail = OwnerMail("person_request", f"person_{what}:{request_id}", partial(_written, what))
    await owner.mail_owners(tx, services, account_id, mail)


def _written(what: What, to: Owner) -> tuple[str, Words]:
    subject = person_request_subject(what == "erased", to.locale)
    return subject, person_request_email(what == "erased", to.account_name, to.name, to.locale)
