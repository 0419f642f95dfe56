"""Mail through Postmark, and its callbacks: authenticated, duplicate and out of order."""

import itertools
from base64 import b64encode
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests import make
from tests.fakes.postmark import TOKEN, Postmark, serving
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio
PASSWORD = "pass word"
AUTH = {"Authorization": "Basic " + b64encode(f"postmark:{PASSWORD}".encode()).decode()}


@dataclass
class Sending:
    world: World
    fake: Postmark

    async def tell(self, body: Any, headers: dict[str, str] | None = None) -> int:
        """Sends a callback and returns its status."""
        given = AUTH if headers is None else headers
        return (await self.world.client.post("/callbacks/postmark", json=body, headers=given)).status_code


@pytest.fixture
async def sending(clone: tuple[str, str], settings: Settings, world: World) -> AsyncIterator[Sending]:
    async with serving(Postmark()) as fake:
        set_up = replace(
            settings,
            demo=False,
            requests_per_minute=0,
            postmark_token=TOKEN,
            postmark_url=fake.url,
            postmark_webhook_password=PASSWORD,
            mail_from="cards@cards.example",
        )
        async with World.over(set_up, *clone) as outside:
            await outside.empty()
            await outside.settle()
            yield Sending(outside, fake)


async def invited(person: Person, *emails: str) -> list[dict[str, Any]]:
    card = await make.card(person)
    return await make.invitations(person, card["card_id"], *emails)


async def state(person: Person, invitation: dict[str, Any]) -> tuple[str, str | None]:
    shown = (await person.get(f"/api/cards/invitations/{invitation['invite_id']}")).json()
    return shown["status"], shown["status_reason"]


async def test_sends_as_documented(sending: Sending) -> None:
    [made] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    [mail] = sending.fake.taken
    headers = {each["Name"]: each["Value"] for each in mail["Headers"]}
    assert mail["To"] == "ana@example.com"
    assert mail["From"] == "Priya and friends via Wellwish <cards@cards.example>"
    assert mail["MessageStream"] == "outbound"
    assert headers["Message-ID"] == f"<{made['invite_id']}@localhost>"
    assert headers["X-PM-KeepID"] == "true"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert made["link"] in mail["TextBody"]
    assert made["link"] in mail["HtmlBody"]
    assert set(mail["Metadata"]) == {"account_id", "message_id"}
    assert await state(sending.world.alice, made) == ("sent", None)


async def test_sends_replies_to_the_cards_address(sending: Sending) -> None:
    await invited(sending.world.alice, "ana@example.com")
    card = await make.card(sending.world.alice, reply_to="priya@example.com")
    await make.invitations(sending.world.alice, card["card_id"], "ben@example.com")
    await sending.world.work()
    mails = {mail["To"]: mail for mail in sending.fake.taken}
    assert "ReplyTo" not in mails["ana@example.com"]
    assert mails["ben@example.com"]["ReplyTo"] == "priya@example.com"
    assert "Reply-To" not in {each["Name"] for each in mails["ben@example.com"]["Headers"]}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((422, 406), ("suppressed", None)),  # the reason is unknown
        ((422, 300), ("failed", "rejected")),
        ((422, 405), ("queued", "retrying")),
        ((401, 10), ("queued", "retrying")),
        ((429, 0), ("queued", "retrying")),
        ((500, 0), ("queued", "retrying")),
        ((503, 100), ("queued", "retrying")),
    ],
)
async def test_understands_the_error_codes(
    sending: Sending, answer: tuple[int, int], expected: tuple[str, str]
) -> None:
    sending.fake.answer = lambda _: answer
    [made] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    assert await state(sending.world.alice, made) == expected


async def test_callbacks_in_any_order_and_number_lead_to_the_same(sending: Sending) -> None:
    world, fake = sending.world, sending.fake
    for order in itertools.permutations(("Delivery", "Bounce", "Delivery")):
        await world.owner.execute("delete from suppressions")
        [made] = await invited(world.alice, "ana@example.com")
        await world.work()
        for record in (*order, *order):
            payload = fake.callback(-1, record, "HardBounce" if record == "Bounce" else "")
            assert await sending.tell(payload) == 204
        assert await state(world.alice, made) == ("bounced", "no_such_mailbox")
    kinds = [each["data"]["invite_id"] for each in await _events(world.alice, "invitation.bounced")]
    assert len(kinds) == len(set(kinds))


