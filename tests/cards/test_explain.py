"""Explain access to a card: who may see and do what, according to its settings and state."""

from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.world import Person

pytestmark = pytest.mark.anyio

WIDTHS = ("everyone", "contributors", "recipient", "admins", "nobody")
# The index of the narrowest audience that includes each person.
STANDS = {"everyone": 0, "contributor": 1, "recipient": 2, "admin": 3, "owner": 4}


async def explained(person: Person, card_id: str, who: str | None = None) -> dict[str, dict[str, Any]]:
    params = {} if who is None else {"as": who}
    answer = await person.get(f"/api/cards/{card_id}/access", params=params)
    assert answer.status_code == 200, answer.text
    assert answer.json()["audience"] == (who or answer.json()["audience"])
    return {each["what"]: each for each in answer.json()["entries"]}


@pytest.mark.parametrize("who", STANDS)
@pytest.mark.parametrize("width", range(5))
async def test_each_setting_lets_in_its_circle_and_every_narrower_one(
    who: str, width: int, alice: Person
) -> None:
    word = WIDTHS[width]
    card = await giving.card(
        alice,
        add_money=word,
        see_total=word,
        see_contributors=word,
        see_contributor_names=min(width, 3),
    )
    while_open = await explained(alice, card["id"], who)
    assert while_open["add_money"]["allowed"] is (STANDS[who] >= width)
    assert f"`add_money` is `{word}`" in while_open["add_money"]["because"]
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    closed = await explained(alice, card["id"], who)
    for what in ("see_total", "see_contributors"):
        assert closed[what]["allowed"] is (STANDS[who] >= width), what
        early = who == "recipient"  # before that, a view link says "not yet"
        assert while_open[what]["allowed"] is (STANDS[who] >= width and not early), what
    assert closed["see_contributor_names"]["allowed"] is (STANDS[who] >= min(width, 3))
    assert (closed["add_money"]["allowed"], closed["add_money"]["because"]) == (False, "The card is closed.")
    assert closed["sign"]["allowed"] is False


@pytest.mark.parametrize(
    ("cash", "restricted", "who", "allowed"),
    [
        (cash, restricted, who, cash and (not restricted or who in ("contributor", "owner")))
        for cash in (False, True)
        for restricted in (False, True)
        for who in STANDS
    ],
)
async def test_cash_is_for_signers_or_only_for_invitees(
    cash: bool, restricted: bool, who: str, allowed: bool, alice: Person
) -> None:
    card = await giving.card(alice, add_cash=cash, restrict_cash=restricted)
    assert (await explained(alice, card["id"], who))["add_cash"]["allowed"] is allowed


async def test_explains_the_callers_own_access_by_default(alice: Person, bob: Person) -> None:
    card = await giving.card(alice, see_total="nobody")
    await make.admin(alice, card["id"], bob)
    assert (await explained(alice, card["id"]))["see_total"]["allowed"] is True
    theirs = await explained(bob, card["id"])
    assert (theirs["see_total"]["allowed"], theirs["see_notes"]["allowed"]) == (False, True)


async def test_links_and_places_decide_who_can_sign(alice: Person) -> None:
    card = await make.card(alice, shared_link=False, contribution_limit=1)
    report = await explained(alice, card["id"], "everyone")
    assert report["sign"]["allowed"] is False
    assert "shared_link" in report["sign"]["because"]
    assert (await explained(alice, card["id"], "contributor"))["sign"]["allowed"] is True
    assert (await explained(alice, card["id"], "recipient"))["sign"]["allowed"] is False
    await alice.post(f"/api/cards/{card['id']}/contributions", {"name": "Jo", "note": {"text": "Hi"}})
    full = await explained(alice, card["id"], "contributor")
    assert (full["sign"]["allowed"], "contribution_limit" in full["sign"]["because"]) == (False, True)


@pytest.mark.parametrize(("card_type", "allowed"), [(0, False), (2, True)])
async def test_no_setting_hides_money_or_names_from_the_recipient_of_a_card_for_oneself(
    card_type: int, allowed: bool, alice: Person
) -> None:
    settings = {"see_total": "nobody", "see_contributors": "nobody", "see_contributor_names": 3}
    card = await make.card(alice, card_type=card_type, collection={**giving.OPEN, **settings})
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    entries = await explained(alice, card["id"], "recipient")
    assert {what: entries[what]["allowed"] for what in settings} == dict.fromkeys(settings, allowed)


async def test_nothing_can_be_added_to_a_cancelled_card(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    assert (await explained(alice, card["id"], "owner"))["add_cash"]["allowed"] is True
    assert (await alice.post(f"/api/cards/{card['id']}/cancel")).status_code == 200
    entries = await explained(alice, card["id"], "owner")
    assert not [what for what in ("sign", "add_money", "add_cash") if entries[what]["allowed"]]


async def test_refuses_another_word(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.get(f"/api/cards/{card['id']}/access", params={"as": "stranger"})
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [("?as", "invalid_value")]


async def test_is_only_about_the_card(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    assert (await mallory.get(f"/api/cards/{card['id']}/access")).status_code == 404


@pytest.mark.parametrize(("setting", "seen"), [("admins", True), ("nobody", False)])
async def test_the_record_has_the_total_for_viewers_who_may_see_it(
    setting: str, seen: bool, alice: Person, bob: Person
) -> None:
    card = await giving.card(alice, see_total=setting, add_cash=True)
    await make.admin(alice, card["id"], bob)
    await giving.gave(alice, card["id"])
    pledge = await giving.pledges(alice, card["id"])
    own = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert own["collected"] == {"amount": 1250, "currency": "EUR"}
    await giving.settle(alice, card["id"], pledge["id"], "confirm")
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["collected"]["amount"] == 2500
    theirs = (await bob.get(f"/api/cards/{card['id']}")).json()
    assert ("collected" in theirs) is seen
