"""Over a card's whole life, no text that organisers read depends on who signed anonymously.

A card has two invitees who could be the author. One signs, the other opens the card and does nothing; then
the same life is repeated with the roles exchanged. All texts are equal, and in the same order.
"""

import pytest

from tests.contributions import whole_life
from tests.contributions.whole_life import Life, Way, live, unequal
from tests.web.desk import furnished
from tests.world import World
from wellwish.base import clock
from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.invitations.invitation import InvitationRow
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("way", ["cash", "online"])
@pytest.mark.parametrize(
    ("is_full", "texts"),
    [(False, 40), pytest.param(True, 170, marks=pytest.mark.full)],
    ids=["short", "full"],
)
async def test_no_text_depends_on_who_signed_anonymously(
    world: World, is_full: bool, texts: int, way: Way
) -> None:
    """The short form reads invitations, events, dry runs, cards, mails and webhooks."""
    one, two = [await live(world, author, way, is_full=is_full) for author in (0, 1)]
    assert unequal(one, two) == set()
    assert len(one.seen) >= 18
    assert max(len(found) for found in one.seen.values()) >= texts, "the list has shrunk"


async def test_control_invitations_that_a_closing_marks_are_found(world: World) -> None:
    """Does what the job of an earlier release did."""

    async def reveal(life: Life) -> None:
        await world.owner.execute(
            """
            update invitations i set status = 'contributed', version = i.version + 1, seen_at = null,
              contributed_at = date_trunc('day', $2::timestamptz, 'UTC'),
              updated_at = date_trunc('day', $2::timestamptz, 'UTC')
            from contributions c
            where i.card_id = $1 and i.status <> 'contributed' and c.account_id = i.account_id
              and c.invitation_id = i.id and c.anonymous
            """,
            life.scene.card["id"],
            clock.now(),
        )

    one, two = [await live(world, author, until="closings", closed=reveal) for author in (0, 1)]
    found = unequal(one, two)
    for reader in ("owner", "admin"):
        assert {
            f"close at 10: {name}, {reader}"
            for name in ("invitations", "invitation 0", "invitations by status contributed")
        } <= found
    assert not {each for each in found if not each.startswith(("close", "reopen"))}


async def test_control_an_edit_that_leaves_the_invitation_answered_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leave(tx: Tx, access: CardAccess, row: InvitationRow) -> None:
        del tx, access, row

    monkeypatch.setattr("wellwish.contributions.edit.unanswered", leave)
    one, two = [await live(world, author, until="first day") for author in (0, 1)]
    found = unequal(one, two)
    assert {"named for a moment: invitations, owner", "named for a moment: invitation 1, admin"} <= found
    assert not {each for each in found if not each.startswith("named for a moment")}


def test_reads_each_operation_and_page() -> None:
    """A page or operation with a new kind of ID needs such a record in the card's life, or a reason here."""
    known = {"card_id", "recipient_id", "webhook_endpoint_id", "contribution_id", "invite_id"}
    known |= whole_life.OF_PAYMENTS | whole_life.MISSING
    paths = [each.path for each in OPERATIONS if each.method == "GET"]
    paths += [each.path for each in furnished.pages("GET")]
    assert {name for path in paths for name in furnished.names(path)} == known