async def _events(person: Person, kind: str) -> list[dict[str, Any]]:
    return (await person.get("/api/events", params={"type": kind})).json()["data"]


async def test_a_delivery_is_recorded_once(sending: Sending) -> None:
    world = sending.world
    [made] = await invited(world.alice, "ana@example.com")
    await world.work()
    for _ in range(3):
        assert await sending.tell(sending.fake.callback(0, "Delivery")) == 204
    assert await state(world.alice, made) == ("delivered", None)
    assert len(await _events(world.alice, "invitation.delivered")) == 1


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("HardBounce", ("bounced", "no_such_mailbox")),
        ("BadEmailAddress", ("bounced", "no_such_mailbox")),
        ("Blocked", ("failed", "rejected")),
        ("DMARCPolicy", ("failed", "rejected")),
        ("SMTPApiError", ("failed", "rejected")),
        ("TemplateRenderingFailed", ("failed", "rejected")),
        ("ISPBlock", ("failed", "rejected")),
        ("Transient", ("sent", None)),
        ("SoftBounce", ("sent", None)),
        ("AutoResponder", ("sent", None)),
    ],
)
async def test_understands_the_types_of_bounces(
    sending: Sending, kind: str, expected: tuple[str, str | None]
) -> None:
    [made] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    assert await sending.tell(sending.fake.callback(0, "Bounce", kind)) == 204
    assert await state(sending.world.alice, made) == expected


async def test_a_hard_bounce_and_a_complaint_apply_to_all_accounts(sending: Sending) -> None:
    world = sending.world
    await invited(world.alice, "gone@example.com")
    await world.work()
    await invited(world.alice, "angry@example.com")
    await world.work()
    await sending.tell(sending.fake.callback(0, "Bounce", "HardBounce"))
    await sending.tell(sending.fake.callback(1, "SpamComplaint", "SpamComplaint"))
    others = await invited(world.bob, "gone@example.com", "angry@example.com")
    assert [(each["status"], each["status_reason"]) for each in others] == [("suppressed", None)] * 2
    own = await invited(world.alice, "gone@example.com", "angry@example.com")
    assert [each["status_reason"] for each in own] == ["bounced", "complained"]


async def test_a_refusal_after_the_handing_over_fails(sending: Sending) -> None:
    [made] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    assert await sending.tell(sending.fake.callback(0, "Bounce", "Blocked")) == 204
    assert await state(sending.world.alice, made) == ("failed", "rejected")


async def test_a_soft_bounce_says_nothing_yet(sending: Sending) -> None:
    [made] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    assert await sending.tell(sending.fake.callback(0, "Bounce", "Transient")) == 204
    assert await state(sending.world.alice, made) == ("sent", None)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Basic " + b64encode(b"postmark:wrong").decode()},
        {"Authorization": "Basic " + b64encode(f"other:{PASSWORD}".encode()).decode()},
        {"Authorization": "Basic nonsense"},
        {"Authorization": "Bearer " + PASSWORD},
    ],
)
async def test_refuses_unauthenticated_callbacks(sending: Sending, headers: dict[str, str]) -> None:
    [made] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    assert await sending.tell(sending.fake.callback(0, "Bounce", "HardBounce"), headers) == 401
    assert await state(sending.world.alice, made) == ("sent", None)


async def test_is_not_there_without_a_password(world: World) -> None:
    assert (await world.client.post("/callbacks/postmark", json={}, headers=AUTH)).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"RecordType": "Delivery", "Metadata": {}},
        {"RecordType": "Delivery", "Metadata": {"account_id": "x'; drop", "message_id": "y"}},
        {"RecordType": "Delivery", "Metadata": {"account_id": "acct_" + "0" * 26, "message_id": "\x00"}},
    ],
)
async def test_takes_what_it_does_not_know(sending: Sending, body: Any) -> None:
    assert await sending.tell(body) == 204


