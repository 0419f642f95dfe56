"""Accounts created from the command line."""

import asyncio

import pytest

from wellwish.accounts.account import load, owner_id
from wellwish.accounts.create import NewAccount, country_code, create, language_tag, time_zone
from wellwish.base.errors import InvalidRequest


async def _create(world, **given):
    async with world.services.db.transaction() as tx:
        return await create(tx, NewAccount(**{"name": "Carol and co", "email": "carol@example.com", **given}))


async def test_makes_an_account_with_the_defaults(world):
    account = await _create(world)
    assert (account.country, account.currency, account.timezone, account.locale) == (None, "USD", "UTC", "en")
    async with world.services.db.transaction([account.id]) as tx:
        assert await load(tx, account.id) == account


async def test_keeps_settings_in_their_one_spelling(world):
    account = await _create(
        world, name="  Carole\u0301 ", country="de", currency="eur", timezone="Europe/Berlin", locale="pt-br"
    )
    assert account.name == "Carol\u00e9"
    assert (account.country, account.currency) == ("DE", "EUR")
    assert (account.timezone, account.locale) == ("Europe/Berlin", "pt-BR")


async def test_marks_the_owners_address_as_verified(world):
    account = await _create(world, email="Carol@Example.COM", owner_name="Carol")
    row = await world.owner.fetchrow(
        """
        select u.email, u.email_key, u.name, u.email_verified_at, m.role from memberships m
        join users u on u.id = m.user_id where m.account_id = $1
        """,
        account.id,
    )
    assert row["email"] == "Carol@example.com"
    assert (row["email_key"], row["name"], row["role"]) == ("carol@example.com", "Carol", "owner")
    assert row["email_verified_at"] is not None


async def test_links_an_owner_of_another_account_by_email(world, alice):
    account = await _create(world, email="ALICE@example.com", owner_name="Someone else")
    async with world.services.db.transaction() as tx:
        assert await owner_id(tx, account.id) == alice.user_id
    assert await world.owner.fetchval("select name from users where id = $1", alice.user_id) is None


async def test_is_visible_only_to_its_account(world, mallory):
    account = await _create(world)
    async with world.services.db.transaction([mallory.account_id]) as tx:
        with pytest.raises(LookupError):
            await load(tx, account.id)


async def test_reports_all_faults_at_once_and_creates_nothing(world):
    before = await world.owner.fetchval("select count(*) from accounts")
    with pytest.raises(InvalidRequest) as raised:
        await _create(
            world, name="a\nb", email="nobody", country="XX", currency="ABC", timezone="Mars", locale="tlh"
        )
    pointers = [fault.pointer for fault in raised.value.faults]
    assert pointers == ["/name", "/email", "/country", "/currency", "/timezone", "/locale"]
    assert await world.owner.fetchval("select count(*) from accounts") == before


@pytest.mark.parametrize("name", ["", "  ", "x" * 256, "a\x00b", "a\u2028b"])
async def test_refuses_an_invalid_name(world, name):
    with pytest.raises(InvalidRequest):
        await _create(world, name=name)


async def test_same_new_owner_at_the_same_time_is_one_user(world):
    accounts = await asyncio.gather(
        *(_create(world, email=email) for email in ["dora@example.com", "Dora@Example.COM"] * 4)
    )
    assert len({account.id for account in accounts}) == 8
    assert await world.owner.fetchval("select count(*) from users where email_key = 'dora@example.com'") == 1


@pytest.mark.parametrize("code", ["DE", "us", " gb ", "AQ"])
def test_accepts_iso_country_codes(code):
    assert country_code(code) == code.strip().upper()


@pytest.mark.parametrize("code", ["", "D", "DEU", "EU", "UK", "XX", "ß", "d\u0131"])
def test_refuses_an_unknown_country(code):
    with pytest.raises(ValueError, match="ISO 3166"):
        country_code(code)


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
def test_accepts_time_zones(name):
    assert time_zone(name) == name


@pytest.mark.parametrize(
    "name", ["", "Mars/Phobos", "../etc/passwd", "/etc/localtime", "Europe", "a\0b", "CEST"]
)
def test_refuses_an_unknown_time_zone(name):
    with pytest.raises(ValueError, match="IANA"):
        time_zone(name)


@pytest.mark.parametrize(
    ("given", "tag"),
    [
        ("en", "en"),
        ("DE-at", "de-AT"),
        ("pt_BR", "pt-BR"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
    ],
)
def test_accepts_languages(given, tag):
    assert language_tag(given) == tag


@pytest.mark.parametrize(
    "given", ["", "e", "xx", "root", "en-", "en-XX", "english", "en-US-x-private", "../en"]
)
def test_refuses_an_unknown_language(given):
    with pytest.raises(ValueError, match="language tag"):
        language_tag(given)
