"""The signing pages in a frame: permitted sites, links that stay inside, and the author's cookies."""

import pytest

from tests import make
from tests.embed.portal import FRAME, ORIGIN, embedded, framed, reader
from tests.web.signing.test_sign import notes, shared
from tests.web.visitor import HTML, Visitor, path_of
from tests.world import World

pytestmark = pytest.mark.anyio


async def test_the_origins_of_the_account_may_frame_the_form_and_no_other_page(world: World) -> None:
    card, path = await embedded(world, ORIGIN, "http://localhost:3000")
    visitor = Visitor(world)
    answer = await visitor.request("GET", path, headers=FRAME)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"].endswith(
        f"; base-uri 'none'; frame-ancestors {ORIGIN} http://localhost:3000"
    )
    assert "x-frame-options" not in answer.headers
    alone = path.replace("/e/", "/s/")
    for other in (alone, "/removed", "/", f"{path}x", "/e/nonsense", "/nothing"):
        answer = await visitor.request("GET", other, headers={**FRAME, **HTML})
        assert answer.headers["x-frame-options"] == "DENY", other
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], other
    assert card["sign_url"].endswith(alone)


async def test_an_account_without_origins_has_no_form_for_frames(world: World) -> None:
    _, path = await embedded(world)
    await world.alice.patch("/api/account", {"embed_origins": []})
    visitor = reader(world)
    answer = await visitor.open(path)
    assert answer.status_code == 404
    assert answer.headers["x-frame-options"] == "DENY"
    assert "set-cookie" not in answer.headers
    await world.mallory.patch("/api/account", {"embed_origins": [ORIGIN]})
    assert (await visitor.open(path)).status_code == 404
    await world.alice.patch("/api/account", {"embed_origins": [ORIGIN]})
    assert (await visitor.open(path)).status_code == 200


async def test_a_removed_origin_may_no_longer_frame_the_form(world: World) -> None:
    _, path = await embedded(world, ORIGIN, "https://b.example.org")
    await world.alice.patch("/api/account", {"embed_origins": ["https://b.example.org"]})
    policy = (await reader(world).open(path)).headers["content-security-policy"]
    assert policy.endswith("frame-ancestors https://b.example.org")


async def test_signs_edits_and_removes_within_the_frame(world: World) -> None:
    card, path = await embedded(world)
    visitor = reader(world)
    assert (await visitor.sign(path, text="")).status_code == 422
    assert f'action="{path}"' in visitor.page
    assert (await visitor.send(path, text="From the portal")).status_code == 303
    assert visitor.next == f"{path}/signed"
    answer = await visitor.open(visitor.next)
    assert ORIGIN in answer.headers["content-security-policy"]
    assert f'data-card="{card["id"]}" data-status="published"' in visitor.page
    assert "Your link to edit your note" not in visitor.page
    assert (await visitor.sign(path, text="Changed")).status_code == 303
    assert [each["note"]["text"] for each in await notes(world, card)] == ["Changed"]
    await visitor.open(path)
    assert (await visitor.press(f"{path}/remove")).status_code == 303
    assert visitor.next == f"{path}?removed=1"
    assert await notes(world, card) == []


async def test_the_cookies_of_a_frame_are_kept_apart_and_sent_in_frames(world: World) -> None:
    _, path = await embedded(world)
    visitor = reader(world)
    shown = await visitor.open(f"{path}?lang=de")
    signed = await visitor.send(path)
    cookies = shown.headers.get_list("set-cookie") + signed.headers.get_list("set-cookie")
    assert [each.partition("-")[0] for each in cookies] == ["framed"] * 3
    for each in cookies:
        for part in ("; HttpOnly", "; Secure", "; Path=/", "; SameSite=none", "; Partitioned"):
            assert part in each
    _, other = await shared(world)
    for each in (await Visitor(world).open(other)).headers.get_list("set-cookie"):
        assert "SameSite=lax" in each  # the control
        assert "Partitioned" not in each


