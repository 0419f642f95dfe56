"""Email the owners of an account when a new API key and client secret are created."""

from datetime import datetime
from typing import Any

from wellwish.delivery import owner, wording
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.words import Words
from wellwish.infra.http import Services


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes one email to each owner; a second run writes none."""
    account_id, credential_id = args["account_id"], args["credential_id"]
    made_at = datetime.fromisoformat(args["made_at"])
    ends_at = datetime.fromisoformat(args["previous_ends_at"]) if args["previous_ends_at"] else None

    def written(to: Owner) -> tuple[str, Words]:
        words = wording.rotated_email(to.account_name, to.name, made_at, ends_at, to.locale)
        return wording.rotated_subject(to.account_name, to.locale), words

    async with services.db.transaction([account_id]) as tx:
        mail = OwnerMail("credential_rotated", f"credential:{credential_id}", written)
        await owner.mail_owners(tx, services, account_id, mail)