async def test_refuses_an_invalid_callback(sending: Sending) -> None:
    for content in (b"", b"{", b"[]", b"\xff", b'{"Metadata": 1}'):
        answer = await sending.world.client.post("/callbacks/postmark", content=content, headers=AUTH)
        assert answer.status_code == 400


@pytest.mark.parametrize(
    ("reason", "expected", "others"),
    [
        ("HardBounce", ("bounced", "no_such_mailbox"), "bounced"),
        ("SpamComplaint", ("suppressed", "complained"), "complained"),
        ("ManualSuppression", ("suppressed", "unsubscribed"), "unsubscribed"),
    ],
)
async def test_gives_the_reason_why_a_recipient_is_inactive(
    sending: Sending, reason: str, expected: tuple[str, str], others: str
) -> None:
    world, fake = sending.world, sending.fake
    fake.answer = lambda _: (422, 406)
    fake.suppressions["ana@example.com"] = reason
    [made] = await invited(world.alice, "ana@example.com")
    await world.work()
    assert await state(world.alice, made) == expected
    [again] = await invited(world.alice, "ana@example.com")
    assert (again["status"], again["status_reason"]) == ("suppressed", others)
    [other] = await invited(world.bob, "ana@example.com")
    assert (other["status"], other["status_reason"]) == ("suppressed", None)


async def test_an_inactive_recipient_without_a_reason_is_tried_again(sending: Sending) -> None:
    """Postmark's list of suppressions may lag, so the response adds no suppression here."""
    sending.fake.answer = lambda _: (422, 406)
    [made] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    assert await state(sending.world.alice, made) == ("suppressed", None)
    sending.fake.answer = lambda _: None
    [again] = await invited(sending.world.alice, "ana@example.com")
    await sending.world.work()
    assert await state(sending.world.alice, again) == ("sent", None)


@pytest.mark.parametrize(
    ("reason", "seen"),
    [("HardBounce", "bounced"), ("SpamComplaint", "complained"), ("ManualSuppression", "unsubscribed")],
)
async def test_a_subscription_change_suppresses(sending: Sending, reason: str, seen: str) -> None:
    world = sending.world
    await invited(world.alice, "ana@example.com")
    await world.work()
    for _ in range(2):
        assert await sending.tell(sending.fake.change("Ana@example.com", reason, 0)) == 204
    [own] = await invited(world.alice, "ana@example.com")
    [others] = await invited(world.bob, "ana@example.com")
    assert (own["status"], own["status_reason"]) == ("suppressed", seen)
    assert (others["status"], others["status_reason"]) == ("suppressed", None)


async def test_a_suppression_by_hand_names_no_account(sending: Sending) -> None:
    world = sending.world
    assert await sending.tell(sending.fake.change("ana@example.com", "ManualSuppression")) == 204
    for person in (world.alice, world.bob):
        [made] = await invited(person, "ana@example.com")
        assert (made["status"], made["status_reason"]) == ("suppressed", None)


@pytest.mark.parametrize("reason", ["HardBounce", "ManualSuppression"])
async def test_a_reactivation_lifts_the_suppression(sending: Sending, reason: str) -> None:
    world = sending.world
    await invited(world.alice, "ana@example.com")
    await world.work()
    await sending.tell(sending.fake.change("ana@example.com", reason, 0))
    assert (await invited(world.alice, "ana@example.com"))[0]["status"] == "suppressed"  # the control
    assert await sending.tell(sending.fake.change("ana@example.com", None)) == 204
    for person in (world.alice, world.bob):
        assert (await invited(person, "ana@example.com"))[0]["status"] == "queued"


