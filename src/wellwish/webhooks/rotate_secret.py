"""Rotate the secret of a webhook endpoint."""

from datetime import timedelta
from typing import Annotated, Final

from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, IfMatch, Services, whole
from wellwish.webhooks import endpoint
from wellwish.webhooks.endpoint import EndpointRow, WithSecret

OVERLAP_S: Final = 86_400  # as for credentials: a day to deploy the new secret to every receiver
_LONGEST_S: Final = 604_800


class SecretRotation(Body, frozen=True, kw_only=True):
    """Options for the rotation."""

    overlap_seconds: Annotated[
        int,
        whole(
            0,
            _LONGEST_S,
            "Seconds for which the previous secret is also used to sign; 0 ends it immediately.",
        ),
    ] = OVERLAP_S


async def rotate_secret(
    tx: Tx,
    caller: Caller,
    services: Services,
    webhook_endpoint_id: str,
    rotation: SecretRotation,
    if_match: IfMatch,
) -> WithSecret:
    """Deliveries are signed with both secrets until the previous one ends. A secret from an earlier rotation
    ends immediately.

    Raises NotFound, PreconditionFailed.
    """
    row = await endpoint.locked(tx, caller.account_id, webhook_endpoint_id)
    if_match.check(row.version)
    secret = endpoint.new_secret()
    overlap = timedelta(seconds=rotation.overlap_seconds)
    changed = await tx.one(
        EndpointRow,
        """
        update webhook_endpoints set secret = :secret, previous_secret = :previous_secret,
          previous_secret_ends_at = :previous_secret_ends_at, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=caller.account_id,
        id=row.id,
        secret=endpoint.seal(services.keys, caller.account_id, row.id, secret),
        previous_secret=row.secret if overlap else None,
        previous_secret_ends_at=tx.real_now + overlap if overlap else None,
    )
    return endpoint.with_secret(changed, tx.real_now, secret)
