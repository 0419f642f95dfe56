"""The test data of an account of the running service: people who join, leave and decline, and their cards."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from typing import Any, Final

import httpx2

from tests.occasions.forks import Forks
from tests.occasions.test_years import ZONES, Made, Member, days_of
from tests.test_mode.clocks import read
from tests.waiting import until
from tests.world import Person

JOB: Final = "occasions.create_cards"
# Of a list of 10,000 people on a busy machine.
PATIENCE_S: Final = 1800.0
BOSS: Final = {"external_id": "boss", "name": "Boss", "email": "boss@example.com"}
_PAGE: Final = 200


def nearest(member: Member, title: str, closed_on: date) -> Made:
    """Returns the occasion of a card; a card for 1 January may close in the year before."""
    occasion = title.partition(" ")[0]
    days = [(days_of(member, year).get(occasion), year) for year in range(closed_on.year, closed_on.year + 2)]
    _, year = min((abs(closed_on - on), year) for on, year in days if on is not None)
    return member.external_id, occasion, year


async def accepted(request: Callable[[], Awaitable[httpx2.Response]]) -> httpx2.Response:
    """Repeats a request while a busy machine refuses it, and returns its answer."""

    async def answered() -> httpx2.Response | None:
        answer = await request()
        return answer if answer.status_code != 503 else None

    answer = await until(answered, within_s=PATIENCE_S)
    assert answer.is_success, answer.text
    return answer


class Company:
    """Its people, changed through the API and their own pages.

    The model of ``test_years`` also knows them.
    """

    worker: Forks

    def __init__(self, tester: Person) -> None:
        self.tester = tester
        self.owner = tester.world.owner
        self.account_id = tester.account_id
        self.members: list[Member] = []
        self._links: dict[str, str] = {}
        self._made: dict[str, Made] = {}  # by card

    async def sign_in(self) -> None:
        self.tester.token = await self.tester.exchange()

    async def ask(self, method: str, path: str, **given: Any) -> Any:
        return (await accepted(lambda: self.tester.request(method, path, **given))).json()

    async def start(self) -> None:
        """Adds a boss without dates."""
        await self.ask("POST", "/api/people", json=BOSS)

    async def start_rule(self, **fields: Any) -> None:
        templates = (await self.ask("GET", "/api/templates"))["data"]
        body = {
            "template_ids": [templates[0]["id"]], "sender": "The team", "max_cards_a_month": 10_000,
            "invites": "nobody", **fields,
        }  # fmt: skip
        rule = await self.ask("POST", "/api/occasion-rules", json=body)
        await self.ask("POST", f"/api/occasion-rules/{rule['id']}/start")

    async def add(self, members: list[Member]) -> None:
        """Adds people with a list, and makes the choices that the model has for them."""
        self.members += members
        people = [each.body() for each in members]
        await self.ask("PUT", "/api/people", json={"people": people, "keep_others": True})
        # As autovacuum does within a minute.
        await self.owner.execute("analyze people, person_dates")
        await self._mailed(members)
        for each in members:
            if each.declines:
                await self.choose(each)

    async def choose(self, member: Member) -> None:
        """Chooses on the person's own page whether they want cards."""
        form = {"form": "choice", **({"no_cards": "1"} if member.declines else {})}
        link = self._links[member.external_id]
        await accepted(lambda: self.tester.world.client.post(link, data=form))

    async def _mailed(self, members: list[Member]) -> None:
        """Waits for the mails with the links to the people's pages; mails are not kept for three years."""
        addresses = {f"{each.external_id}@example.com": each.external_id for each in members}

        async def all_mailed() -> bool:
            query: dict[str, Any] = {"limit": _PAGE}
            while addresses:
                page = await self.ask("GET", "/api/test/outbox", params=query)
                for each in page["data"]:
                    if each["kind"] == "person_added" and each["recipient"] in addresses:
                        [link] = [link for link in each["links"] if "/person/" in link]
                        self._links[addresses.pop(each["recipient"])] = link
                if page["next_cursor"] is None:
                    break
                query["cursor"] = page["next_cursor"]
            return not addresses

        # Each poll reads all mails, so the first one waits for most of them.
        await self._until_none(_READY)
        await until(all_mailed, within_s=PATIENCE_S)

    async def _until_none(self, sql: str) -> None:
        await self.until(f"select not ({sql})", self.account_id)

    async def until(self, sql: str, *given: Any) -> None:
        async def is_true() -> bool:
            await self.worker.keep()
            return await self.owner.fetchval(sql, *given)

        await until(is_true, within_s=PATIENCE_S)

    async def change_someone(self, chance: random.Random) -> None:
        """Makes a random change, and applies it to the service and to the model."""
        kind = chance.choice(["join", "leave", "return", "move", "decline", "import", "import"])
        member = chance.choice(self.members)
        match kind:
            case "join":
                await self.add([Member(len(self.members), chance)])
            case "leave" | "return":
                has_left = kind == "leave"
                if await self.change(member, status="left" if has_left else "active"):
                    member.has_left = has_left
            case "move":
                zone = chance.choice(ZONES)
                if await self.change(member, timezone=zone):
                    member.zone = zone
            case "decline":
                if not member.has_left:  # the page of somebody who has left may end
                    member.declines = not member.declines
                    await self.choose(member)
            case _:
                listed = [BOSS, *(each.body() for each in self.members if not each.has_left)]
                await self.ask("PUT", "/api/people", json={"people": listed, "allow_leavers": True})

    async def change(self, member: Member, **fields: Any) -> bool:
        """Returns False for somebody who left so long ago that they were erased."""
        found = (await self.ask("GET", "/api/people", params={"external_id": member.external_id}))["data"]
        for each in found:
            await self.ask("PATCH", f"/api/people/{each['id']}", json=fields)
        assert found or member.has_left
        return bool(found)

    async def settle(self) -> None:
        """Waits until the job that creates cards has followed the changes."""
        await self._until_none(_CREATING)

    async def now(self) -> datetime:
        return datetime.fromisoformat((await read(self.tester))["now"])

    async def advance(self, to: datetime) -> None:
        """Starts to move the clock; ``arrive`` waits for it."""
        await self.ask("POST", "/api/test-clock/advance", json={"to": to.isoformat()})

    async def arrive(self) -> None:
        await self._until_none(_ADVANCING)

    async def planned(self, until_: datetime) -> set[Made]:
        """Returns the occasions that the list shows as planned and whose cards open by then."""
        found, query = set[Made](), {"limit": _PAGE, "until": f"{until_ + timedelta(days=50):%Y-%m-%d}"}
        while True:
            page = await self.ask("GET", "/api/occasions", params=query)
            found |= {
                (each["person_name"], each["occasion"], each["year"])
                for each in page["data"]
                if each["state"] == "planned" and datetime.fromisoformat(each["opens_at"]) <= until_
            }
            if page["next_cursor"] is None:
                return found
            query["cursor"] = page["next_cursor"]

    async def cards(self) -> Counter[Made]:
        """Returns the number of cards of each occasion: the nearest day of the person to a card's end."""
        by_id = {each.external_id: each for each in self.members}
        rows = await self.owner.fetch(
            """
            select c.id, c.title, c.contribution_ends_at, r.external_id from cards c
            join recipients r on r.account_id = c.account_id and r.card_id = c.id
            where c.account_id = $1
            """,
            self.account_id,
        )
        for row in rows:
            if row["id"] not in self._made:
                member = by_id[row["external_id"]]
                self._made[row["id"]] = nearest(member, row["title"], row["contribution_ends_at"].date())
        return Counter(self._made[row["id"]] for row in rows)

    async def kill_worker(self, runs: int) -> int:
        """Kills the worker in a run of the job that creates cards, and starts another one.

        The kill comes after this many runs of the job, or after the clock has arrived. Returns how many runs
        it interrupted: 0 or 1.
        """
        claims = await self.owner.fetchval(_CLAIMS, self.account_id, JOB) or 0

        await self.until(_DUE, self.account_id, JOB, claims + runs)
        await self.worker.kill()
        held = await self.owner.fetchval(_HELD, self.account_id, JOB)
        await self.start_worker()
        return held

    async def start_worker(self) -> None:
        """Starts a worker after the last one was killed."""
        # Nothing renews the leases of a dead worker: they end now instead of in 20 s.
        await self.owner.execute("update jobs set locked_until = now() where locked_until > now()")
        await self.worker.start()


_CLAIMS: Final = "select claims from jobs where account_id = $1 and kind = $2"
_DUE: Final = """
    select exists (
        select 1 from jobs
        where account_id = $1 and kind = $2 and claims >= $3 and locked_until > now())
      or not exists (select 1 from test_accounts where account_id = $1 and advancing_to is not null)
    """
_ADVANCING: Final = "select advancing_to is not null from test_accounts where account_id = $1"
_READY: Final = "select exists (select 1 from jobs where account_id = $1 and ready)"
_CREATING: Final = f"select exists (select 1 from jobs where account_id = $1 and ready and kind = '{JOB}')"
_HELD: Final = "select count(*) from jobs where account_id = $1 and kind = $2 and locked_until > now()"
