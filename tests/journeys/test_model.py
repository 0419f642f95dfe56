"""Cards, purchases, groups and admins over HTTP agree with a model after any sequence of steps.

Hypothesis chooses the steps and shrinks a difference to the shortest sequence that shows it.
"""

from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest
from anyio import from_thread, to_thread
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from tests.world import Person, World
from wellwish.bundles.grant import grant

PRIVILEGES = ("can_update", "invite_contributors", "admin_management")
PEOPLE = ("alice", "bob", "mallory")
EMAILS = tuple(f"{name}@example.com" for name in (*PEOPLE, "dora"))

people = st.sampled_from(PEOPLE)
privileges = st.frozensets(st.sampled_from(PRIVILEGES))


@dataclass
class ModelAdmin:
    email: str
    held: frozenset[str]


@dataclass
class ModelCard:
    owner: str
    purchase: str
    state: str = "open"
    deleted: bool = False
    ever_invited: bool = False
    invited: set[str] = field(default_factory=set)
    admins: dict[str, ModelAdmin] = field(default_factory=dict)

    def held_by(self, person: str) -> frozenset[str] | None:
        """Returns the person's privileges on the card, plus "owner" for the owner; None without access."""
        if self.deleted:
            return None
        if person == self.owner:
            return frozenset((*PRIVILEGES, "owner"))
        mine = [admin.held for admin in self.admins.values() if admin.email == f"{person}@example.com"]
        return mine[0] if mine else None


@dataclass
class ModelPurchase:
    owner: str
    total: int
    used: int = 0


class Service:
    """Calls the service synchronously from a worker thread."""

    def __init__(self, world: World) -> None:
        self.world = world

    def begin(self) -> dict[str, list[str]]:
        """Empties the world; grants alice purchases of 3 and 2 cards, and the others one of 2 cards."""
        return from_thread.run(self._begin)

    async def _begin(self) -> dict[str, list[str]]:
        await self.world.empty()
        await self.world.settle()
        await self.world.owner.execute("delete from bundle_purchases")
        purchases: dict[str, list[str]] = {}
        for name, sizes in (("alice", (3, 2)), ("bob", (2,)), ("mallory", (2,))):
            account_id = self.person(name).account_id
            async with self.world.services.db.transaction([account_id]) as tx:
                purchases[name] = [(await grant(tx, account_id, size)).id for size in sizes]
        self.template_id = await self.world.owner.fetchval("select min(id) from templates")
        return purchases

    def person(self, name: str) -> Person:
        return getattr(self.world, name)

    def call(self, name: str, method: str, path: str, body: Any = None) -> httpx2.Response:
        given = {} if body is None else {"json": body}
        return from_thread.run(lambda: self.person(name).request(method, path, **given))


