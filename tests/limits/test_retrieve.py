"""Retrieve the limits of an account."""

from tests.world import Person


async def test_shows_the_current_budgets(alice: Person) -> None:
    answer = await alice.get("/api/limits")
    assert answer.status_code == 200
    shown = answer.json()
    assert shown["requests"] == {"quota": None, "window_seconds": 60}  # no limit in demo mode
    for name in ("page_requests", "signings", "wrong_links"):
        assert shown[name] == {"quota": None, "window_seconds": 60}
    assert shown["messages_to_one_address_for_one_card"]["quota"] == 6
    assert shown["own_link_addresses_of_note"] == {"quota": 3, "window_seconds": 86_400}
    assert shown["own_links_of_card"] == {"quota": 50, "window_seconds": 86_400}
    assert shown["own_links"] == {"quota": None, "window_seconds": 86_400}
    assert shown["unattached_media_per_browser"] == 20
    assert shown["unattached_media_of_guests_per_card"] == 1_000
    assert shown["unattached_media_of_api_per_card"] == 200
    assert shown["body_bytes"] == 256 * 1024
    assert shown["page_size"] == 200


async def test_an_admin_of_cards_sees_the_same(bob: Person, mallory: Person) -> None:
    assert (await bob.get("/api/limits")).content == (await mallory.get("/api/limits")).content
