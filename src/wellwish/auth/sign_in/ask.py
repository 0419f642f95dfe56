"""Request a sign-in email.

The response and the statements are the same for every address: a job looks up the user. Limits are counted
over all processes, before any step that depends on the address.
"""

from typing import Final

from wellwish.auth.sign_in import attempt
from wellwish.auth.sign_in.attempt import Issued
from wellwish.auth.sign_in.mail_limits import Asker, admit
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

MAIL: Final = "sign_in.mail"


async def ask(
    tx: Tx, services: Services, email: str, asker: Asker, *, next_path: str, language: str
) -> Issued:
    """Returns the attempt. Raises ValueError for an invalid address, TooManyRequests with ``Retry-After``."""
    of_reserve = await admit(tx, services, "sign_in", email, asker)
    issued = await attempt.issue(tx, services.keys, email, next_path=next_path, language=language)
    await jobs.enqueue(tx, MAIL, [{"attempt_id": issued.id, "of_reserve": of_reserve}])
    return issued
