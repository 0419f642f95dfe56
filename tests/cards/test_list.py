"""List cards: the account's, and those that the user administers, with filters, pages and counts."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.infra.http.test_bad_input import faults, is_problem
from tests.later import another_time, day
from tests.world import Person, World
from wellwish.base import clock


async def listed(person: Person, **params: Any) -> list[str]:
    answer = await person.get("/api/cards", params=params)
    assert answer.status_code == 200, answer.text
    return [card["id"] for card in answer.json()["data"]]


async def test_lists_newest_first_in_an_envelope(alice: Person) -> None:
    cards = [await make.card(alice) for _ in range(3)]
    answer = (await alice.get("/api/cards")).json()
    assert answer.keys() == {"object", "data", "has_more", "next_cursor"}
    assert (answer["object"], answer["has_more"], answer["next_cursor"]) == ("list", False, None)
    assert [card["id"] for card in answer["data"]] == [card["id"] for card in reversed(cards)]
    first = {**cards[0], "counts": make.COUNTS}
    del first["handover"]  # only in single records
    assert answer["data"][-1] == first


async def test_shows_what_each_card_has_collected_to_those_who_see_it(alice: Person, bob: Person) -> None:
    shown = await giving.card(alice, see_total="admins")
    hidden = await giving.card(alice, see_total="nobody")
    for card in (shown, hidden):
        await make.admin(alice, card["id"], bob)
        await giving.gave(alice, card["id"])
    empty = await make.card(alice)
    found = {card["id"]: card.get("collected") for card in (await alice.get("/api/cards")).json()["data"]}
    money = {"amount": 1250, "currency": "EUR"}
    assert (found[shown["id"]], found[hidden["id"]]) == (money, money)
    assert found[empty["id"]] == {**money, "amount": 0, "currency": empty["collection"]["currency"]}
    seen = {card["id"]: card.get("collected") for card in (await bob.get("/api/cards")).json()["data"]}
    assert seen == {shown["id"]: money, hidden["id"]: None}
    for card in (shown, hidden):
        single = (await alice.get(f"/api/cards/{card['id']}")).json()
        assert single["collected"] == found[card["id"]]


async def test_counts_invitees_and_contributors(alice: Person) -> None:
    card = await make.card(alice)
    invited = await make.invitations(alice, card["id"], *(f"p{n}@example.com" for n in range(4)))
    for url in (invited[0]["link"], card["sign_url"]):
        await signs(alice.world, url)
    for url in (invited[2]["link"], card["sign_url"]):
        await signs(alice.world, url, wish(anonymous=True))
    await alice.world.owner.execute(
        "update invitations set status = 'revoked' where id = $1", invited[1]["id"]
    )
    (row,) = (await alice.get("/api/cards")).json()["data"]
    assert row["counts"] == {**make.COUNTS, "invited": 3, "contributed": 4, "anonymous": 2, "pending": 2}
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["counts"] == row["counts"]


async def test_counts_waiting_and_anonymous_notes(alice: Person) -> None:
    card = await make.card(alice, moderation="pre")
    await make.card(alice)  # the control: another card's notes are not counted
    for name, is_anonymous in (("Ana", True), ("Ben", False), ("Cleo", True), ("Dora", False)):
        await signs(alice.world, card["sign_url"], wish(name, anonymous=is_anonymous))
    notes = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    by_name = {each["name"]: each for each in notes if each["name"]}
    hidden = [each for each in notes if each["anonymous"]]
    for each, action in ((hidden[0], "publish"), (hidden[1], "reject"), (by_name["Ben"], "publish")):
        path = f"/api/cards/{card['id']}/contributions/{each['id']}/{action}"
        assert (await alice.post(path)).status_code == 200
    counts = {**make.COUNTS, "contributed": 4, "waiting": 1, "anonymous": 2}
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["counts"] == counts
    _, row = (await alice.get("/api/cards")).json()["data"]
    assert row["counts"] == counts


async def test_shows_an_admin_the_granted_cards_among_their_own(
    alice: Person, bob: Person, mallory: Person
) -> None:
    granted = await make.card(alice, recipient="Maya", extra_data="x", external_id="order 7")
    own = await make.card(bob)
    await make.card(alice)
    await make.admin(alice, granted["id"], bob, can_update=True)
    answer = (await bob.get("/api/cards")).json()["data"]
    assert [(card["id"], card["role"]) for card in answer] == [(own["id"], "owner"), (granted["id"], "admin")]
    assert answer[1]["privilege"] == {
        "can_update": True, "invite_contributors": False, "admin_management": False
    }  # fmt: skip
    assert "privilege" not in answer[0]
    assert not {"extra_data", "external_id", "sign_url", "bundle_purchase_id"} & answer[1].keys()
    assert await listed(mallory) == []


async def test_lists_a_card_once_whose_owner_is_its_admin_too(alice: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], alice, can_update=True)
    rows = (await alice.get("/api/cards")).json()["data"]
    assert [(row["id"], row["role"]) for row in rows] == [(card["id"], "owner")]


async def test_lists_no_card_of_a_removed_admin(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob)
    assert await listed(bob) == [card["id"]]
    await alice.delete(f"/api/card-admins/{admin['id']}")
    assert await listed(bob) == []


async def test_filters_cards(alice: Person) -> None:
    templates = (await alice.get("/api/templates")).json()["data"]
    one = await make.card(alice, title="Zanzibar 100%", external_id="order 7")
    two = await make.card(alice, sender="ZANZIBAR crew", template_id=templates[1]["id"])
    three = await make.card(alice, recipient="Äpfel_Zoë")
    await alice.post(f"/api/cards/{two['id']}/close")
    await alice.post(f"/api/cards/{three['id']}/cancel")
    assert await listed(alice, status="open") == [one["id"]]
    assert await listed(alice, status="closed") == [two["id"]]
    assert await listed(alice, status="cancelled") == [three["id"]]
    assert await listed(alice, status="archived") == []
    assert await listed(alice, q="zanzibar") == [two["id"], one["id"]]
    assert await listed(alice, q="äPFEL_zoe\u0308") == [three["id"]]
    assert await listed(alice, template_id=templates[1]["id"]) == [two["id"]]
    assert await listed(alice, template_id="nonsense") == []
    assert await listed(alice, external_id="order 7") == [one["id"]]
    assert await listed(alice, external_id="Order 7") == []
    assert await listed(alice, q="zanzibar", status="open") == [one["id"]]
    assert await listed(alice, created_after=one["created_at"]) == [three["id"], two["id"]]
    assert await listed(alice, created_before=three["created_at"]) == [two["id"], one["id"]]
    assert await listed(alice, status="", q=" ") == [three["id"], two["id"], one["id"]]


async def test_takes_a_date_as_the_start_of_that_day_in_the_accounts_time_zone(world: World) -> None:
    tokyo = await world.person("tokyo", 10, timezone="Asia/Tokyo")
    card = await make.card(tokyo)
    began = datetime.fromisoformat(card["created_at"]).astimezone(ZoneInfo("Asia/Tokyo"))
    day, next_day = began.date().isoformat(), (began.date() + timedelta(days=1)).isoformat()
    assert await listed(tokyo, created_after=day, created_before=next_day) == [card["id"]]
    assert await listed(tokyo, created_before=day) == []
    assert await listed(tokyo, created_after=next_day) == []
    local = began.replace(tzinfo=None)
    for seconds, found in ((-1, [card["id"]]), (1, [])):
        moment = (local + timedelta(seconds=seconds)).isoformat(timespec="seconds")
        assert await listed(tokyo, created_after=moment) == found
    # The control: in UTC the local time is nine hours later.
    assert await listed(tokyo, created_after=f"{local.isoformat(timespec='seconds')}Z") == []


async def test_does_not_let_an_admin_guess_what_only_the_owner_sees(alice: Person, bob: Person) -> None:
    card = await make.card(alice, external_id="order 7")
    await make.admin(alice, card["id"], bob)
    assert await listed(bob) == [card["id"]]
    assert await listed(bob, external_id="order 7") == []
    purchase_id = card["bundle_purchase_id"]
    assert await listed(bob, bundle_purchase_id=purchase_id) == []
    assert await listed(alice, bundle_purchase_id=purchase_id) == [card["id"]]  # the control


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("status", "lost", "invalid_value"),
        ("created_after", "yesterday", "invalid_value"),
        ("created_after", "2027-02-29", "invalid_value"),
        ("created_after", "20270101", "invalid_value"),
        ("created_before", "0001-01-01", "invalid_value"),
        ("created_before", "9999-12-31T23:59:59", "invalid_value"),
        ("created_before", "0001-01-01T00:00:00+14:00", "invalid_value"),
        ("q", "x" * 101, "too_long"),
        ("q", "a\x00b", "control_character"),
        ("limit", "ten", "wrong_type"),
        ("limit", "1.5", "wrong_type"),
    ],
)
async def test_refuses_invalid_values_of_filters(name: str, value: str, code: str, alice: Person) -> None:
    assert faults(await alice.get("/api/cards", params={name: value})) == {f"?{name}": code}


async def test_reports_all_faults_of_a_query_at_once(alice: Person) -> None:
    params = {"status": "lost", "limit": "ten", "created_after": "x"}
    assert faults(await alice.get("/api/cards", params=params)).keys() == {
        "?status",
        "?limit",
        "?created_after",
    }


async def test_pages_through_all_cards(alice: Person, bob: Person) -> None:
    ids: list[str] = []
    for number in range(7):
        card = await make.card(alice if number % 2 else bob)
        ids.insert(0, card["id"])
        if number % 2:
            await make.admin(alice, card["id"], bob)
    seen: list[str] = []
    path = "/api/cards?limit=2"
    pages = 0
    while path:
        answer = await bob.get(path)
        page = answer.json()
        seen += [card["id"] for card in page["data"]]
        pages += 1
        assert page["has_more"] == (page["next_cursor"] is not None) == ("Link" in answer.headers)
        link = answer.headers.get("Link", "")
        assert not link or link.startswith("<http://localhost:8080/api/cards?limit=2&cursor=")
        assert not link or link.endswith('>; rel="next"')
        path = link.partition(">")[0].removeprefix("<http://localhost:8080")
    assert seen == ids
    assert pages == 4


async def test_keeps_its_place_when_cards_come_and_go(alice: Person) -> None:
    cards = [await make.card(alice) for _ in range(4)]
    first = (await alice.get("/api/cards?limit=2")).json()
    await make.card(alice)
    await alice.delete(f"/api/cards/{cards[2]['id']}")
    assert await listed(alice, limit=2, cursor=first["next_cursor"]) == [cards[1]["id"], cards[0]["id"]]


async def test_binds_a_cursor_to_the_filters(alice: Person) -> None:
    for _ in range(3):
        await make.card(alice)
    cursor = (await alice.get("/api/cards?limit=1&status=open")).json()["next_cursor"]
    assert (await alice.get(f"/api/cards?limit=2&status=open&cursor={cursor}")).status_code == 200
    for params in (f"cursor={cursor}", f"status=closed&cursor={cursor}", f"status=open&q=x&cursor={cursor}"):
        is_problem(await alice.get(f"/api/cards?{params}"), 400, "invalid_cursor")


async def test_does_not_open_another_accounts_list_with_a_cursor(alice: Person, mallory: Person) -> None:
    for _ in range(2):
        await make.card(alice)
    cursor = (await alice.get("/api/cards?limit=1")).json()["next_cursor"]
    assert await listed(mallory, cursor=cursor) == []


@pytest.mark.parametrize(
    ("limit", "rows"), [(1, 1), (2, 2), (0, 1), (-5, 1), (200, 3), (201, 3), (10**30, 3)]
)
async def test_brings_a_limit_into_its_range(limit: int, rows: int, alice: Person) -> None:
    for _ in range(3):
        await make.card(alice)
    assert len(await listed(alice, limit=limit)) == rows


@pytest.mark.parametrize("limit", [0, -1, 201, 10**30])
async def test_refuses_a_limit_out_of_range_where_the_client_wants_it_strict(
    limit: int, alice: Person
) -> None:
    answer = await alice.get("/api/cards", params={"limit": limit}, headers={"Prefer": "handling=strict"})
    assert faults(answer) == {"?limit": "out_of_range"}


async def test_shows_a_hundred_without_a_limit(alice: Person) -> None:
    card = await make.card(alice)
    await alice.world.owner.execute(
        """
        insert into cards select (jsonb_populate_record(c, jsonb_build_object('id', c.id || n))).*
        from cards c, generate_series(1, 120) n where c.id = $1
        """,
        card["id"],
    )
    answer = (await alice.get("/api/cards")).json()
    assert len(answer["data"]) == 100
    assert answer["has_more"] is True
    assert len((await alice.get("/api/cards?limit=200")).json()["data"]) == 121


async def test_leaves_out_deleted_cards(alice: Person) -> None:
    card = await make.card(alice)
    await alice.delete(f"/api/cards/{card['id']}")
    assert await listed(alice) == []


async def test_shows_closed_by_the_clock(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=day(40))
    try:
        clock.move(timedelta(days=90))
        alice.token = await alice.exchange()
        assert await listed(alice, status="closed") == [card["id"]]
        assert await listed(alice, status="open") == []
    finally:
        clock.move(timedelta())


@pytest.mark.parametrize("params", [{}, {"q": "sunset"}, {"created_after": "2020-01-01"}])
async def test_goes_through_all_pages_of_cards_closed_by_the_clock(
    alice: Person, params: dict[str, str]
) -> None:
    """No job has closed every second card; the others were closed."""
    cards = [await make.card(alice, title="Sunset", contribution_end_date=day(40)) for _ in range(5)]
    for card in cards[::2]:
        assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    seen: list[str] = []
    with another_time():
        clock.move(timedelta(days=90))
        alice.token = None
        query = {"status": "closed", "limit": "2", **params}
        for is_last in (False, False, True):
            page = (await alice.get("/api/cards", params=query)).json()
            seen += [card["id"] for card in page["data"]]
            assert page["has_more"] is not is_last
            query["cursor"] = page["next_cursor"]
    alice.token = None
    assert seen == [card["id"] for card in reversed(cards)]
