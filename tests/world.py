"""The people of the tests, and the service that they call over HTTP."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, ClassVar

import asyncpg
import httpx2

from tests import spare
from tests.outside import outside
from tests.settled import Copies
from wellwish import app as starting
from wellwish.accounts.account import owner_id
from wellwish.accounts.create import NewAccount
from wellwish.accounts.create import create as create_account
from wellwish.app import application, build_services
from wellwish.auth.credentials.credential import TOKEN_LIFETIME
from wellwish.auth.credentials.issue import issue
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.bundles.grant import grant
from wellwish.infra.http import Services
from wellwish.infra.jobs import Worker
from wellwish.worker import JOBS, SENDING

_WARM = starting.warm


async def _nothing(_: Services) -> None: ...


# Emptied before each test, dependent tables first; catalogues remain.
_TABLES = (
    "cached_pdfs", "drawn_covers", "media_paths", "media",
    "text_languages",
    "webhook_attempts", "webhook_deliveries", "webhook_endpoints", "webhook_tails", "counters",
    "minute_counts", "job_successes", "processes", "server_key",
    "key_generations",
    "suppressions", "bounce_addresses", "messages",
    "receipt_addresses", "contributions",
    "walls", "organiser_news", "muted_cards", "refund_requests", "handovers", "thanks", "note_reports",
    "mail_reports",
    "expansions", "invitations", "invitation_counts", "group_members", "groups", "group_counts",
    "occasions", "occasion_rules", "person_dates", "people",
    "card_grants", "card_admins", "links",
    "card_words", "recipients", "cards", "card_batches",
    "payout_movements", "payouts", "ledger", "ledger_balances", "ledger_accounts", "refunds", "payments",
    "payment_links", "provider_events", "provider_polls", "payment_providers",
    "sandbox_events", "sandbox_refunds", "sandbox_payments",
    "person_requests", "erasures", "export_parts", "data_requests", "deletion_requests",
    "bundle_purchases", "audit_entries", "events", "jobs",
    "idempotency_keys", "stored_response_bytes", "throttles",
    "kept_forms",
    "email_changes", "passkeys", "sessions", "sign_in_attempts", "access_tokens", "credentials",
    "restricted_tokens", "restricted_keys",
    "consent_tokens", "consents",
    "member_invitations", "memberships", "users", "test_accounts", "customers", "platforms",
    "accounts",
)  # fmt: skip


# Most tables have no rows: checking each costs less than planning a delete from each.
_EMPTY = f"""
    create function pg_temp.empty() returns void language plpgsql as $$ begin
    {" ".join(f"if exists (select 1 from {table}) then delete from {table}; end if;" for table in _TABLES)}
    end $$
