"""Create and end restricted keys as a signed-in owner."""

import re
from datetime import datetime, timedelta

import pytest

from tests import make
from tests.later import another_time
from tests.web.desk.develop.test_keys import pair, works
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.auth.credentials.restricted_keys.restricted_key import MAX_KEYS
from wellwish.base import clock
from wellwish.infra.http.scopes import SCOPES

pytestmark = pytest.mark.anyio
PATH = "/account/keys/restricted"
API = "/api/account/restricted-keys"


async def press(visitor: Visitor, **fields: str | list[str]) -> int:
    """Fills in the form, with an entry for each field, and submits it."""
    await visitor.open(PATH)
    given = {"name": "Monthly report", "scopes": ["cards.read"], "networks": "", "ends": "90", **fields}
    answer = await visitor.press(
        PATH, form_token=visitor.token(), form_key=visitor.value("form_key"), **given
    )
    return answer.status_code


async def test_creates_a_key_and_shows_its_secret_once(alice: Person) -> None:
    visitor = await signed_in(alice)
    networks = "192.0.2.0/24\n2001:db8::/48"
    assert await press(visitor, scopes=["cards.read", "money.read"], networks=networks, ends="30") == 200
    shown = pair(visitor.page)
    assert shown["x-api-key"].startswith("wwr_")
    [made] = (await alice.get(API)).json()["data"]
    assert (made["name"], made["scopes"]) == ("Monthly report", ["cards.read", "money.read"])
    assert made["networks"] == networks.split()
    assert timedelta(days=30) < datetime.fromisoformat(made["expires_at"]) - clock.now() <= timedelta(days=31)
    page = (await visitor.open("/account/keys")).text
    assert "Monthly report" in page
    assert "Read payments, refunds and purchases" in page
    assert shown["x-api-key"] not in page
    assert shown["x-client-secret"] not in page


async def test_a_key_without_an_end_and_networks_works(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await press(visitor, ends="never") == 200
    assert await works(alice, pair(visitor.page))
    [made] = (await alice.get(API)).json()["data"]
    assert (made["networks"], made["expires_at"]) == (None, None)


async def test_the_form_shows_every_scope_and_none_is_chosen(alice: Person) -> None:
    page = (await (await signed_in(alice)).open(PATH)).text
    assert re.findall(r'name="scopes" value="([a-z.]+)">', page) == list(SCOPES)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", " ", "Enter a name"),
        ("scopes", [], "Choose what the key can do."),
        ("scopes", ["cards.delete"], "Choose what the key can do."),
        ("networks", "192.0.2.7/24", "Enter each network once"),
        ("networks", "office", "Enter each network once"),
        ("ends", "", "Choose when the key expires."),
        ("ends", "sometime", "Choose when the key expires."),
    ],
)
async def test_keeps_the_input_that_is_not_understood(
    alice: Person, field: str, value: str | list[str], says: str
) -> None:
    visitor = await signed_in(alice)
    assert await press(visitor, **{"networks": "198.51.100.7", field: value}) == 422
    assert says in visitor.page
    if field != "name":
        assert 'value="Monthly report"' in visitor.page
    if field != "scopes":
        assert 'value="cards.read" checked' in visitor.page
    if field != "networks":
        assert "198.51.100.7" in visitor.page
    assert (await alice.get(API)).json()["data"] == []


async def test_a_form_sent_twice_creates_one_key(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    sent = {"form_token": visitor.token(), "form_key": visitor.value("form_key")}
    for status in (200, 409):
        answer = await visitor.press(PATH, name="Report", scopes=["cards.read"], ends="never", **sent)
        assert answer.status_code == status
    assert len((await alice.get(API)).json()["data"]) == 1


async def test_says_that_there_are_too_many(alice: Person) -> None:
    for _ in range(MAX_KEYS):
        await make.restricted_key(alice, "cards.read")
    visitor = await signed_in(alice)
    assert await press(visitor) == 409
    assert "End one first." in visitor.page


async def test_ends_a_key(alice: Person, mallory: Person) -> None:
    key = await make.restricted(alice, "cards.read")
    [made] = (await alice.get(API)).json()["data"]
    for person, left in ((mallory, 1), (alice, 0)):
        visitor = await signed_in(person)
        await visitor.open("/account/keys")
        ended = await visitor.press(f"{PATH}/end", form_token=visitor.token(), restricted_key_id=made["id"])
        assert ended.status_code == 303
        assert len((await alice.get(API)).json()["data"]) == left
    sent = {"x-api-key": key.api_key, "x-client-secret": key.client_secret}
    assert not await works(alice, sent)


async def test_needs_a_recent_sign_in(alice: Person) -> None:
    with another_time():
        visitor = await signed_in(alice)
        await visitor.open(PATH)
        sent = {"form_token": visitor.token(), "form_key": visitor.value("form_key")}
        clock.move(timedelta(minutes=10, seconds=1))
        for answer in (
            await visitor.open(PATH),
            await visitor.press(PATH, name="Report", scopes=["cards.read"], ends="never", **sent),
        ):
            assert answer.status_code == 303
            assert answer.headers["location"] == "/sign-in?next=%2Faccount%2Fkeys%2Frestricted&confirm=1"
        alice.token = None
        assert (await alice.get(API)).json()["data"] == []


async def test_is_only_for_owners(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(PATH)
    sent = {"form_token": visitor.token(), "form_key": visitor.value("form_key")}
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    page = await visitor.open(PATH)
    assert (page.status_code, "Only an owner" in page.text) == (403, True)
    given = {"name": "Report", "scopes": ["cards.read"], "ends": "never"}
    assert (await visitor.press(PATH, **given, **sent)).status_code == 403
    assert (await visitor.press(f"{PATH}/end", **sent)).status_code == 403