async def test_a_browser_that_refuses_cookies_signs_and_edits_by_the_own_link(world: World) -> None:
    card, path = await embedded(world)
    visitor = reader(world)

    async def opened(at: str) -> None:
        visitor.cookies.clear()
        await visitor.open(at)
        visitor.cookies.clear()

    await opened(path)
    answer = await visitor.send(path, text="Without cookies")
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers
    own = visitor.next.removesuffix("/signed")
    assert own.startswith("/e/")
    assert own != path
    await opened(visitor.next)
    assert "Your link to edit your note" in visitor.page
    assert f"http://localhost:8080{own.replace('/e/', '/s/')}" in visitor.page
    await opened(own)
    assert "Without cookies</textarea>" in visitor.page
    assert (await visitor.send(own, text="Changed")).status_code == 303
    await opened(visitor.next)
    assert [each["note"]["text"] for each in await notes(world, card)] == ["Changed"]
    await opened(own)
    assert (await visitor.press(f"{own}/remove")).status_code == 303
    assert visitor.next == f"{path}?removed=1"
    assert await notes(world, card) == []
    await opened(path)
    assert await visitor.send(path)
    assert len(await notes(world, card)) == 1


async def test_a_form_that_is_sent_twice_without_cookies_signs_once(world: World) -> None:
    card, path = await embedded(world)
    visitor = reader(world)
    await visitor.open(path)
    for _ in range(2):
        visitor.cookies.clear()
        assert (await visitor.send(path)).status_code == 303
    assert len(await notes(world, card)) == 1


async def test_the_last_page_of_an_own_link_stays_in_the_frame(world: World) -> None:
    card, path = await embedded(world)
    visitor = reader(world)
    await visitor.sign(path)
    [value] = [value for name, value in visitor.cookies.items() if name.startswith("framed-own-")]
    own = framed(f"/s/{value}")
    assert (await world.alice.patch(f"/api/cards/{card['id']}", {"shared_link": False})).status_code == 200
    await visitor.open(own)
    answer = await visitor.press(f"{own}/remove")
    assert answer.status_code == 200
    assert "Your note has been removed" in visitor.page
    assert ORIGIN in answer.headers["content-security-policy"]


async def test_an_anonymous_note_tells_the_portal_nothing(world: World) -> None:
    _, path = await embedded(world)
    visitor = reader(world)
    await visitor.sign(path, anonymous="yes")
    await visitor.open(visitor.next)
    assert "data-card" not in visitor.page


async def test_an_invitation_can_be_signed_and_declined_in_a_frame(world: World) -> None:
    card, _ = await embedded(world)
    invited = await make.invitations(world.alice, card["id"], "noor@example.com", "sam@example.com")
    noor, sam = (framed(path_of(each["link"])) for each in invited)
    visitor = reader(world)
    assert (await visitor.sign(noor)).status_code == 303
    await visitor.open(sam)
    assert (await visitor.press(f"{sam}/decline")).status_code == 303
    assert visitor.next == sam
    states = [
        (await world.alice.get(f"/api/cards/invitations/{each['invite_id']}")).json()["status"]
        for each in invited
    ]
    assert states == ["contributed", "declined"]


async def test_a_payment_opens_outside_of_the_frame(world: World) -> None:
    fields = {"add_money": "everyone", "suggested_amounts": [500]}
    _, path = await embedded(world, collection=fields)
    visitor = reader(world)
    assert (await visitor.sign(path, gift="500")).status_code == 303
    assert visitor.next == f"{path}/signed?pay=1"
    answer = await visitor.open(visitor.next)
    assert "refresh" not in answer.headers
    assert 'target="_blank" data-pay' in visitor.page
    _, alone = await shared(world, collection=fields)
    other = Visitor(world)
    await other.sign(alone, gift="500")
    assert "refresh" in (await other.open(other.next)).headers  # the control
    assert "_blank" not in other.page


async def test_a_browser_that_opens_the_frame_by_itself_gets_the_page(world: World) -> None:
    _, path = await embedded(world)
    answer = await Visitor(world).request(
        "GET", f"{path}/signed?mailed=1", headers={"Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none"}
    )
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        f"{path.replace('/e/', '/s/')}/signed?mailed=1",
    )


async def test_speaks_the_language_that_the_portal_names(world: World) -> None:
    _, path = await embedded(world)
    visitor = reader(world)
    await visitor.open(f"{path}?lang=ar")
    assert '<html lang="ar" dir="rtl">' in visitor.page
    await visitor.send(path, text="")
    assert '<html lang="ar" dir="rtl">' in visitor.page


async def test_a_suspended_account_has_no_form(world: World) -> None:
    _, path = await embedded(world)
    sql = "insert into account_suspensions (account_id, suspended_at) values ($1, now())"
    await world.owner.execute(sql, world.alice.account_id)
    answer = await reader(world).open(path)
    assert answer.status_code == 403
    assert answer.headers["x-frame-options"] == "DENY"