class Machine(RuleBasedStateMachine):
    """The model and its rules: each rule performs a step on the service and the model and compares the
    results.
    """

    service: Service
    needs = {"update": "can_update", "invite": "invite_contributors", "manage": "admin_management"}

    cards = Bundle("cards")
    admins = Bundle("admins")
    groups = Bundle("groups")

    # Random steps seldom add an admin who then acts, so each run begins with one.
    @initialize(target=cards, held=privileges)
    def begin(self, held: frozenset[str]) -> Any:
        self.model: dict[str, ModelCard] = {}
        self.named: dict[str, dict[str, str]] = {name: {} for name in PEOPLE}
        sizes = {"alice": (3, 2), "bob": (2,), "mallory": (2,)}
        self.purchases = {
            purchase_id: ModelPurchase(name, size)
            for name, made in self.service.begin().items()
            for purchase_id, size in zip(made, sizes[name], strict=True)
        }
        card_id = self.create("alice", None, "alice")
        self.add(card_id, "alice", "bob@example.com", held)
        return card_id

    # Expectations of the model

    def refused(self, card: ModelCard, who: str, needs: str) -> int | None:
        """Returns 404 if the caller has no access, 403 if the privilege is missing, else None."""
        held = card.held_by(who)
        if held is None:
            return 404
        return None if needs == "read" or needs in held else 403

    def expect(self, answer: httpx2.Response, status: int, step: str) -> bool:
        assert answer.status_code == status, (
            f"{step}: expected {status}, got {answer.status_code} {answer.text}"
        )
        return answer.is_success

    # Cards and purchases

    @rule(target=cards, who=people, which=st.sampled_from((None, 0, 1)), whose=people)
    def create(self, who: str, which: int | None, whose: str) -> Any:
        body: dict[str, Any] = {
            "title": "T", "sender": "S", "template_id": self.service.template_id, "collection": {},
        }  # fmt: skip
        mine = [each for each in self.purchases.items() if each[1].owner == who]
        status, taken = 201, next((key for key, each in mine if each.used < each.total), None)
        if which is not None:
            theirs = [key for key, each in self.purchases.items() if each.owner == whose]
            body["bundle_purchase_id"] = named = theirs[which % len(theirs)]
            purchase = self.purchases[named]
            taken = named
            if purchase.owner != who:
                status = 404
            elif purchase.used >= purchase.total:
                status = 409
        elif taken is None:
            status = 409
        answer = self.service.call(who, "POST", "/api/cards", body)
        if not self.expect(answer, status, "create"):
            return multiple()
        assert taken is not None
        assert answer.json()["bundle_purchase_id"] == taken
        self.purchases[taken].used += 1
        self.model[answer.json()["id"]] = ModelCard(who, taken)
        return answer.json()["id"]

    def step(self, card_id: str, who: str, name: str, needs: str, allowed: tuple[str, ...]) -> bool:
        card = self.model[card_id]
        status = self.refused(card, who, needs) or (200 if card.state in allowed else 409)
        body = {} if name == "reopen" else None
        answer = self.service.call(who, "POST", f"/api/cards/{card_id}/{name}", body)
        return self.expect(answer, status, name)

    @rule(card_id=cards, who=people)
    def close(self, card_id: str, who: str) -> None:
        if self.step(card_id, who, "close", self.needs["update"], ("open",)):
            self.model[card_id].state = "closed"

    @rule(card_id=cards, who=people)
    def reopen(self, card_id: str, who: str) -> None:
        if self.step(card_id, who, "reopen", self.needs["update"], ("closed",)):
            self.model[card_id].state = "open"

    @rule(card_id=cards, who=people)
    def archive(self, card_id: str, who: str) -> None:
        if self.step(card_id, who, "archive", "owner", ("closed",)):
            self.model[card_id].state = "archived"

    @rule(card_id=cards, who=people)
    def cancel(self, card_id: str, who: str) -> None:
        if self.step(card_id, who, "cancel", "owner", ("open", "closed")):
            card = self.model[card_id]
            card.state = "cancelled"
            if not card.ever_invited:
                self.purchases[card.purchase].used -= 1

    @rule(card_id=cards, who=people)
    def delete(self, card_id: str, who: str) -> None:
        card = self.model[card_id]
        answer = self.service.call(who, "DELETE", f"/api/cards/{card_id}")
        if self.expect(answer, self.refused(card, who, "owner") or 200, "delete"):
            card.deleted = True

    @rule(card_id=cards, who=people, title=st.sampled_from(("One", "Two")))
    def change(self, card_id: str, who: str, title: str) -> None:
        card = self.model[card_id]
        status = self.refused(card, who, self.needs["update"])
        status = status or (200 if card.state in ("open", "closed") else 409)
        answer = self.service.call(who, "PATCH", f"/api/cards/{card_id}", {"title": title})
        if self.expect(answer, status, "change"):
            assert answer.json()["title"] == title

    @rule(card_id=cards, who=people, email=st.sampled_from(EMAILS))
    def invite(self, card_id: str, who: str, email: str) -> None:
        card = self.model[card_id]
        status = self.refused(card, who, self.needs["invite"]) or (201 if card.state == "open" else 409)
        invitees = [{"delivery_type": "email", "delivery_id": email}]
        body = {"card_id": card_id, "invitees": invitees}
        answer = self.service.call(who, "POST", "/api/cards/invitations", body)
        if self.expect(answer, status, "invite"):
            card.ever_invited = True
            card.invited.add(email)

    # Admins

    @rule(target=admins, card_id=cards, who=people, email=st.sampled_from(EMAILS), held=privileges)
    def add(self, card_id: str, who: str, email: str, held: frozenset[str]) -> Any:
        card = self.model[card_id]
        status = self.refused(card, who, self.needs["manage"])
        if status is None and not held <= (card.held_by(who) or frozenset()):
            status = 403
        exists = any(admin.email == email for admin in card.admins.values())
        if status is None:
            status = 409 if exists or card.state in ("archived", "cancelled") else 201
        body = {"card_id": card_id, "email": email, "privilege": dict.fromkeys(held, True)}
        answer = self.service.call(who, "POST", "/api/card-admins", body)
        if not self.expect(answer, status, "add"):
            return multiple()
        card.admins[answer.json()["id"]] = ModelAdmin(email, held)
        return (card_id, answer.json()["id"])

    def _managed(self, card: ModelCard, admin_id: str, who: str, needs: str, *others: frozenset[str]) -> int:
        """Returns the expected status of a request that grants or removes privileges."""
        status = self.refused(card, who, needs)
        if status is not None:
            return status
        if admin_id not in card.admins:
            return 404
        mine = card.held_by(who) or frozenset()
        return 200 if all(other <= mine for other in others) else 403

    @rule(admin=admins, who=people, held=privileges)
    def replace(self, admin: tuple[str, str], who: str, held: frozenset[str]) -> None:
        card = self.model[admin[0]]
        before = card.admins[admin[1]].held if admin[1] in card.admins else frozenset[str]()
        status = self._managed(card, admin[1], who, self.needs["manage"], held, before)
        body = {"privilege": dict.fromkeys(held, True)}
        answer = self.service.call(who, "PUT", f"/api/card-admins/{admin[1]}", body)
        if self.expect(answer, status, "replace"):
            card.admins[admin[1]].held = held

    @rule(admin=admins, who=people)
    def remove(self, admin: tuple[str, str], who: str) -> None:
        card = self.model[admin[0]]
        known = card.admins.get(admin[1])
        own = known is not None and known.email == f"{who}@example.com"
        needs = "read" if own else self.needs["manage"]
        status = self._managed(card, admin[1], who, needs, known.held if known else frozenset())
        answer = self.service.call(who, "DELETE", f"/api/card-admins/{admin[1]}")
        if self.expect(answer, status, "remove"):
            del card.admins[admin[1]]

    # Groups

    @rule(target=groups, who=people, name=st.sampled_from(("Team", "Family")))
    def make_group(self, who: str, name: str) -> Any:
        status = 409 if name in self.named[who] else 201
        answer = self.service.call(who, "POST", "/api/groups", {"name": name, "members": []})
        if not self.expect(answer, status, "make group"):
            return multiple()
        self.named[who][name] = answer.json()["id"]
        return answer.json()["id"]

    @rule(group_id=groups, who=people)
    def read_group(self, group_id: str, who: str) -> None:
        status = 200 if group_id in self.named[who].values() else 404
        self.expect(self.service.call(who, "GET", f"/api/groups/{group_id}"), status, "read group")

    @rule(group_id=consumes(groups), who=people)
    def delete_group(self, group_id: str, who: str) -> None:
        known = {made: name for name, made in self.named[who].items()}
        answer = self.service.call(who, "DELETE", f"/api/groups/{group_id}")
        if self.expect(answer, 204 if group_id in known else 404, "delete group"):
            del self.named[who][known[group_id]]

    # Views

    @rule(card_id=cards, who=people)
    def read(self, card_id: str, who: str) -> None:
        card = self.model[card_id]
        answer = self.service.call(who, "GET", f"/api/cards/{card_id}")
        if self.expect(answer, self.refused(card, who, "read") or 200, "read"):
            held = card.held_by(who) or frozenset()
            seen = answer.json()
            assert (seen["status"], seen["role"]) == (card.state, "owner" if "owner" in held else "admin")
            if "owner" not in held:
                assert {name for name, has in seen["privilege"].items() if has} == held

    @rule(who=people)
    def look(self, who: str) -> None:
        rows = self.service.call(who, "GET", "/api/cards").json()["data"]
        expected = {
            card_id: (card.state, card.owner == who)
            for card_id, card in self.model.items()
            if card.held_by(who) is not None
        }
        assert {row["id"]: (row["status"], row["role"] == "owner") for row in rows} == expected
        assert len(rows) == len(expected)
        assert {row["id"]: row["counts"]["invited"] for row in rows} == {
            card_id: len(self.model[card_id].invited) for card_id in expected
        }

    @rule(card_id=cards, who=people)
    def look_at_admins(self, card_id: str, who: str) -> None:
        card = self.model[card_id]
        answer = self.service.call(who, "GET", f"/api/card-admins/card/{card_id}")
        if self.expect(answer, self.refused(card, who, self.needs["manage"]) or 200, "look at admins"):
            seen = {
                row["id"]: frozenset(name for name, has in row["privilege"].items() if has)
                for row in answer.json()["data"]
            }
            assert seen == {admin_id: admin.held for admin_id, admin in card.admins.items()}

    @rule(who=people)
    def look_at_groups(self, who: str) -> None:
        rows = self.service.call(who, "GET", "/api/groups").json()["data"]
        assert {row["name"]: row["id"] for row in rows} == self.named[who]

    @invariant()
    def spends_what_was_bought(self) -> None:
        for who in PEOPLE if hasattr(self, "purchases") else ():
            rows = self.service.call(who, "GET", "/api/bundle-purchases").json()["data"]
            mine = {key: each for key, each in self.purchases.items() if each.owner == who}
            assert {row["id"]: row["cards_used"] for row in rows} == {key: p.used for key, p in mine.items()}


class Swapped(Machine):
    """The control: a model that swaps two privileges."""

    needs = {"update": "invite_contributors", "invite": "can_update", "manage": "admin_management"}


def of(examples: int, steps: int, **more: Any) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        print_blob=True,
        **more,
    )


def run(machine: type[Machine], service: Service, how: settings) -> None:
    bound = type(machine.__name__, (machine,), {"service": service})
    run_state_machine_as_test(bound, settings=how)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(of(10, 15, derandomize=True), id="10 x 15"),
        pytest.param(of(60, 30, derandomize=True), id="60 x 30", marks=pytest.mark.fuzz),
        pytest.param(of(2000, 50), id="2,000 x 50", marks=pytest.mark.full),
    ],
)
async def test_answers_as_the_model_does(how: settings, running: World) -> None:
    await to_thread.run_sync(run, Machine, Service(running), how)


@pytest.mark.fuzz
async def test_finds_a_swapped_privilege(running: World) -> None:
    how = of(200, 30, derandomize=True, phases=[Phase.generate])
    with pytest.raises(AssertionError, match="expected"):
        await to_thread.run_sync(run, Swapped, Service(running), how)
