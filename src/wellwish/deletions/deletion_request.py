"""An owner's request that the operator deletes the account.

Only the operator can carry it out. Owners make and withdraw it at the desk, so no key can do either.
"""

import math
from datetime import datetime
from functools import partial
from typing import Final, Literal

from msgspec import Struct

from wellwish.accounts import account
from wellwish.auth.sign_in.session import record_action
from wellwish.base import ids
from wellwish.base.errors import AccountSuspended, OwnerRequired, TooManyRequests
from wellwish.delivery import budget, owner
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.wording.deletion import deletion_email, deletion_subject
from wellwish.delivery.words import Words
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

REQUESTS_A_DAY: Final = 5  # of an account: each mails every owner, and so does its withdrawal
_PREFIX: Final = "delr"


class DeletionRequest(Struct, frozen=True):
    """A row of deletion_requests. ``asked_by`` is the email address of the owner, or None once erased."""

    id: str
    asked_by: str | None
    created_at: datetime


async def load(tx: Tx, account_id: str) -> DeletionRequest | None:
    return await tx.maybe(
        DeletionRequest,
        """
        select d.id, u.email as asked_by, d.created_at
        from deletion_requests d left join users u on u.id = d.user_id
        where d.account_id = :account_id
        """,
        account_id=account_id,
    )


async def ask(tx: Tx, services: Services, account_id: str, user_id: str, network: str) -> None:
    """Requests the deletion, and mails it to every owner. A second call has no effect.

    Withdrawing stays possible: a limit of requests limits both mails. Raises OwnerRequired, AccountSuspended,
    and TooManyRequests with ``Retry-After``.
    """
    await _enter(tx, account_id, user_id)
    request_id = await tx.value(
        """
        insert into deletion_requests (account_id, id, user_id, created_at)
        values (:account_id, :id, :user_id, :now)
        on conflict (account_id) do nothing returning id
        """,
        account_id=account_id,
        id=ids.new(_PREFIX),
        user_id=user_id,
    )
    if request_id is not None:
        await _count(tx, services, account_id)
        await record_action(tx, "deletion_request.create", account_id, user_id, request_id, network)
        await _mail(tx, services, account_id, "asked", request_id)


async def withdraw(tx: Tx, services: Services, account_id: str, user_id: str, network: str) -> None:
    """Withdraws the request of any owner, and mails it to every owner. A second call has no effect.

    Raises OwnerRequired, and AccountSuspended once the operator has begun.
    """
    await _enter(tx, account_id, user_id)
    request_id = await tx.value(
        "delete from deletion_requests where account_id = :account_id returning id", account_id=account_id
    )
    if request_id is not None:
        await record_action(tx, "deletion_request.delete", account_id, user_id, request_id, network)
        await _mail(tx, services, account_id, "withdrawn", request_id)


async def _enter(tx: Tx, account_id: str, user_id: str) -> None:
    """Locks the account, so that it is not suspended and its owners do not change before the commit."""
    await account.lock(tx, account_id)
    if not await tx.value(
        """
        select exists (
          select 1 from memberships
          where account_id = :account_id and user_id = :user_id and role = 'owner')
        """,
        account_id=account_id,
        user_id=user_id,
    ):
        raise OwnerRequired
    if await tx.value(
        "select exists (select 1 from account_suspensions where account_id = :account_id)",
        account_id=account_id,
    ):
        raise AccountSuspended


async def _count(tx: Tx, services: Services, account_id: str) -> None:
    """Counts a request. Raises TooManyRequests with ``Retry-After``."""
    subject, ends_at = services.keys.pseudonym(f"deletion requests of {account_id}"), budget.day_end(tx.now)
    if not await budget.take(tx, [subject], REQUESTS_A_DAY, ends_at):
        wait_s = math.ceil((ends_at - tx.now).total_seconds())
        raise TooManyRequests(
            f"An account can request its deletion {REQUESTS_A_DAY} times a day.",
            headers={"Retry-After": str(wait_s)},
        )


async def _mail(
    tx: Tx, services: Services, account_id: str, what: Literal["asked", "withdrawn"], request_id: str
) -> None:
    mail = OwnerMail("deletion_request", f"deletion_{what}:{request_id}", partial(_written, what))
    await owner.mail_owners(tx, services, account_id, mail)


def _written(what: Literal["asked", "withdrawn"], to: Owner) -> tuple[str, Words]:
    is_asked = what == "asked"
    subject = deletion_subject(to.account_name, to.locale, is_asked=is_asked)
    return subject, deletion_email(to.account_name, to.name, to.locale, is_asked=is_asked)
