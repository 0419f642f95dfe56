"""The translated locales, and the warning about every other."""

from typing import Any

import pytest

from tests import make
from tests.infra.http.test_bad_input import STRICT, faults, is_problem
from tests.platforms.acting import appoint
from tests.world import Person, World

UNTRANSLATED = ("fr", "es", "ja", "he", "xx", "pt-BR")


async def test_lists_tags_and_names(world: World, alice: Person, mallory: Person) -> None:
    answer = await alice.get("/api/locales")
    assert [(each["tag"], each["name"]) for each in answer.json()["data"]] == [
        ("ar", "العربية"),
        ("de", "Deutsch"),
        ("en", "English"),
    ]
    first = (await mallory.get("/api/locales?limit=1")).json()
    rest = (await mallory.get(f"/api/locales?cursor={first['next_cursor']}")).json()
    assert [*first["data"], *rest["data"]] == answer.json()["data"]
    assert not rest["has_more"]
    is_problem(await world.client.get("/api/locales"), 401, "unauthenticated")


async def writes(alice: Person, locale: str) -> dict[str, tuple[str, str, Any, str]]:
    """Returns each request that takes a locale: method, path, body, and the pointer of the locale."""
    card = (await make.card(alice))["id"]
    await appoint(alice)
    one = await make.body(alice)
    customer = {"name": "Birch Ltd", "owner_email": "ines@birch.example", "locale": locale}
    return {
        "card": ("POST", "/api/cards", {**one, "locale": locale}, "/locale"),
        "recipient": (
            "POST",
            "/api/cards",
            {**one, "recipients": [{"name": "Maya"}, {"name": "Kim", "locale": locale}]},
            "/recipients/1/locale",
        ),
        "change": ("PATCH", f"/api/cards/{card}", {"locale": locale}, "/locale"),
        "batch": ("POST", "/api/card-batches", await make.batch(alice, locale=locale), "/locale"),
        "check": ("POST", "/api/card-batches/check", await make.batch(alice, locale=locale), "/locale"),
        "account": ("PATCH", "/api/account", {"locale": locale}, "/locale"),
        "customer": ("POST", "/api/accounts", customer, "/locale"),
    }


@pytest.mark.parametrize("name", ["card", "recipient", "change", "batch", "check", "account", "customer"])
async def test_warns_of_an_untranslated_locale(name: str, alice: Person) -> None:
    method, path, body, pointer = (await writes(alice, "fr-CA"))[name]
    strict = await alice.request(method, path, json=body, headers=STRICT)
    assert faults(strict) == {pointer: "locale_not_translated"}
    answer = await alice.request(method, path, json=body)
    assert answer.is_success, answer.text
    [warning] = answer.json()["warnings"]
    assert (warning["pointer"], warning["code"]) == (pointer, "locale_not_translated")
    assert warning["detail"].endswith("Translated: en, de, ar.")
    assert answer.headers["Wellwish-Warnings"] == "1"
    # The control.
    method, path, body, _ = (await writes(alice, "de-AT"))[name]
    plain = await alice.request(method, path, json=body, headers=STRICT)
    assert plain.is_success, plain.text
    assert "warnings" not in plain.json()


@pytest.mark.parametrize("locale", UNTRANSLATED)
async def test_keeps_an_untranslated_locale(locale: str, alice: Person) -> None:
    made = await make.card(alice, locale=locale)
    assert (made["locale"], made["warnings"][0]["code"]) == (locale, "locale_not_translated")
    page = await alice.world.client.get(made["sign_url"])
    assert '<html lang="en"' in page.text
