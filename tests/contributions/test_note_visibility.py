"""Visibility of notes and names: every combination, against a table written from the product's rules."""

import itertools
from dataclasses import dataclass
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.later import day
from tests.world import Person, World
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions import note_visibility
from wellwish.contributions.board import list_board
from wellwish.contributions.note_visibility import Viewer

pytestmark = pytest.mark.anyio

STATUSES = ("pending", "published", "hidden", "rejected", "deleted")
VISIBILITIES = ("everyone", "recipient")
# The card's state in the database, and whether it was closed earlier.
STATES = {
    "open": ("open", False),
    "closed": ("closed", False),
    "reopened": ("open", True),
    "archived": ("archived", False),
    "cancelled": ("cancelled", False),
    "cancelled after closing": ("cancelled", True),
}
KINDS = ("owner", "admin", "recipient", "contributor", "link", "public")
# see_contributor_names: who may see the names. The owner sees everything.
NAMES: dict[int, set[str]] = {
    0: {"owner", "admin", "recipient", "contributor", "link", "public"},
    1: {"owner", "admin", "recipient", "contributor"},
    2: {"owner", "admin", "recipient"},
    3: {"owner", "admin"},
}


@dataclass(frozen=True)
class Case:
    """One note and its author."""

    id: str
    name: str
    status: str
    visibility: str
    anonymous: bool


def is_seen(kind: str, case: Case, state: str, card_type: int) -> bool:
    """Decides by the product's rules, one per statement."""
    if case.status == "deleted":
        return False
    if kind in ("owner", "admin") or (kind == "recipient" and card_type == 2):
        return True  # moderators, and the recipient of a card to oneself, see every note
    if case.status != "published" or state.startswith("cancelled"):
        return False
    if kind in ("recipient", "public") and state == "open":
        return False  # view links say "not yet"
    return case.visibility == "everyone" or kind == "recipient"


def is_read_early(state: str, see_notes: str, signed: bool) -> bool:
    """Decides whether contributors and holders of the shared link read notes before the card is closed."""
    return state != "open" or see_notes == "everyone" or (see_notes == "signed" and signed)


def is_named(kind: str, case: Case, names: int, card_type: int) -> bool:
    if case.anonymous:
        return False
    return kind in NAMES[names] or (kind == "recipient" and card_type == 2)


async def cases(world: World, alice: Person, made: dict[str, Any]) -> list[Case]:
    """Creates a note of each kind on one card."""
    found: list[Case] = []
    steps = {"published": ["publish"], "hidden": ["hide"], "rejected": ["reject"]}
    for number, (status, visibility, anonymous) in enumerate(
        itertools.product(STATUSES, VISIBILITIES, (False, True))
    ):
        name = f"Author {number}"
        new = wish(name, f"Note {number}", visibility=visibility, anonymous=anonymous)
        signed = await signs(world, made["sign_url"], new)
        path = f"/api/cards/{made['id']}/contributions/{signed.row.id}"
        for step in steps.get(status, []):
            assert (await alice.post(f"{path}/{step}")).is_success
        if status == "deleted":
            assert (await alice.delete(path)).is_success
        found.append(Case(signed.row.id, name, status, visibility, anonymous))
    return found


async def put(world: World, card_id: str, state: str, names: int, card_type: int) -> None:
    stored, revealed = STATES[state]
    await world.owner.execute(
        "update cards set state = $2, revealed_at = case when $3 then now() end, see_contributor_names = $4, "
        "card_type = $5 where id = $1",
        card_id,
        stored,
        revealed,
        names,
        card_type,
    )


async def test_shows_each_viewer_what_the_rules_say_and_no_more(world: World, alice: Person) -> None:
    made = await make.card(alice, moderation="pre", see_notes="everyone")
    notes = await cases(world, alice, made)
    access = CardAccess(alice.account_id, made["id"], EVERYTHING)
    combinations = 0
    for state, names, card_type in itertools.product(STATES, NAMES, (0, 1, 2)):
        await put(world, made["id"], state, names, card_type)
        async with world.services.db.transaction([alice.account_id]) as tx:
            row = await card_row.load(tx, access)
            for kind in KINDS:
                shown = await note_visibility.list_notes(tx, row, Viewer(kind), limit=100)
                expected = [
                    (each.id, each.name if is_named(kind, each, names, card_type) else None)
                    for each in notes
                    if is_seen(kind, each, state, card_type)
                ]
                assert [(each.id, each.name) for each in shown] == expected, (state, names, card_type, kind)
                assert not [each for each in shown if each.anonymous and (each.invite_id or each.source)]
                assert await note_visibility.count_notes(tx, row, Viewer(kind)) == len(expected)
                combinations += 1
    assert combinations == 6 * 4 * 3 * 6


