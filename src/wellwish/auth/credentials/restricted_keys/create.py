"""Create a restricted key."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta, Struct

from wellwish.accounts import account
from wellwish.accounts.access import Owning
from wellwish.auth.credentials.credential import (
    CLIENT_SECRET_PREFIX,
    PAIR_CHALLENGE,
    RESTRICTED_KEY_PREFIX,
    TEST_RESTRICTED_KEY_PREFIX,
)
from wellwish.auth.credentials.restricted_keys.restricted_key import (
    MAX_KEYS,
    Name,
    Networks,
    RestrictedKey,
    RestrictedKeyRow,
    Scopes,
    record,
)
from wellwish.auth.credentials.rotate import TELL_OWNERS
from wellwish.auth.credentials.secret import new_secret
from wellwish.base import clock, ids
from wellwish.base.errors import Fault, InvalidClient, InvalidRequest, TooManyRestrictedKeys
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Services
from wellwish.infra.http.query_time import instant


class NewRestrictedKey(Body, frozen=True, kw_only=True):
    """The restricted key to create."""

    audited: ClassVar[frozenset[str]] = frozenset({"scopes", "networks"})

    name: Name
    scopes: Scopes
    networks: Networks | None = None
    expires_at: Annotated[str, instant("Time when the key and its tokens end. Default: never.")] | None = None

    def faults(self) -> Iterable[Fault]:
        for name in ("scopes", "networks"):
            values: list[str] = getattr(self, name) or []
            for index, value in enumerate(values):
                if value in values[:index]:
                    yield Fault(f"/{name}/{index}", "repeated", "Must not be repeated.")


class CreatedRestrictedKey(RestrictedKey, frozen=True, kw_only=True):
    """A restricted key with its API key and client secret, which are returned only once."""

    api_key: Annotated[
        str,
        Meta(description="API key; send it as `x-api-key`.", pattern="^wwr_[0-9A-Za-z_]+$", max_length=128),
    ]
    client_secret: Annotated[str, Meta(description="Client secret; send it as `x-client-secret`.")]


async def create_restricted_key(
    tx: Tx, owning: Owning, caller: Caller, services: Services, new: NewRestrictedKey
) -> CreatedRestrictedKey:
    """Creates an API key and client secret that permit only the operations of some scopes. They are exchanged
    for access tokens like the key pair.

    The key acts for the user who creates it, on the cards of the account only. It ends when the user leaves
    the account, and when the pair is rotated without an overlap. An account can have 20 of them. The owners
    get an email about each.

    Raises InvalidRequest for an end in the past, InvalidClient for a pair that was rotated,
    TooManyRestrictedKeys.
    """
    ends_at = None if new.expires_at is None else datetime.fromisoformat(new.expires_at)
    if ends_at is not None and ends_at <= tx.real_now:
        raise InvalidRequest(faults=[Fault("/expires_at", "in_the_past", "Must be in the future.")])
    # Otherwise, two concurrent creations could exceed the limit together.
    await account.lock(tx, owning.account_id)
    await _make_room(tx, owning.account_id, caller.credential_id)
    prefix = TEST_RESTRICTED_KEY_PREFIX if caller.is_test else RESTRICTED_KEY_PREFIX
    api_key, client_secret = new_secret(prefix), new_secret(CLIENT_SECRET_PREFIX)
    row = await tx.one(
        RestrictedKeyRow,
        """
        insert into restricted_keys (id, account_id, user_id, name, scopes, networks, api_key_hash,
          client_secret_hash, key_fingerprint, ends_at, created_at)
        values (:id, :account_id, :user_id, :name, :scopes, :networks, :api_key_hash,
          :client_secret_hash, :key_fingerprint, :ends_at, :real_now)
        returning id, (select u.email from users u where u.id = user_id), name, scopes, networks,
          last_used_at, ends_at, created_at
        """,
        id=ids.new("rkey"),
        account_id=owning.account_id,
        user_id=caller.user_id,
        name=new.name,
        scopes=_as_json(new.scopes),
        networks=None if new.networks is None else _as_json(new.networks),
        api_key_hash=services.keys.hash(api_key),
        client_secret_hash=services.keys.hash(client_secret),
        key_fingerprint=services.keys.fingerprint,
        ends_at=ends_at,
    )
    await _tell(tx, owning.account_id, row)
    shown = record(row, tx.real_now)
    return CreatedRestrictedKey(
        id=shown.id,
        name=shown.name,
        email=shown.email,
        scopes=shown.scopes,
        networks=shown.networks,
        status=shown.status,
        last_used_at=shown.last_used_at,
        expires_at=shown.expires_at,
        created_at=clock.rfc3339(row.created_at),
        api_key=api_key,
        client_secret=client_secret,
    )


async def _tell(tx: Tx, account_id: str, row: RestrictedKeyRow) -> None:
    """Records the event, and enqueues the email about new credentials to the owners."""
    await events.record(tx, account_id, "restricted_key.created", data={"restricted_key_id": row.id})
    arguments = {
        "account_id": account_id,
        "credential_id": row.id,
        "made_at": clock.rfc3339(row.created_at),
        "previous_ends_at": None,
    }
    await jobs.enqueue(tx, TELL_OWNERS, [arguments])


def _as_json(values: list[str]) -> str:
    return msgspec.json.encode(values).decode()


class _Basis(Struct, frozen=True):
    is_newest: bool
    count: int


async def _make_room(tx: Tx, account_id: str, credential_id: str) -> None:
    """Deletes the earliest of too many expired keys. ``credential_id`` is empty for a signed-in owner.

    A key would outlive a pair that has ended or will end. The lock on the account waits for a rotation, which
    ends the keys that exist when it commits. Raises InvalidClient, TooManyRestrictedKeys.
    """
    basis = await tx.one(
        _Basis,
        """
        select :credential_id = '' or exists (
            select 1 from credentials
            where account_id = :account_id and id = :credential_id and ends_at is null) as is_newest, (
            select count(*) from restricted_keys
            where account_id = :account_id and (ends_at is null or ends_at > :real_now)) as count
        """,
        account_id=account_id,
        credential_id=credential_id,
    )
    if not basis.is_newest:
        raise InvalidClient(
            "A newer key pair replaces this one. Only the newest pair can create restricted keys.",
            headers={"WWW-Authenticate": PAIR_CHALLENGE},
        )
    if basis.count >= MAX_KEYS:
        raise TooManyRestrictedKeys
    await tx.run(
        """
        delete from restricted_keys where account_id = :account_id and id in (
          select id from restricted_keys where account_id = :account_id and ends_at <= :real_now
          order by ends_at desc offset :most limit 1000)
        """,
        account_id=account_id,
        most=MAX_KEYS,
    )
