"""The logo on the account's page."""

import pytest

from tests.media.files import gif, photo
from tests.members.joining import join
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.logos.update import MAX_BYTES

pytestmark = pytest.mark.anyio
PATH = "/account/logo"


async def sent(visitor: Visitor, content: bytes, **fields: str) -> int:
    await visitor.open("/account")
    given = {"form_token": visitor.token(), "version": visitor.value("version"), **fields}
    answer = await visitor.request(
        "POST", PATH, data=given, files={"logo": ("logo.png", content, "image/png")}
    )
    return answer.status_code


async def test_an_owner_sets_replaces_and_removes_it(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await sent(visitor, photo(320, 96, "PNG")) == 303
    await visitor.open("/account")
    [shown] = [part for part in visitor.page.split('"') if "/logos/" in part]
    assert (await alice.world.client.get(shown)).status_code == 200
    assert await sent(visitor, b"", remove="1") == 303
    await visitor.open("/account")
    assert "/logos/" not in visitor.page
    assert (await alice.get("/api/account")).json()["logo"] is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "Choose a picture"),
        (gif(), "Choose a PNG, JPEG or WebP picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * MAX_BYTES, "up to 2 MB"),
    ],
)
async def test_says_what_is_wrong_with_a_file(alice: Person, content: bytes, says: str) -> None:
    visitor = await signed_in(alice)
    assert await sent(visitor, content) in (413, 415, 422)
    assert 'id="logo-fault"' in visitor.page
    assert says in visitor.page


async def test_a_stale_page_changes_nothing(alice: Person) -> None:
    visitor = await signed_in(alice)
    assert await sent(visitor, photo(), version="7") == 412
    assert 'id="logo-fault"' in visitor.page
    assert (await alice.get("/api/account")).json()["logo"] is None


async def test_a_member_cannot_change_the_logo(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    visitor = await signed_in(bob)
    await visitor.open("/account/choose")
    token = visitor.token()
    await visitor.press("/account/choose", account_id=alice.account_id)
    await visitor.open("/account")
    assert 'type="file"' not in visitor.page
    for fields in ({"remove": "1"}, {}):
        answer = await visitor.request(
            "POST", PATH, data={"form_token": token, "version": "1", **fields},
            files={"logo": ("logo.png", photo(), "image/png")},
        )  # fmt: skip
        assert answer.status_code == 403