async def test_a_reactivation_leaves_complaints_and_our_own_unsubscriptions(sending: Sending) -> None:
    world = sending.world
    await invited(world.alice, "ana@example.com", "ben@example.com")
    await world.work()
    mails = {mail["To"]: index for index, mail in enumerate(sending.fake.taken)}
    to_ana = sending.fake.taken[mails["ana@example.com"]]
    headers = {each["Name"]: each["Value"] for each in to_ana["Headers"]}
    await world.client.post(headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8080"))
    await sending.tell(sending.fake.callback(mails["ben@example.com"], "SpamComplaint", "SpamComplaint"))
    for email in ("ana@example.com", "ben@example.com"):
        await sending.tell(sending.fake.change(email, None))
    made = await invited(world.alice, "ana@example.com", "ben@example.com")
    assert [each["status_reason"] for each in made] == ["unsubscribed", "complained"]


@pytest.mark.parametrize(
    "fields",
    [
        {"MessageStream": "broadcast"},
        {"Recipient": "nonsense"},
        {"Recipient": None},
        {"SuppressionReason": "Another"},
        {"SuppressSending": None, "SuppressionReason": None},
    ],
)
async def test_other_subscription_changes_change_nothing(sending: Sending, fields: dict[str, Any]) -> None:
    world = sending.world
    assert await sending.tell(sending.fake.change("ana@example.com", "HardBounce", **fields)) == 204
    assert (await invited(world.alice, "ana@example.com"))[0]["status"] == "queued"


async def test_a_subscription_change_about_another_address_names_no_account(sending: Sending) -> None:
    world = sending.world
    await invited(world.alice, "ana@example.com")
    await world.work()
    await sending.tell(sending.fake.change("ben@example.com", "ManualSuppression", 0))
    [made] = await invited(world.alice, "ben@example.com")
    assert (made["status"], made["status_reason"]) == ("suppressed", None)


async def test_a_repeated_bounce_does_not_undo_a_lift(sending: Sending) -> None:
    world = sending.world
    await invited(world.alice, "ana@example.com")
    await world.work()
    payload = sending.fake.callback(0, "Bounce", "HardBounce")
    await sending.tell(payload)
    [row] = (await world.alice.get("/api/suppressions")).json()["data"]
    assert (await world.alice.delete(f"/api/suppressions/{row['id']}")).status_code == 204
    assert await sending.tell(payload) == 204
    assert (await world.alice.get("/api/suppressions")).json()["data"] == []
    [again] = await invited(world.alice, "ana@example.com")
    await world.work()
    assert await sending.tell(sending.fake.callback(1, "Bounce", "HardBounce")) == 204  # the control
    assert await state(world.alice, again) == ("bounced", "no_such_mailbox")
    assert len((await world.alice.get("/api/suppressions")).json()["data"]) == 1


async def test_a_hard_bounce_stops_sign_in_mails(sending: Sending) -> None:
    world = sending.world

    async def asked() -> int:
        visitor = Visitor(world)
        await visitor.open("/sign-in")
        await visitor.press("/sign-in", email="alice@example.com")
        await world.work()
        return len(sending.fake.taken)

    assert await asked() == 1
    payload = sending.fake.callback(0, "Bounce", "HardBounce")
    assert payload["Metadata"]["message_id"].startswith("sia_")
    for changes in (
        {"Email": "eve@example.com"},
        {"Metadata": {"message_id": "sia_unknown"}},
        {"Type": "Transient"},
    ):
        assert await sending.tell({**payload, **changes}) == 204
    assert await asked() == 2  # the control
    assert await sending.tell(payload) == 204
    assert await asked() == 2
    await world.owner.execute("delete from suppressions")
    assert await sending.tell(payload) == 204  # repeated
    assert await asked() == 3


@pytest.mark.parametrize("record", ["Delivery", "Bounce"])
async def test_a_report_about_a_former_address_leaves_the_corrected_invitation(
    sending: Sending, record: str
) -> None:
    world, fake = sending.world, sending.fake
    [made] = await invited(world.alice, "ana@exmaple.com")
    await world.work()
    answer = await world.alice.patch(
        f"/api/cards/invitations/{made['invite_id']}", {"delivery_id": "ana@example.com"}
    )
    assert answer.status_code == 200, answer.text
    await world.work()
    assert [mail["To"] for mail in fake.taken] == ["ana@exmaple.com", "ana@example.com"]
    kind = "HardBounce" if record == "Bounce" else ""
    assert await sending.tell(fake.callback(0, record, kind)) == 204
    assert await state(world.alice, made) == ("sent", None)
    # The control: a report about the message to the present address.
    assert await sending.tell(fake.callback(1, record, kind)) == 204
    expected = ("bounced", "no_such_mailbox") if record == "Bounce" else ("delivered", None)
    assert await state(world.alice, made) == expected
