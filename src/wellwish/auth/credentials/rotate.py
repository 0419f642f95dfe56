"""Rotate credentials.

The previous pair can rotate again until the new pair is first used, so that a lost response does not lock
the account out. At most two pairs of a chain are active at a time.
"""

from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta, Struct

from wellwish.accounts import account
from wellwish.auth.credentials.credential import NO_CREDENTIAL, PAIR_CHALLENGE, Pair
from wellwish.auth.credentials.end import end_restricted_keys
from wellwish.auth.credentials.issue import issue
from wellwish.base import clock
from wellwish.base.errors import InvalidClient
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Services, whole

DEFAULT_OVERLAP_S: Final = 24 * 3600
MAX_OVERLAP_S: Final = 7 * 24 * 3600

TELL_OWNERS: Final = "credentials.tell_owners"  # a job of delivery, a room above this one


class Rotation(Body, frozen=True, kw_only=True):
    """Options for the rotation."""

    overlap_seconds: Annotated[
        int,
        whole(
            0,
            MAX_OVERLAP_S,
            "Seconds for which the previous pair can still get tokens. 0 revokes it, its tokens and all "
            "restricted keys of the account immediately.",
        ),
    ] = DEFAULT_OVERLAP_S


class NewPair(Struct, frozen=True, kw_only=True):
    """An API key and its client secret, which are returned only once."""

    api_key: Annotated[str, Meta(description="API key; send it as `x-api-key`.")]
    client_secret: Annotated[str, Meta(description="Client secret; send it as `x-client-secret`.")]
    created_at: str
    previous_expires_at: Annotated[
        str | None, Meta(description="Time when the previous pair stops working; null if none was replaced.")
    ]
    restricted_keys_ended: Annotated[
        int, Meta(ge=0, le=1000, description="Number of restricted keys that ended with the previous pair.")
    ] = 0


class _Live(Struct):
    """A credential that the rotation may change."""

    id: str
    first_used_at: datetime | None
    successor_id: str | None


async def rotate(tx: Tx, caller: Caller, services: Services, rotation: Rotation) -> NewPair:
    """Creates a new API key and client secret for the same user.

    The newest pair can rotate. Until it is first used, so can the previous pair. Without an overlap, all
    restricted keys of the account end, too, because somebody who had the pair could have made them.

    Raises InvalidClient for a pair that can no longer rotate.
    """
    if caller.credential_id == NO_CREDENTIAL:
        made = await issue(tx, services.keys, caller.account_id, caller.user_id, is_test=caller.is_test)
        previous_expires_at = None
    else:
        ended = await _ended_by(tx, caller)
        made = await issue(tx, services.keys, caller.account_id, caller.user_id, is_test=caller.is_test)
        previous_expires_at = tx.now + timedelta(seconds=rotation.overlap_seconds)
        if rotation.overlap_seconds:
            await _succeed(tx, caller, made, previous_expires_at)
        else:
            ended.append(caller.credential_id)
        await _end(tx, caller.account_id, ended)
    keys_ended = 0 if rotation.overlap_seconds else await end_restricted_keys(tx, caller.account_id)
    await _record(tx, caller, made, previous_expires_at)
    return NewPair(
        api_key=made.api_key,
        client_secret=made.client_secret,
        created_at=clock.rfc3339(made.created_at),
        previous_expires_at=clock.rfc3339_or_none(previous_expires_at),
        restricted_keys_ended=keys_ended,
    )


async def _ended_by(tx: Tx, caller: Caller) -> list[str]:
    """Returns the other pairs that end with this rotation, locked. Raises InvalidClient.

    These are the pair before the caller's and, after a lost response, the pair that the caller never
    received.
    """
    await account.lock(tx, caller.account_id)
    live = await tx.many(
        _Live,
        """
        select {columns} from credentials
        where account_id = :account_id and (
          :credential_id in (id, successor_id)
          or id = (select c.successor_id from credentials c
                   where c.account_id = :account_id and c.id = :credential_id))
        for update
        """,
        account_id=caller.account_id,
        credential_id=caller.credential_id,
    )
    by_id = {credential.id: credential for credential in live}
    own = by_id.get(caller.credential_id)
    if own is None:  # ended since it was verified
        raise InvalidClient(headers={"WWW-Authenticate": PAIR_CHALLENGE})
    if own.successor_id is not None:
        successor = by_id.get(own.successor_id)
        if successor is None or successor.first_used_at is not None or successor.successor_id is not None:
            raise InvalidClient(
                "A newer key pair is in use. Only the newest pair can rotate.",
                headers={"WWW-Authenticate": PAIR_CHALLENGE},
            )
    return [credential.id for credential in live if credential is not own]


async def _succeed(tx: Tx, caller: Caller, made: Pair, ends_at: datetime) -> None:
    """Ends the caller's pair, and its tokens, at the end of the overlap."""
    await tx.run(
        """
        update credentials set successor_id = :successor_id, ends_at = :ends_at,
          first_used_at = coalesce(first_used_at, :now)
        where account_id = :account_id and id = :credential_id
        """,
        account_id=caller.account_id,
        credential_id=caller.credential_id,
        successor_id=made.credential_id,
        ends_at=ends_at,
    )
    await tx.run(
        """
        update access_tokens set expires_at = :ends_at
        where account_id = :account_id and credential_id = :credential_id and expires_at > :ends_at
        """,
        account_id=caller.account_id,
        credential_id=caller.credential_id,
        ends_at=ends_at,
    )


async def _end(tx: Tx, account_id: str, credential_ids: list[str]) -> None:
    """Ends pairs immediately and deletes their tokens."""
    if credential_ids:
        await tx.run(
            "delete from credentials where account_id = :account_id and id = any(:credential_ids::text[])",
            account_id=account_id,
            credential_ids=credential_ids,
        )


async def _record(tx: Tx, caller: Caller, made: Pair, previous_expires_at: datetime | None) -> None:
    await events.record(
        tx,
        caller.account_id,
        "credential.rotated",
        data={
            "credential_id": made.credential_id,
            "previous_credential_id": caller.credential_id or None,
            "previous_expires_at": clock.rfc3339_or_none(previous_expires_at),
        },
    )
    arguments = {
        "account_id": caller.account_id,
        "credential_id": made.credential_id,
        "made_at": clock.rfc3339(made.created_at),
        "previous_ends_at": clock.rfc3339_or_none(previous_expires_at),
    }
    await jobs.enqueue(tx, TELL_OWNERS, [arguments])
