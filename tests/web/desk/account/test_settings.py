"""The account's settings page."""

import pytest

from tests.members.joining import join
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
TYPED = {
    "name": "Alice",
    "country": "de",
    "currency": "eur",
    "timezone": "Europe/Berlin",
    "locale": "de",
    "erase_cards_after_days": "90",
    "embed_origins": "",
    "members_see_dates": "1",
    "people_notice": "We celebrate birthdays.",
}


async def saved(visitor: Visitor, **fields: str) -> int:
    await visitor.open("/account")
    answer = await visitor.press("/account", version=visitor.value("version"), **{**TYPED, **fields})
    return answer.status_code


async def test_saves_the_settings(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await saved(visitor) == 303
    await visitor.open(visitor.next)
    assert 'value="Europe/Berlin"' in visitor.page
    assert 'value="90"' in visitor.page
    for chosen in (
        'value="DE" selected>Germany',
        'value="EUR" selected>Euro (EUR)',
        'value="de" selected>Deutsch',
    ):
        assert chosen in visitor.page
    stored = (await alice.get("/api/account")).json()
    assert (stored["currency"], stored["erase_cards_after_days"]) == ("EUR", 90)
    assert stored["members_see_dates"]
    assert stored["people_notice"] == "We celebrate birthdays."
    assert (
        'name="members_see_dates" value="1" aria-describedby="members_see_dates-hint" checked' in visitor.page
    )
    assert await saved(visitor, erase_cards_after_days="", members_see_dates="") == 303
    assert not (await alice.get("/api/account")).json()["members_see_dates"]
    assert (await alice.get("/api/account")).json()["erase_cards_after_days"] is None


async def test_shows_each_fault_at_its_field_with_what_was_typed(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert (
        await saved(visitor, name="", country="Germany", timezone="Mars", erase_cards_after_days="ten") == 422
    )
    for name in ("name", "country", "timezone", "erase_cards_after_days"):
        assert f'id="{name}-fault"' in visitor.page
    assert 'id="currency-fault"' not in visitor.page
    assert 'value="Mars"' in visitor.page
    assert 'value="Germany" selected' in visitor.page  # a program may send it, but no browser


async def test_offers_the_choices_of_each_standard_in_the_readers_language(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/account?lang=de")
    for choice in ('value="AT">Österreich', 'value="JPY">Japanischer Yen (JPY)', 'value="fr">Français'):
        assert f"<option {choice}</option>" in visitor.page
    assert (
        visitor.page.index(">Oman<") < visitor.page.index(">Österreich<") < visitor.page.index(">Pakistan<")
    )
    assert '<option value="Asia/Kolkata">' in visitor.page
    assert "Asia/Calcutta" not in visitor.page


async def test_saves_the_sites_that_may_embed_the_form(alice: Person) -> None:
    visitor = await signed_in(alice)
    typed = "https://Portal.example.com/\r\n\r\nhttps://b.example.org\r\n"
    assert await saved(visitor, embed_origins=typed) == 303
    origins = ["https://portal.example.com", "https://b.example.org"]
    assert (await alice.get("/api/account")).json()["embed_origins"] == origins
    await visitor.open("/account")
    assert "https://portal.example.com\nhttps://b.example.org</textarea>" in visitor.page
    assert await saved(visitor, embed_origins="https://b.example.org\r\nhttps://b.example.org/page") == 422
    assert 'id="embed_origins-fault"' in visitor.page
    assert "https://b.example.org/page</textarea>" in visitor.page
    assert (await alice.get("/api/account")).json()["embed_origins"] == origins
    assert await saved(visitor) == 303
    assert (await alice.get("/api/account")).json()["embed_origins"] == []


async def test_shows_both_versions_when_someone_else_saved(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/account")
    token, version = visitor.token(), visitor.value("version")
    await alice.patch("/api/account", {"timezone": "Asia/Tokyo"})
    answer = await visitor.press("/account", form_token=token, version=version, **TYPED)
    assert answer.status_code == 409
    assert "Asia/Tokyo" in visitor.page
    assert 'value="Europe/Berlin"' in visitor.page
    again = await visitor.press("/account", version=visitor.value("version"), **TYPED)
    assert again.status_code == 303


async def test_members_only_read(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    token = visitor.token()
    await visitor.press("/account/choose", account_id=alice.account_id)
    await visitor.open("/account")
    assert "alice and co" in visitor.page
    assert 'name="timezone"' not in visitor.page
    answer = await visitor.press("/account", form_token=token, version="1", **TYPED)
    assert answer.status_code == 403


async def test_a_user_without_an_account_goes_to_the_accounts(alice: Person, bob: Person) -> None:
    await bob.world.owner.execute("delete from memberships where user_id = $1", bob.user_id)
    visitor = await signed_in(bob)
    assert (await visitor.open("/account")).headers["location"] == "/account/choose"
    await visitor.open("/account/choose")
    assert (await visitor.press("/account", version="1", **TYPED)).status_code == 403
