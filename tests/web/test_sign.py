"""The page behind a signing link: whose card it is, and nothing changes."""

from typing import Any

import pytest

from tests import make
from tests.world import Person, World

pytestmark = pytest.mark.anyio
HTML = {"Accept": "text/html"}


async def invited(person: Person, **fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    card = await make.card(person, recipient="Maya", **fields)
    [made] = await make.invitations(person, card["card_id"], "ana@example.com")
    return card, made


async def test_says_whose_card_it_is(alice: Person) -> None:
    card, made = await invited(alice)
    for link in (made["link"], card["sign_url"]):
        page = await alice.world.client.get(link, headers=HTML)
        assert page.status_code == 200
        for words in ("Happy birthday, Maya", "Priya and friends", "Maya"):
            assert words in page.text
        assert "ana@example.com" not in page.text
        assert "noindex" in page.headers["X-Robots-Tag"]
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert page.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]


async def test_opening_it_changes_nothing(alice: Person) -> None:
    _, made = await invited(alice)
    await alice.world.work()
    path = f"/api/cards/invitations/{made['invite_id']}"
    before = (await alice.get(path)).content
    for method in ("GET", "HEAD"):
        await alice.world.client.request(method, made["link"], headers=HTML)
    assert (await alice.get(path)).content == before


async def test_wrong_revoked_and_old_links_have_one_answer(alice: Person) -> None:
    world = alice.world
    card, made = await invited(alice)
    _, other = await invited(alice)
    await alice.post(f"/api/cards/invitations/{made['invite_id']}/revoke")
    await alice.delete(f"/api/cards/{card['card_id']}")
    corrected = f"/api/cards/invitations/{other['invite_id']}"
    await alice.patch(corrected, {"delivery_id": "ben@example.com"})
    await world.work()
    answers = set[Any]()
    for link in (made["link"], card["sign_url"], other["link"], "/s/nonsense", "/s/" + "a" * 300, "/s/%00"):
        answer = await world.client.get(link, headers=HTML)
        assert answer.status_code == 404
        answers.add(answer.text.replace(answer.headers["Request-Id"], ""))
    assert len(answers) == 1
    assert "Maya" not in next(iter(answers))


async def test_a_view_link_is_no_signing_link(alice: Person) -> None:
    card = await make.card(alice, public_read=True, recipients=[{"name": "Maya"}])
    for link in (card["view_url"], card["recipients"][0]["view_url"]):
        token = link.rpartition("/")[2]
        assert (await alice.world.client.get(f"/s/{token}", headers=HTML)).status_code == 404


async def test_says_that_signing_has_closed(alice: Person) -> None:
    card, made = await invited(alice)
    await alice.post(f"/api/cards/{card['card_id']}/close")
    assert "Signing has closed" in (await alice.world.client.get(made["link"], headers=HTML)).text


async def test_nobodys_words_become_markup(alice: Person) -> None:
    _, made = await invited(alice, title="<script>alert(1)</script>", sender='"><img src=x>')
    text = (await alice.world.client.get(made["link"], headers=HTML)).text
    assert "<script" not in text
    assert "<img src=x" not in text


async def test_the_token_is_in_no_log(world: World, capfd: pytest.CaptureFixture[str]) -> None:
    from wellwish.logs import configure

    configure("debug")
    try:
        await world.client.get("/s/secret-token", headers=HTML)
        await world.client.get("/u/secret-token", headers=HTML)
    finally:
        configure("error")
    assert "secret-token" not in "".join(capfd.readouterr())
