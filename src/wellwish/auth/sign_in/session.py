"""The session of a signed-in browser.

The cookie contains 256 random bits, the table their keyed hash. Every request looks up the session with its
user and membership, so ending a session or removing a member takes effect in every process at the commit.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from wellwish.base import ids
from wellwish.infra import effects
from wellwish.infra.db import Tx
from wellwish.infra.effects import Audited
from wellwish.infra.http import Caller, Services

IDLE: Final = timedelta(days=7)
LIFETIME: Final = timedelta(days=30)
RECENT: Final = timedelta(minutes=10)  # changes of keys and members require a sign-in no older than this
_TOUCH_AFTER: Final = timedelta(minutes=5)  # a write for each request would cost a round trip


class Device(Struct, frozen=True):
    """The browser and network of a session, coarse enough to show in a list."""

    agent: str
    network: str


class Session(Struct, frozen=True):
    """A session with its user and, once chosen, an account that the user is a member of."""

    id: str
    user_id: str
    email: str
    name: str | None
    account_id: str | None
    role: Literal["owner", "member"] | None
    created_at: datetime
    last_used_at: datetime
    is_suspended: bool  # whether the account is suspended
    platform_id: str | None  # the platform of the account, if it is a customer

    @property
    def caller(self) -> Caller:
        """The caller of operations.

        A user without an account, such as an admin of a card, acts under the user ID, which is not the ID of
        any account.
        """
        account_id = self.account_id or self.user_id
        return Caller(account_id, self.user_id, session_id=self.id, shared_with=self.platform_id or "")


class _Found(Session, frozen=True):
    token_hash: bytes


async def start(tx: Tx, services: Services, user_id: str, device: Device, former: str | None) -> str:
    """Returns the secret of a new session and ends the browser's previous one.

    The session acts for the user's account; a user with several accounts chooses one later. Afterwards the
    transaction sees only the session's account.
    """
    if former is not None:
        await tx.run(
            "delete from sessions where token_hash = any (:hashes::bytea[])",
            hashes=services.keys.hashes(former),
        )
    secret, session_id = secrets.token_urlsafe(32), ids.new("ses")
    account_id = await tx.value(
        """
        insert into sessions
          (id, token_hash, key_fingerprint, user_id, account_id, agent, network, created_at, last_used_at,
           expires_at)
        select :id, :token_hash, :key_fingerprint, :user_id,
          -- Locked: the removal of a member waits, and then also ends this row.
          (select case when count(*) = 1 then min(account_id) end from (
            select account_id from memberships where user_id = :user_id and live_account_id is null
            order by account_id for no key update) as own),
          :agent, :network, :now, :now, :expires_at
        returning account_id
        """,
        id=session_id,
        token_hash=services.keys.hash(secret),
        key_fingerprint=services.keys.fingerprint,
        user_id=user_id,
        agent=device.agent,
        network=device.network,
        expires_at=tx.now + LIFETIME,
    )
    if account_id is not None:
        await record_action(tx, "session.start", account_id, user_id, session_id, device.network)
    return secret


async def record_action(
    tx: Tx, action: str, account_id: str, user_id: str, record_id: str, network: str
) -> None:
    """Adds the entry to the audit log. Afterwards the transaction sees only this account."""
    await tx.see([account_id])
    effects.get_effects(tx).audit(
        Audited(
            account_id=account_id,
            action=action,
            actor="user",
            user_id=user_id,
            network=network or None,
            record_id=record_id,
        )
    )


async def find(services: Services, secret: str, *, is_use: bool = True) -> Session | None:
    """Returns the session of a cookie, or None if it has ended or the user has left its account.

    ``is_use``: the user is active, which extends the session.
    """
    async with services.db.statement(first=True) as tx:
        found = await find_session(tx, services.keys.hashes(secret))
        now = tx.now
    if is_use and found is not None and now - found.last_used_at > _TOUCH_AFTER:
        async with services.db.statement() as tx:
            await tx.run("update sessions set last_used_at = :now where id = :id", id=found.id)
    if found is not None and services.keys.is_adopted and found.token_hash != services.keys.hash(secret):
        await _rehash(services, found, secret)
    return found


async def find_session(tx: Tx, hashes: list[bytes]) -> _Found | None:
    """Returns the session with one of these hashes, under the same conditions as ``find``."""
    return await tx.maybe(
        _Found,
        """
        select s.id, s.user_id, u.email, u.name, s.account_id, m.role, s.created_at,
          s.last_used_at, exists (
            select 1 from account_suspensions a where a.account_id = s.account_id), (
            select k.platform_id from customers k where k.account_id = s.account_id), s.token_hash
        from sessions s
        join users u on u.id = s.user_id
        left join memberships m on m.user_id = s.user_id and m.account_id = s.account_id
        where s.token_hash = any (:hashes::bytea[]) and s.expires_at > :now
          and s.last_used_at > :idle_since and (s.account_id is null or m.role is not null)
        """,
        hashes=hashes,
        idle_since=tx.now - IDLE,
    )


async def _rehash(services: Services, found: _Found, secret: str) -> None:
    """Stores the hash made with the key in use; two concurrent requests write the same value."""
    async with services.db.statement() as tx:
        await tx.run(
            """
            update sessions set token_hash = :fresh, key_fingerprint = :key_fingerprint
            where id = :id and token_hash = :former
            """,
            id=found.id,
            fresh=services.keys.hash(secret),
            former=found.token_hash,
            key_fingerprint=services.keys.fingerprint,
        )


def is_recent(found: Session, now: datetime) -> bool:
    """Whether the user signed in at most ten minutes ago."""
    return now - found.created_at <= RECENT


async def count_left(tx: Tx, key_fingerprint: bytes) -> int:
    """Returns the number of sessions whose hash was computed with another key."""
    return await tx.value(
        """
        select count(*) from sessions
        where key_fingerprint is distinct from :key_fingerprint
          and expires_at > :now and last_used_at > :idle_since
        """,
        key_fingerprint=key_fingerprint,
        idle_since=tx.now - IDLE,
    )


class Membership(Struct, frozen=True):
    """An account of a user."""

    account_id: str
    name: str
    role: Literal["owner", "member"]


class _AccountId(Struct):
    account_id: str


async def memberships(tx: Tx, user_id: str) -> list[Membership]:
    """Returns the accounts of a user except test accounts, sorted by name.

    The transaction then sees these accounts.
    """
    rows = await tx.many(
        _AccountId,
        """
        select account_id from memberships where user_id = :user_id and live_account_id is null
        order by account_id limit 1000
        """,
        user_id=user_id,
    )
    account_ids = [row.account_id for row in rows]
    await tx.see(account_ids)
    return await tx.many(
        Membership,
        """
        select m.account_id, a.name, m.role from memberships m
        join accounts a on a.id = m.account_id and a.id = any (:account_ids)
        where m.user_id = :user_id and m.account_id = any (:account_ids)
        order by lower(a.name), m.account_id limit 1000
        """,
        user_id=user_id,
        account_ids=account_ids,
    )


async def choose(tx: Tx, found: Session, account_id: str, network: str) -> bool:
    """Makes the session act for an account, which the transaction then sees.

    Returns False if the user is not a member of it.
    """
    changed = await tx.run(
        """
        update sessions set account_id = :account_id where id = :id and exists (
          -- Locked: the removal of a member waits, and then also ends this row.
          select 1 from memberships
          where user_id = :user_id and account_id = :account_id and live_account_id is null
          for no key update)
        """,
        id=found.id,
        user_id=found.user_id,
        account_id=account_id,
    )
    if changed and account_id != found.account_id:
        await record_action(tx, "session.start", account_id, found.user_id, found.id, network)
    return changed > 0


async def record_in_accounts(
    tx: Tx, action: str, user_id: str, network: str, record_id: str | None = None
) -> None:
    """Adds an entry to the audit log of each account of the user, which the transaction then sees."""
    for each in await memberships(tx, user_id):
        effects.get_effects(tx).audit(
            Audited(
                account_id=each.account_id,
                action=action,
                actor="user",
                user_id=user_id,
                network=network or None,
                record_id=record_id,
            )
        )