"""


_FRESH = TOKEN_LIFETIME / 2  # a test may have moved the clock before its first call


class Person:
    """A user with an account, credentials and a token, who calls the API."""

    def __init__(self, world: "World", name: str, made: dict[str, str]) -> None:
        self.world = world
        self.name = name
        self.email = f"{name}@example.com"
        self.account_id = made["account_id"]
        self.user_id = made["user_id"]
        self.api_key = made["api_key"]
        self.client_secret = made["client_secret"]
        self.bundle_purchase_id = made["bundle_purchase_id"]
        self.token: str | None = None
        self._settled_at: datetime | None = None

    def copy(self, world: "World", fresh: dict[str, str]) -> "Person":
        """Returns the person in a world with other IDs and the same credentials."""
        made = {name: fresh.get(value, value) for name, value in vars(self).items() if isinstance(value, str)}
        return Person(world, self.name, made)

    def settled(self, world: "World", fresh: dict[str, str]) -> "Person":
        """Returns a copy with the token, which was copied as well."""
        person = self.copy(world, fresh)
        person.token, person._settled_at = self.token, clock.now()
        return person

    async def request(self, method: str, path: str, **given: Any) -> httpx2.Response:
        """Calls an operation with the person's token, which the first call fetches if none was copied."""
        if self.token is None or (self._settled_at and clock.now() - self._settled_at > _FRESH):
            self.token = await self.exchange()
        self._settled_at = None
        headers = {"Authorization": f"Bearer {self.token}", **given.pop("headers", {})}
        return await self.world.client.request(method, path, headers=headers, **given)

    async def tester(self) -> "Person":
        """Creates a test pair, and returns the same user with the test data of the account."""
        headers = {"x-api-key": self.api_key, "x-client-secret": self.client_secret}
        answer = await self.world.client.post("/account/api-access/credentials/test", headers=headers)
        assert answer.status_code == 201, answer.text
        made = Person(self.world, self.name, {**vars(self), **answer.json()})
        made.account_id = (await made.get("/api/account")).json()["id"]
        [purchase] = (await made.get("/api/bundle-purchases")).json()["data"]
        made.bundle_purchase_id = purchase["id"]
        return made

    async def exchange(self) -> str:
        headers = {"x-api-key": self.api_key, "x-client-secret": self.client_secret}
        answer = await self.world.client.post("/account/api-access/token", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["access_token"]

    async def get(self, path: str, **given: Any) -> httpx2.Response:
        return await self.request("GET", path, **given)

    async def post(self, path: str, json: Any = None, **given: Any) -> httpx2.Response:
        """Sends a POST; ``key`` is the Idempotency-Key."""
        return await self.request("POST", path, json=json, **_keyed(given))

    async def patch(self, path: str, json: Any = None, **given: Any) -> httpx2.Response:
        return await self.request("PATCH", path, json=json, **given)

    async def put(self, path: str, json: Any = None, **given: Any) -> httpx2.Response:
        return await self.request("PUT", path, json=json, **given)

    async def delete(self, path: str, **given: Any) -> httpx2.Response:
        return await self.request("DELETE", path, **given)


def _keyed(given: dict[str, Any]) -> dict[str, Any]:
    key = given.pop("key", None)
    if key is not None:
        given["headers"] = {"Idempotency-Key": key, **given.get("headers", {})}
    return given


class World:
    """The application in this process, and its users."""

    # Records that the service created for the first world, by server key, which determines the credential
    # hashes.
    _first: ClassVar[dict[bytes, tuple[Copies, list[Person]]]] = {}

    alice: Person
    bob: Person
    mallory: Person

    def __init__(
        self, services: Services, client: httpx2.AsyncClient, owner: "asyncpg.Connection[Any]"
    ) -> None:
        self.services = services
        self.client = client
        self.owner = owner  # as the tables' owner, to whom row-level security does not apply

    @classmethod
    @asynccontextmanager
    async def over(
        cls,
        settings: Settings,
        owner_dsn: str,
        runtime_dsn: str,
        *,
        is_warm: bool = False,
        is_spared: bool = True,
    ) -> AsyncGenerator["World"]:
        """Starts the application on a database.

        ``is_warm`` warms it up as a real process does, which takes half a second. ``is_spared``: it may take
        the connections of an earlier world.
        """
        services = build_services(settings, runtime_dsn, outside())
        if is_spared:
            spare.lend(services.db)
        app = application(services)
        owner = await asyncpg.connect(owner_dsn)
        await owner.execute(_EMPTY)
        transport = httpx2.ASGITransport(app, client=("127.0.0.1", 50000))
        starting.warm = _WARM if is_warm else _nothing
        try:
            async with (
                app.router.lifespan_context(app),
                httpx2.AsyncClient(transport=transport, base_url=settings.base_url) as client,
            ):
                yield cls(services, client, owner)
        finally:
            await owner.close()

    async def empty(self) -> None:
        """Empties all tables except the catalogues."""
        await self.owner.execute("select pg_temp.empty()")

    async def settle(self) -> None:
        """Creates an account each for alice, bob and mallory in an empty world; alice has 100 cards, the
        others 10.

        The service creates the first accounts; later ones are copies.
        """
        key = self.services.settings.secret_key
        if key not in self._first:
            people = [await self.person(*each) for each in (("alice", 100), ("bob", 10), ("mallory", 10))]
            for each in people:
                each.token = await each.exchange()
            # The key pairs of the copies have not been used, and no budget has been spent.
            await self.owner.execute(
                "update credentials set first_used_at = null, last_used_at = null; delete from throttles"
            )
            self._first[key] = (
                await Copies.of(self.owner, _TABLES),
                [each.settled(self, {}) for each in people],
            )
        else:
            copies, people = self._first[key]
            fresh = await copies.insert(self.owner)
            people = [each.settled(self, fresh) for each in people]
        self.alice, self.bob, self.mallory = people

    async def renew(self) -> "World":
        """Empties the world and settles it again; returns it."""
        self.client.cookies.clear()  # a new browser without cookies
        clock.use_test_clock(None)  # all tests share a context, in which another one may have run a job
        await self.empty()
        await self.settle()
        return self

    async def person(self, name: str, cards: int, **settings: Any) -> Person:
        """Creates an account as the command line does."""
        async with self.services.db.transaction() as tx:
            new = NewAccount(name=f"{name} and co", email=f"{name}@example.com", **settings)
            account = await create_account(tx, new)
            user_id = await owner_id(tx, account.id)
            pair = await issue(tx, self.services.keys, account.id, user_id)
            purchase = await grant(tx, account.id, cards)
        made = {
            "account_id": account.id,
            "user_id": user_id,
            "api_key": pair.api_key,
            "client_secret": pair.client_secret,
            "bundle_purchase_id": purchase.id,
        }
        return Person(self, name, made)

    async def work(self) -> int:
        """Runs the jobs that are due, including those that they enqueue. Returns their number."""
        worker, count = Worker(self.services.db, self.services, JOBS, sending=SENDING), 0
        while taken := await worker.drain():
            count += taken
        return count