async def test_shows_notes_before_the_closing_to_those_whom_the_card_names(
    world: World, alice: Person
) -> None:
    """The signers contribute without a note here, so that they do not change the list."""
    made = await make.card(alice, moderation="pre")
    notes = await cases(world, alice, made)
    access = CardAccess(alice.account_id, made["id"], EVERYTHING)
    for see_notes in ("signed", "everyone", "nobody"):
        answer = await alice.patch(f"/api/cards/{made['id']}", {"see_notes": see_notes})
        assert answer.json()["see_notes"] == see_notes
        for state, signed, kind in itertools.product(STATES, (False, True), ("contributor", "link")):
            await put(world, made["id"], state, 1, 0)
            async with world.services.db.transaction([alice.account_id]) as tx:
                row = await card_row.load(tx, access)
                viewer = Viewer(kind, own=("ctb_none",) if signed else ())
                shown = await note_visibility.list_notes(tx, row, viewer, limit=100)
                others = await list_board(tx, row, viewer, skip=0, limit=100)
                names = await note_visibility.list_names(tx, row, viewer, 100)
            expected = [
                (each.id, each.name if is_named(kind, each, 1, 0) else None)
                for each in notes
                if is_seen(kind, each, state, 0) and is_read_early(state, see_notes, signed)
            ]
            assert [(each.id, each.name) for each in shown] == expected, (state, see_notes, signed, kind)
            assert [(each.row.id, each.name) for each in others or ()] == expected
            assert (others is None) is (not expected), "a list without notes differs from no list"
            can_name = kind == "contributor" and not state.startswith("cancelled")
            assert bool(names) is can_name, "the names do not depend on `see_notes`"
        await put(world, made["id"], "open", 0, 0)


async def test_shows_authors_their_own_note_in_every_state(world: World, alice: Person) -> None:
    made = await make.card(alice, moderation="pre")
    notes = await cases(world, alice, made)
    for state, kind in itertools.product(STATES, ("contributor", "link", "public", "recipient")):
        await put(world, made["id"], state, 3, 0)
        async with world.services.db.transaction([alice.account_id]) as tx:
            row = await card_row.load(tx, CardAccess(alice.account_id, made["id"], EVERYTHING))
            for case in notes:
                shown = await note_visibility.list_notes(tx, row, Viewer(kind, own=(case.id,)), limit=100)
                mine = [each for each in shown if each.id == case.id]
                assert [each.name for each in mine] == ([] if case.status == "deleted" else [case.name])


async def test_says_the_same_over_http_to_owner_and_admin(world: World, alice: Person, bob: Person) -> None:
    made = await make.card(alice, moderation="pre")
    notes = await cases(world, alice, made)
    await make.admin(alice, made["id"], bob)
    path = f"/api/cards/{made['id']}/contributions"
    for state, names, (kind, person) in itertools.product(STATES, NAMES, (("owner", alice), ("admin", bob))):
        await put(world, made["id"], state, names, 0)
        answer = await person.get(path)
        expected = {
            each.id: each.name if is_named(kind, each, names, 0) else None
            for each in notes
            if is_seen(kind, each, state, 0)
        }
        assert {each["id"]: each["name"] for each in answer.json()["data"]} == expected
        assert not [each.name for each in notes if each.anonymous and f'"{each.name}"' in answer.text]


async def test_lists_the_notes_after_the_skipped_ones(world: World, alice: Person) -> None:
    made = await make.card(alice, see_notes="everyone")
    signed = [(await signs(world, made["sign_url"])).row.id for _ in range(5)]
    async with world.services.db.transaction([alice.account_id]) as tx:
        row = await card_row.load(tx, CardAccess(alice.account_id, made["id"], EVERYTHING))
        first = await note_visibility.list_notes(tx, row, Viewer("link"), limit=2)
        rest = await note_visibility.list_notes(tx, row, Viewer("link"), skip=2)
    assert [each.id for each in (*first, *rest)] == signed


async def test_stays_readable_after_a_reopening(world: World, alice: Person) -> None:
    """Covers cards closed through the API, and cards past their end that no job has closed yet."""
    for close in (True, False):
        made = await make.card(alice)
        access = CardAccess(alice.account_id, made["id"], EVERYTHING)

        async def readable(access: CardAccess = access) -> bool:
            async with world.services.db.transaction([access.account_id]) as tx:
                return note_visibility.may_open(await card_row.load(tx, access), Viewer("recipient"), tx.now)

        assert not await readable()
        if close:
            assert (await alice.post(f"/api/cards/{made['id']}/close")).is_success
        else:
            ended = "update cards set contribution_ends_at = now() - interval '1 hour' where id = $1"
            await world.owner.execute(ended, made["id"])
        assert await readable()
        end = {"contribution_end_date": day(30)}
        assert (await alice.post(f"/api/cards/{made['id']}/reopen", end)).is_success
        assert await readable()
        assert (await alice.post(f"/api/cards/{made['id']}/cancel")).is_success
        assert not await readable()
