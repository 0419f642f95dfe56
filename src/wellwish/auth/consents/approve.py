"""Approve a client."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from wellwish.auth.consents.consent import CODE_LIFETIME, CODE_PREFIX, Consent, record_action
from wellwish.auth.credentials.secret import new_secret
from wellwish.base import ids
from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx

MOST: Final = 50  # maximum consents per member; another one revokes the least recently used


class Approved(Struct, frozen=True, kw_only=True):
    """A request for authorization that a member has approved."""

    account_id: str
    user_id: str
    client_id: str
    client_name: str
    redirect_uri: str
    resource: str
    scopes: Sequence[str]
    code_challenge: str


async def approve(tx: Tx, keys: Keys, approved: Approved, network: str) -> str | None:
    """Returns the code for the client, or None if the user is not a member of the account.

    Afterwards the transaction sees only this account.
    """
    code = new_secret(CODE_PREFIX)
    consent = Consent(
        id=ids.new("cons"),
        account_id=approved.account_id,
        user_id=approved.user_id,
        client_id=approved.client_id,
        scope=" ".join(approved.scopes),
    )
    made = await tx.run(
        """
        insert into consents (id, account_id, user_id, client_id, client_name, redirect_uri, resource, scope,
          code_hash, code_challenge, code_expires_at, key_fingerprint, refreshed_at, network, created_at,
          last_used_at)
        select :id, account_id, user_id, :client_id, :client_name, :redirect_uri, :resource, :scope,
          :code_hash, :code_challenge, :code_expires_at, :key_fingerprint, :now, :network, :now, :now
        from memberships
        -- Locked, so that removing a member waits and then ends this consent, too.
        where account_id = :account_id and user_id = :user_id and live_account_id is null
        for no key update
        """,
        id=consent.id,
        account_id=approved.account_id,
        user_id=approved.user_id,
        client_id=approved.client_id,
        client_name=approved.client_name,
        redirect_uri=approved.redirect_uri,
        resource=approved.resource,
        scope=consent.scope,
        code_hash=keys.hash(code),
        code_challenge=approved.code_challenge,
        code_expires_at=tx.now + CODE_LIFETIME,
        key_fingerprint=keys.fingerprint,
        network=network,
    )
    if not made:
        return None
    await tx.run(
        """
        delete from consents where id in (
          select id from consents where account_id = :account_id and user_id = :user_id
          order by last_used_at desc, id desc offset :most limit 1000)
        """,
        account_id=approved.account_id,
        user_id=approved.user_id,
        most=MOST,
    )
    await record_action(tx, "consent.create", consent, consent.user_id, network)
    return code
