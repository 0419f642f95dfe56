"""Sign through links, by the rules that the pages share with the API."""

import pytest

from tests import make
from tests.contributions.signing import own_url, signs, wish
from tests.world import Person, World
from wellwish.base.errors import CardClosed, CardFull, NotFound, RecipientMayNotSign

pytestmark = pytest.mark.anyio


async def listed(person: Person, card_id: str) -> list[dict[str, object]]:
    return (await person.get(f"/api/cards/{card_id}/contributions")).json()["data"]


async def test_signs_through_the_shared_link(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"])
    assert signed.is_new
    [made] = await listed(alice, card["id"])
    assert (made["id"], made["source"], made["name"]) == (signed.row.id, "shared_link", "Carol")


async def test_moves_the_invitation_to_contributed(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await signs(world, sent["link"])
    [made] = await listed(alice, card["id"])
    assert (made["source"], made["invite_id"]) == ("invitation", sent["id"])
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["status"] == "contributed"
    assert after["contributed_at"] is not None
    row = (await alice.get("/api/cards")).json()["data"][0]
    assert row["counts"] == {**make.COUNTS, "invited": 1, "contributed": 1, "pending": 0}


async def test_edits_what_the_invitation_signed_before(world: World, alice: Person) -> None:
    card = await make.card(alice, contribution_limit=1)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    first = await signs(world, sent["link"])
    second = await signs(world, sent["link"], wish(text="All the very best"))
    assert (second.is_new, second.row.id) == (False, first.row.id)
    [made] = await listed(alice, card["id"])
    assert made["note"]["text"] == "All the very best"  # type: ignore[index]


async def test_lets_many_sign_through_a_label(world: World, alice: Person) -> None:
    card = await make.card(alice)
    invitees = [{"delivery_type": "group", "delivery_id": "#birthdays"}]
    answer = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
    link = answer.json()["data"][0]["link"]
    for name in ("Ana", "Ben", "Cem"):
        assert (await signs(world, link, wish(name))).is_new
    assert {each["name"] for each in await listed(alice, card["id"])} == {"Ana", "Ben", "Cem"}


async def test_takes_a_form_that_is_sent_twice_once(world: World, alice: Person) -> None:
    """The control: without the key, two contributions are created."""
    card = await make.card(alice)
    first = await signs(world, card["sign_url"], key="form 1")
    again = await signs(world, card["sign_url"], key="form 1")
    assert (again.is_new, again.row.id) == (False, first.row.id)
    assert again.row.version == 1
    await signs(world, card["sign_url"])
    await signs(world, card["sign_url"])
    assert len(await listed(alice, card["id"])) == 3


async def test_answers_a_form_that_was_taken_before_the_card_closed(world: World, alice: Person) -> None:
    card = await make.card(alice)
    first = await signs(world, card["sign_url"], key="form 1")
    await alice.post(f"/api/cards/{card['id']}/close")
    assert (await signs(world, card["sign_url"], key="form 1")).row.id == first.row.id
    with pytest.raises(CardClosed):
        await signs(world, card["sign_url"], wish(text="Another"), key="form 1")
    with pytest.raises(CardClosed):
        await signs(world, card["sign_url"], key="form 2")


async def test_refuses_the_recipient_unless_it_is_their_own_card(world: World, alice: Person) -> None:
    for card_type, refused in ((0, True), (1, True), (2, False)):
        card = await make.card(alice, card_type=card_type)
        [sent] = await make.invitations(alice, card["id"], "maya@example.com")
        people = {"recipients": [{"name": "Maya", "email": "Maya@example.com"}]}
        assert (await alice.patch(f"/api/cards/{card['id']}", people)).is_success
        if refused:
            with pytest.raises(RecipientMayNotSign):
                await signs(world, sent["link"])
        else:
            assert (await signs(world, sent["link"])).is_new


async def test_has_no_shared_link_on_a_personal_card(world: World, alice: Person) -> None:
    card = await make.card(alice, card_type=1)
    assert card["sign_url"] is None
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    assert (await signs(world, sent["link"])).is_new


async def test_finds_nothing_behind_a_link_that_has_ended(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await alice.post(f"/api/cards/invitations/{sent['id']}/revoke")
    await alice.patch(f"/api/cards/{card['id']}", {"shared_link": False})
    for url in (sent["link"], card["sign_url"], "https://x/s/" + "A" * 22, "https://x/s/" + "A" * 5000):
        with pytest.raises(NotFound):
            await signs(world, url)
    assert await listed(alice, card["id"]) == []


async def test_refuses_when_the_card_is_full_and_counts_what_waits(world: World, alice: Person) -> None:
    card = await make.card(alice, contribution_limit=2, moderation="pre")
    for _ in range(2):
        signed = await signs(world, card["sign_url"])
        assert signed.row.note_status == "pending"
    with pytest.raises(CardFull):
        await signs(world, card["sign_url"])
    assert await world.owner.fetchval("select count(*) from contributions") == 2


@pytest.mark.parametrize(
    ("moderation", "status"), [("off", "published"), ("post", "published"), ("pre", "pending")]
)
async def test_waits_only_where_notes_are_read_first(
    moderation: str, status: str, world: World, alice: Person
) -> None:
    card = await make.card(alice, moderation=moderation)
    assert (await signs(world, card["sign_url"])).row.note_status == status


async def test_gives_the_author_a_link_of_their_own(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"])
    assert "/s/" in own_url(world, signed.row)
    kinds = await world.owner.fetch("select kind from links where subject_id = $1", signed.row.id)
    assert [each["kind"] for each in kinds] == ["own"]


async def test_reveals_no_anonymous_author_anywhere(world: World, alice: Person) -> None:
    """The control is a named signer, whose name appears in all the same places."""
    card = await make.card(alice)
    made = await make.invitations(alice, card["id"], "a@example.com", "b@example.com")
    await world.work()
    sent = [(await alice.get(f"/api/cards/invitations/{each['id']}")).json() for each in made]
    await signs(world, sent[0]["link"], wish("Ximena Quux", anonymous=True))
    await signs(world, sent[1]["link"], wish("Named Person"))
    answers = [
        await alice.get(path)
        for path in (
            f"/api/cards/{card['id']}/contributions",
            f"/api/cards/{card['id']}/invitations",
            f"/api/cards/{card['id']}",
            "/api/cards",
            "/api/events",
        )
    ]
    shown = "".join(answer.text for answer in answers)
    assert "Ximena" not in shown
    assert "Named Person" in shown
    anonymous, named = sorted(await listed(alice, card["id"]), key=lambda each: not each["anonymous"])
    assert (anonymous["name"], anonymous["invite_id"], anonymous["source"]) == (None, None, None)
    assert named["invite_id"] == sent[1]["id"]
    assert (await alice.get(f"/api/cards/invitations/{sent[0]['id']}")).json() == sent[0]
    await alice.post(f"/api/cards/{card['id']}/close")
    await world.work()
    assert (await alice.get(f"/api/cards/invitations/{sent[0]['id']}")).json() == sent[0]
    events = str(await world.owner.fetch("select data::text as data from events"))
    assert "Ximena" not in events
    about = [each["data"] for each in answers[-1].json()["data"] if each["type"].startswith("contribution.")]
    assert not [each for each in about if "invite_id" in each]
